// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase, type Row } from '@shop/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './search-words-page'

const lube: Row = {
  id: 's1',
  typed: ['lube', 'lubricant'],
  means: ['glide'],
  category_id: null,
  version: 2,
  category: null,
}
const toys: Row = {
  ...lube,
  id: 's2',
  typed: ['plug'],
  means: [],
  category_id: 'c1',
  category: { name: 'Luxury Toys' },
}

let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    tables: {
      search_synonyms: [lube, toys],
      categories: [{ id: 'c1', name: 'Luxury Toys', is_active: true }],
    },
  })
  fake.addStaff()
})

const sent = () => JSON.parse(fake.sent('POST /rest/v1/rpc/save_search_synonym').at(-1)?.body ?? '{}')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the list says what shoppers type, what the shop says and where it leads', async () => {
  open('/admin/search-words')
  const row = within((await screen.findByText('lube, lubricant')).closest('tr') ?? document.body)
  row.getByText('glide')
  within(screen.getByText('plug').closest('tr') ?? document.body).getByText('Luxury Toys')
  screen.getByText(/2 entries\.$/)
})

test('an entry is added with words and a category; words need a meaning', async () => {
  fake.rpc.save_search_synonym = () => ({ id: 's3', version: 1 })
  const router = open('/admin/search-words')
  await userEvent.click(await screen.findByRole('link', { name: 'Add search words' }))
  await userEvent.type(await screen.findByLabelText('Shoppers type*'), 'blindfold, sleep mask{Enter}')
  await press('Create Entry')
  await screen.findByText('Say what the words mean: other words, a category, or both.')
  expect(sent()).toEqual({})
  await userEvent.type(screen.getByLabelText('The shop says'), 'eye mask{Enter}')
  await userEvent.selectOptions(
    screen.getByLabelText('Category'),
    await screen.findByRole('option', { name: 'Luxury Toys' }),
  )
  await press('Create Entry')
  await screen.findByText('Entry created successfully.')
  expect(sent()).toEqual({ p_typed: ['blindfold', 'sleep mask'], p_means: ['eye mask'], p_category: 'c1' })
  expect(router.state.location.search).toBe('')
})

test('an entry is changed with the version that was read; a word of another entry is rejected at its field', async () => {
  fake.rpc.save_search_synonym = () =>
    rejection(409, 'PT409', '"plug" is in another entry already.', { hint: 'typed' })
  open('/admin/search-words?words=s1')
  await userEvent.type(await screen.findByLabelText('Shoppers type*'), 'plug{Enter}')
  await press('Save Changes')
  await screen.findByText('"plug" is in another entry already.')
  expect(sent()).toEqual({
    p_id: 's1',
    p_version: 2,
    p_typed: ['lube', 'lubricant', 'plug'],
    p_means: ['glide'],
  })
})

test('an entry is deleted after a question', async () => {
  fake.rpc.delete_search_synonym = () => undefined
  open('/admin/search-words')
  await press('Delete plug')
  await screen.findByText('Are you sure you want to delete "plug"? This action cannot be undone.')
  await press('Delete')
  await screen.findByText('Entry deleted successfully.')
  expect(fake.sent('POST /rest/v1/rpc/delete_search_synonym')[0]?.body).toBe('{"p_id":"s2"}')
})

test('without the right to the catalogue the list is to be read only', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/search-words?words=s1')
  const entry = within(await screen.findByRole('dialog', { name: 'Search words' }))
  expect(entry.getByText('Shoppers type').nextSibling).toHaveTextContent('lube, lubricant')
  expect(entry.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Add search words' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
})
