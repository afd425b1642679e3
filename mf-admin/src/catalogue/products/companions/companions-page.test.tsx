// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../../testing'
import { latest, oil, productBackend, silk } from '../testing'
import './companions-page'

const path = '/admin/products/companions'
const glide = { id: 'p3', name: 'Glide' }
const mist = { id: 'p4', name: 'Mist' }

let fake: FakeSupabase
beforeEach(() => {
  fake = productBackend([silk, oil])
  // The fake knows no relations: the answers are those of the embedded tables.
  fake.responses['GET /rest/v1/products'] = () =>
    Response.json({ id: silk.id, name: silk.name, chosen: [{ companion: glide }, { companion: mist }] })
  fake.responses['GET /rest/v1/categories'] = () =>
    Response.json([
      { id: 'c1', name: 'Silk', chosen: [{ companion: { id: 'c2', name: 'Oils' } }] },
      { id: 'c2', name: 'Oils', chosen: [] },
    ])
  fake.rpc.save_companions = () => null
  fake.rpc.save_category_companions = () => null
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const chosen = async () =>
  within(await screen.findByRole('list', { name: 'Chosen, best first' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the pairs of every category are listed', async () => {
  open(path)
  const row = within(
    (await screen.findByRole('button', { name: 'Change what goes with Silk' })).closest('tr') as HTMLElement,
  )
  row.getByText('Oils')
  screen.getByText('Nothing chosen')
})

test('companions of a product can be reordered, removed and added', async () => {
  open(`${path}?product=${silk.id}`)
  expect(await chosen()).toEqual(['Glide', 'Mist'])
  await press('Move Mist up')
  expect(await chosen()).toEqual(['Mist', 'Glide'])
  await press('Remove Glide')
  await userEvent.type(screen.getByLabelText('Find a product to add'), 'oil')
  await press('Add Warming Oil')
  expect(screen.queryByRole('button', { name: 'Add Silk Robe' })).not.toBeInTheDocument()
  await press('Save')
  await screen.findByText('What goes together was saved.')
  expect(latest(fake, 'save_companions')).toEqual({
    p_product_id: silk.id,
    p_companions: ['p4', oil.id],
    p_before: ['p3', 'p4'],
  })
})

test('a category is paired with others', async () => {
  open(`${path}?category=c2`)
  await press('Add Silk')
  await press('Save')
  await screen.findByText('What goes together was saved.')
  expect(latest(fake, 'save_category_companions')).toEqual({
    p_category_id: 'c2',
    p_companions: ['c1'],
    p_before: [],
  })
})

test('a list that somebody else has changed is not saved over', async () => {
  fake.rpc.save_companions = () =>
    rejection(409, 'PT409', 'Someone has changed what goes with this product since you opened it.', {
      hint: 'stale_version',
    })
  open(`${path}?product=${silk.id}`)
  await press('Remove Mist')
  await press('Save')
  await screen.findByText(/Someone has changed what goes with this product since you opened it\./)
  expect(await chosen()).toEqual(['Glide'])
})

test('without the right to the catalogue the pairs are to be read only', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open(`${path}?category=c1`)
  await screen.findByText('Nothing chosen')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Change what/ })).not.toBeInTheDocument()
})
