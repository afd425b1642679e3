// @vitest-environment happy-dom
import { BackendError } from '@shop/supabase'
import { renderApp } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { moneyText, optionalMoney, optionalSlug, requiredMoney, requiredText } from './field-rules'
import { preloadControls } from './controls'
import {
  ChipsField,
  MoneyField,
  SelectField,
  SwitchField,
  TagField,
  TextareaField,
  TextField,
} from './fields'
import { FormDialog } from './form-dialog'
import { useKitForm } from './form'

const schema = v.object({
  name: requiredText('Please enter a name.', 20),
  slug: optionalSlug(20),
  price: requiredMoney('Please enter a price.'),
  compare: optionalMoney(),
  isActive: v.boolean(),
  tags: v.array(v.string()),
})
type Values = v.InferOutput<typeof schema>

const save = vi.fn<(values: Values) => Promise<void>>()
const closed = vi.fn()

function Editor() {
  const form = useKitForm(schema, {
    defaultValues: { name: '', slug: '', price: '', compare: moneyText(1250), isActive: true, tags: [] },
    onSubmit: save,
    onSaved: closed,
    failure: 'Failed to save category. Please try again.',
  })
  return (
    <FormDialog form={form} title="Add category" submitLabel="Create Category" onClose={closed}>
      <TextField {...form.field('name')} label="Name" required />
      <TextField {...form.field('slug')} label="Slug" />
      <MoneyField {...form.field('price')} label="Price (GBP)" required />
      <MoneyField {...form.field('compare')} label="Compare Price (GBP)" />
      <SwitchField {...form.field('isActive')} label="Active" />
      <TagField {...form.field('tags')} label="Features" />
    </FormDialog>
  )
}

async function open() {
  renderApp([{ path: '/', element: <Editor /> }])
  await screen.findByRole('dialog')
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Category' }))
async function fill() {
  await userEvent.type(field('Name*'), ' Silk ')
  await userEvent.type(field('Price (GBP)*'), '24.5')
}

beforeAll(preloadControls)
beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined)
  closed.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const text = v.string()
function Reader() {
  const form = useKitForm(
    v.object({
      text,
      lines: text,
      choice: text,
      kind: text,
      at: text,
      isOn: v.boolean(),
      tags: v.array(text),
      blank: text,
    }),
    {
      defaultValues: {
        text: 'Silk',
        lines: 'One\nTwo',
        choice: 'b',
        kind: 'k',
        at: '2026-12-01T09:00',
        isOn: false,
        tags: ['Soft', 'Warm'],
        blank: '',
      },
      onSubmit: () => undefined,
      failure: '',
    },
  )
  return (
    <FormDialog form={form} title="Category" submitLabel="Save" readOnly onClose={closed}>
      <TextField {...form.field('text')} label="Name" required hint="As shoppers see it." />
      <TextareaField {...form.field('lines')} label="Description" />
      <SelectField {...form.field('choice')} label="Category">
        <option value="none">None of them</option>
        {['a', 'b'].map((each) => (
          <option key={each} value={each}>{`Shelf ${each}`}</option>
        ))}
      </SelectField>
      <ChipsField {...form.field('kind')} label="Kind" choices={{ k: 'A gift' }} />
      <TextField {...form.field('at')} type="datetime-local" label="Goes live on" />
      <SwitchField {...form.field('isOn')} label="Active" />
      <TagField {...form.field('tags')} label="Features" />
      <MoneyField {...form.field('blank')} label="Compare price" />
    </FormDialog>
  )
}

test('a form that may only be read is text: labels and values, and a way to close it', async () => {
  renderApp([{ path: '/', element: <Reader /> }])
  const dialog = await screen.findByRole('dialog')
  const terms = [...dialog.querySelectorAll('dl')].map((list) => [
    list.querySelector('dt')?.textContent,
    list.querySelector('dd')?.textContent,
  ])
  expect(terms).toEqual([
    ['Name', 'Silk'],
    ['Description', 'One\nTwo'],
    ['Category', 'Shelf b'],
    ['Kind', 'A gift'],
    ['Goes live on', '1 Dec 2026, 09:00'],
    ['Active', 'Off'],
    ['Features', 'Soft, Warm'],
    ['Compare price', 'None'],
  ])
  expect(dialog.querySelector('input, textarea, select, fieldset')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Close'))
  expect(closed).toHaveBeenCalledTimes(1)
})

test('the first field with a mistake has the focus, and each says what is wrong', async () => {
  await open()
  await userEvent.type(field('Slug'), 'Not a slug')
  await submit()
  await screen.findByText('Please enter a name.')
  screen.getByText('Please enter a price.')
  screen.getByText(/^Use lowercase letters/)
  expect(field('Name*')).toHaveFocus()
  expect(field('Name*')).toHaveAttribute('aria-invalid', 'true')
  expect(save).not.toHaveBeenCalled()
})

test('the submitted values are the output of the schema', async () => {
  await open()
  await fill()
  await userEvent.clear(field('Compare Price (GBP)'))
  await userEvent.click(screen.getByRole('switch', { name: 'Active' }))
  await userEvent.type(field('Features'), 'warm, soft ,{Enter}soft')
  await submit()
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(save).toHaveBeenCalledExactlyOnceWith({
    name: 'Silk',
    slug: null,
    price: 2450,
    compare: null,
    isActive: false,
    tags: ['warm', 'soft'],
  })
})

test.each(['-1', '1.234', '100000.01'])('the price %s is rejected', async (price) => {
  await open()
  await userEvent.type(field('Name*'), 'Silk')
  await userEvent.type(field('Price (GBP)*'), price)
  await submit()
  await screen.findByText(/^Enter (an amount|at most)/)
  expect(save).not.toHaveBeenCalled()
})

test('text in a number field is not taken for an empty one', async () => {
  await open()
  await fill()
  Object.defineProperty(field('Compare Price (GBP)'), 'validity', { value: { badInput: true } })
  await submit()
  await screen.findByText('Enter a number.')
  expect(save).not.toHaveBeenCalled()
})

test('a field that the database rejects says why and has the focus', async () => {
  save.mockRejectedValue(
    new BackendError(409, { message: 'This slug is taken.', code: 'PT409', hint: 'slug' }),
  )
  await open()
  await fill()
  await submit()
  await screen.findByText('This slug is taken.')
  expect(field('Slug')).toHaveFocus()
  expect(screen.queryByText('Error')).not.toBeInTheDocument()
  expect(closed).not.toHaveBeenCalled()
})

test('any other rejection is a toast with its reason, and the input stays', async () => {
  save.mockRejectedValue(new BackendError(422, { message: 'Too many categories.', code: 'PT422' }))
  await open()
  await fill()
  await submit()
  await screen.findByText('Failed to save category. Please try again. Too many categories.')
  expect(field('Name*')).toHaveValue(' Silk ')
})

test('an internal error is not quoted', async () => {
  save.mockRejectedValue(new BackendError(500, { message: 'deadlock detected', code: '40P01' }))
  await open()
  await fill()
  await submit()
  await screen.findByText('Failed to save category. Please try again.')
})

test('while saving the button says so, and a second press sends nothing', async () => {
  let done: () => void = () => undefined
  save.mockImplementation(() => new Promise((resolve) => (done = resolve)))
  await open()
  await fill()
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Saving...' }))
  await userEvent.type(field('Name*'), '{Enter}')
  expect(save).toHaveBeenCalledOnce()
  done()
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})
