// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, useNavigate } from '@shop/router'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { requiredText } from './field-rules'
import { TextField } from './fields'
import { FormDialog } from './form-dialog'
import { useKitForm } from './form'

const schema = v.object({ name: requiredText('Please enter a name.', 20) })

function Editor() {
  const navigate = useNavigate()
  const close = () => void navigate('/list')
  const form = useKitForm(schema, {
    defaultValues: { name: 'Silk' },
    onSubmit: () => undefined,
    onSaved: close,
    failure: 'Failed to save.',
  })
  return (
    <FormDialog form={form} title="Edit" submitLabel="Save Changes" onClose={close}>
      <TextField {...form.field('name')} label="Name" />
      <Link to="/list">Elsewhere</Link>
    </FormDialog>
  )
}

const open = () =>
  renderApp([
    { path: '/', element: <Editor /> },
    { path: '/list', element: <p>The list</p> },
  ])
const type = async () => userEvent.type(await screen.findByLabelText('Name'), '!')
const question = 'Your changes have not been saved.'

test('nothing is asked without changes', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText('The list')
})

test.each([
  ['Cancel', () => screen.getByRole('button', { name: 'Cancel' })],
  ['a link', () => screen.getByRole('link', { name: 'Elsewhere' })],
])('%s asks first, and "Keep editing" stays', async (_, way) => {
  const router = open()
  await type()
  await userEvent.click(way())
  await screen.findByText(question)
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText(question)).not.toBeInTheDocument())
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByLabelText('Name')).toHaveValue('Silk!')
  await userEvent.click(way())
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByText('The list')
})

test('Back asks first', async () => {
  const router = renderApp(
    [
      { path: '/', element: <Editor /> },
      { path: '/list', element: <p>The list</p> },
    ],
    { path: '/list' },
  )
  await router.navigate('/')
  await type()
  await router.navigate(-1)
  await screen.findByText(question)
})

test('closing the tab asks only while something is unsaved', async () => {
  open()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  await type()
  expect(leave()).toBe(true)
})

test('after saving nothing is asked', async () => {
  open()
  await type()
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('The list')
})
