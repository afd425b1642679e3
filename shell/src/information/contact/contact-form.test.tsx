// @vitest-environment happy-dom
import { fakeSupabase, renderApp } from '@shop/testing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ContactForm } from './contact-form'

const post = 'POST /rest/v1/contact_messages'
let sent: { path: string; body: unknown }[]
let respond: () => Response

beforeEach(() => {
  sent = []
  respond = () => new Response(null, { status: 201 })
  fakeSupabase({
    responses: {
      [post]: async (request) => {
        sent.push({ path: post, body: await request.json() })
        return respond()
      },
    },
  })
  renderApp([{ path: '/contact', Component: ContactForm }], { path: '/contact?subject=Return' })
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
const write = async (texts: Record<string, string>) => {
  for (const [name, text] of Object.entries(texts)) {
    await userEvent.clear(field(name))
    await userEvent.paste(text)
  }
}
const message = {
  'Full name': ' Ada Lane ',
  Email: 'ada@aurelle.test',
  Subject: 'A wish',
  Message: 'More candles, please.',
}

test('an empty form shows an error at each field, and focuses the first', async () => {
  await userEvent.clear(field('Subject'))
  await send()
  for (const error of [
    'Name is required',
    'Email is required',
    'Subject is required',
    'Message is required',
  ]) {
    expect(screen.getByText(error)).toBeVisible()
  }
  expect(screen.getByText('Validation Error')).toBeVisible()
  expect(screen.getByText('Please fix the errors below and try again.')).toBeVisible()
  expect(field('Full name')).toHaveFocus()
  expect(sent).toEqual([])
})

test('a blank name, a malformed email and a short message are rejected', async () => {
  await write({ 'Full name': '   ', Email: 'ada@aurelle', Message: '  too short ' })
  await send()
  expect(screen.getByText('Name is required')).toBeVisible()
  expect(screen.getByText('Email is invalid')).toBeVisible()
  expect(screen.getByText('Message must be at least 10 characters')).toBeVisible()
})

test.each(['a,b@c.dd', 'a;b@c.dd', '(a)@c.dd', 'a"b@c.dd', 'a@c.dd.'])(
  '%s is not a valid email',
  async (email) => {
    await write({ ...message, Email: email })
    await send()
    expect(screen.getByText('Email is invalid')).toBeVisible()
    expect(sent).toEqual([])
  },
)

test('editing a field clears its own error only', async () => {
  await send()
  await userEvent.type(field('Email'), 'a')
  expect(screen.queryByText('Email is required')).not.toBeInTheDocument()
  expect(screen.getByText('Name is required')).toBeVisible()
})

test('a valid message is stored, confirmed, and the form is cleared', async () => {
  await write(message)
  await send()
  expect(await screen.findByText('Message Sent!')).toBeVisible()
  expect(screen.getByText("Thank you for reaching out. We'll get back to you within 24 hours.")).toBeVisible()
  expect(sent).toEqual([
    {
      path: 'POST /rest/v1/contact_messages',
      body: {
        name: 'Ada Lane',
        email: 'ada@aurelle.test',
        subject: 'A wish',
        message: 'More candles, please.',
      },
    },
  ])
  expect([field('Subject').value, field('Message').value]).toEqual(['', ''])
})

test('a message that could not be stored is still in the form', async () => {
  respond = () => Response.json({ message: 'down' }, { status: 503 })
  await write(message)
  await send()
  expect(await screen.findByText('Message not sent')).toBeVisible()
  expect(field('Message')).toHaveValue('More candles, please.')
})
