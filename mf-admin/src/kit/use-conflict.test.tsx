// @vitest-environment happy-dom
import { BackendError } from '@shop/supabase'
import { renderApp } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { TextField } from './fields'
import { FormDialog } from './form-dialog'
import { useKitForm } from './form'
import { useConflict } from './use-conflict'

const schema = v.object({ name: v.string(), slug: v.string(), text: v.string() })
type Values = v.InferOutput<typeof schema>
const recordSchema = v.pipe(
  v.object({ version: v.number(), ...schema.entries }),
  v.transform(({ version, ...values }) => ({ version, values })),
)

const save = vi.fn<(version: number, values: Values) => Promise<void>>()

function Editor() {
  const record = { version: 1, values: { name: 'Silk', slug: 'silk', text: 'Soft' } }
  const conflict = useConflict<Values>(
    record,
    [
      { name: 'name', label: 'Name' },
      { name: 'slug', label: 'Slug' },
      { name: 'text', label: 'Text' },
    ],
    (current) => v.parse(recordSchema, current),
  )
  const form = useKitForm(schema, {
    defaultValues: record.values,
    onSubmit: (values) => save(conflict.base().version, values),
    onRejected: conflict.catchStale,
    failure: 'Failed to save.',
  })
  return (
    <FormDialog form={form} title="Edit" submitLabel="Save Changes" onClose={() => undefined}>
      {conflict.view}
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('slug')} label="Slug" />
      <TextField {...form.field('text')} label="Text" />
    </FormDialog>
  )
}

const stale = (record: Values & { version: number }) =>
  new BackendError(409, {
    message: 'Somebody else changed this category.',
    code: 'PT409',
    hint: 'stale_version',
    details: JSON.stringify(record),
  })
const input = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const replace = async (label: string, text: string) => {
  await userEvent.clear(input(label))
  await userEvent.type(input(label), text)
}

beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined)
  renderApp([{ path: '/', element: <Editor /> }])
})

test('fields that both changed are chosen one by one; the others are merged', async () => {
  save.mockRejectedValueOnce(stale({ version: 5, name: 'Silks', slug: 'silks', text: 'Very soft' }))
  await replace('Name', 'Fine silk')
  await replace('Text', 'Smooth')
  await submit()

  const view = await screen.findByRole('region', { name: 'Somebody else changed this' })
  expect(view).toHaveFocus()
  within(view).getByText('Taken over from them: Slug.')
  expect(within(view).queryByRole('group', { name: 'Slug' })).not.toBeInTheDocument()
  expect(input('Slug')).toHaveValue('silks')
  expect(input('Name')).toHaveValue('Fine silk')

  const pick = (field: string, side: RegExp) =>
    userEvent.click(
      within(within(view).getByRole('group', { name: field })).getByRole('radio', { name: side }),
    )
  await pick('Name', /^Take theirs.*Silks/)
  expect(input('Name')).toHaveValue('Silks')
  await pick('Name', /^Keep mine.*Fine silk/)
  expect(input('Name')).toHaveValue('Fine silk')
  await pick('Text', /^Take theirs.*Very soft/)
  expect(input('Text')).toHaveValue('Very soft')

  await submit()
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(5, { name: 'Fine silk', slug: 'silks', text: 'Very soft' }),
  )
})

test('changes of different fields need no choice', async () => {
  save.mockRejectedValueOnce(stale({ version: 2, name: 'Silk', slug: 'silk', text: 'Very soft' }))
  await replace('Name', 'Fine silk')
  await submit()
  const view = await screen.findByRole('region', { name: 'Somebody else changed this' })
  expect(within(view).queryByRole('radio')).not.toBeInTheDocument()
  await submit()
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(2, { name: 'Fine silk', slug: 'silk', text: 'Very soft' }),
  )
})

test('all of theirs can be taken at once', async () => {
  save.mockRejectedValueOnce(stale({ version: 3, name: 'Silks', slug: 'silk', text: 'Very soft' }))
  await replace('Name', 'Fine silk')
  await replace('Text', 'Smooth')
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Take all of theirs' }))
  expect([input('Name').value, input('Text').value]).toEqual(['Silks', 'Very soft'])
})
