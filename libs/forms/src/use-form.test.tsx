// @vitest-environment happy-dom
import { Button, Field, Input, Textarea, UiProvider } from '@shop/ui'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { useForm } from './index'
import { optionalText, requiredEmail, requiredText } from './schema'

const schema = v.object({
  name: requiredText('Name is required'),
  email: requiredEmail('Email is required', 'Email is invalid'),
  note: optionalText(),
})
type Options = Parameters<typeof useForm<typeof schema>>[1]

function MessageForm(options: Partial<Options>) {
  const form = useForm(schema, { submit: () => undefined, ...options })
  return (
    <form {...form.formProps} aria-label="Message">
      <Field label="Name" required {...form.field('name')}>
        <Input />
      </Field>
      <Field label="Email" required {...form.field('email')}>
        <Input type="email" />
      </Field>
      <Field label="Note" optional {...form.field('note')}>
        <Textarea />
      </Field>
      <Button type="submit" busy={form.submitting}>
        Send
      </Button>
    </form>
  )
}

const show = (options: Partial<Options>) => render(<MessageForm {...options} />, { wrapper: UiProvider })
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const described = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
const write = async () => {
  await userEvent.type(field('Name'), ' Ada ')
  await userEvent.type(field('Email'), 'ada@aurelle.test')
}

test('each error is shown at its field, the first invalid field is focused, and nothing is sent', async () => {
  const submit = vi.fn()
  const onInvalid = vi.fn()
  show({ submit, onInvalid })
  await send()
  expect(described(field('Name'))).toBe('Name is required')
  expect(described(field('Email'))).toBe('Email is required')
  expect(field('Name')).toHaveAttribute('aria-invalid', 'true')
  expect(field('Name')).toHaveFocus()
  expect(onInvalid).toHaveBeenCalledWith({ name: 'Name is required', email: 'Email is required' })
  expect(submit).not.toHaveBeenCalled()
})

test('changing a field removes its error and no other', async () => {
  show({})
  await send()
  await userEvent.type(field('Name'), 'A')
  expect(screen.queryByText('Name is required')).not.toBeInTheDocument()
  screen.getByText('Email is required')
})

test('a valid form is sent once, with the values of the schema, however often it is submitted', async () => {
  let finish = () => undefined as void
  const submit = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  show({ submit })
  await write()
  await send()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true')
  await userEvent.type(field('Email'), '{Enter}')
  finish()
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy')
  })
  expect(submit.mock.calls).toEqual([
    [{ name: 'Ada', email: 'ada@aurelle.test', note: '' }, expect.any(Function)],
  ])
})

test('a rejection is shown at its field, which is focused, and typed values stay', async () => {
  show({
    submit: () => Promise.reject(new Error('taken')),
    onRejected: () => ({ field: 'email', message: 'Use another address' }),
  })
  await write()
  await send()
  await screen.findByText('Use another address')
  expect(field('Email')).toHaveFocus()
  expect(field('Name')).toHaveValue(' Ada ')
})

test('initial values and errors are shown, and `clear` empties the fields', async () => {
  show({
    initial: { name: 'Ada', note: 'Hello' },
    initialErrors: { email: 'Email is invalid' },
    submit: (_, clear) => {
      clear()
    },
  })
  expect(field('Name')).toHaveValue('Ada')
  expect(described(field('Email'))).toBe('Email is invalid')
  await userEvent.type(field('Email'), 'ada@aurelle.test')
  await send()
  expect([field('Name').value, field('Email').value, field(/^Note/).value]).toEqual(['', '', ''])
})

test('before hydration the browser posts the form by field name', () => {
  document.body.innerHTML = renderToString(
    <UiProvider>
      <MessageForm />
    </UiProvider>,
  )
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Message' })
  expect([form.method, form.noValidate]).toEqual(['post', true])
  expect([...new FormData(form).keys()]).toEqual(['name', 'email', 'note'])
  document.body.innerHTML = ''
})
