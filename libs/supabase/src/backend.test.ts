import { beforeEach, expect, test, vi } from 'vitest'
import { createBackend } from './backend'
import { BackendError } from './backend-error'
import { rows } from './results'

const sent: Request[] = []
let reply = () => Response.json([])

beforeEach(() => {
  sent.length = 0
  reply = () => Response.json([])
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
    sent.push(new Request(input, init))
    return Promise.resolve(reply())
  })
})

const backend = () => createBackend({ url: 'http://backend.test', key: 'publishable' })

test('a visitor without a cart sends the key and no guest id', async () => {
  await rows(backend().from('products').select('id'))
  expect(sent[0]?.headers.get('apikey')).toBe('publishable')
  expect(sent[0]?.headers.has('x-session-id')).toBe(false)
  expect(sent[0]?.headers.has('authorization')).toBe(false)
})

test('a guest has a random id that does not change', async () => {
  const db = backend()
  const id = db.guest.ensure()
  expect(id).toMatch(/^session_[0-9a-f]{48}$/)
  expect(db.guest.ensure()).toBe(id)
  await rows(db.from('cart_items').select('id'))
  expect(sent[0]?.headers.get('x-session-id')).toBe(id)
})

test('an error has status, code and hint', async () => {
  reply = () =>
    Response.json(
      { code: 'PT409', message: 'Only 3 items available.', hint: 'insufficient_stock', details: '3' },
      { status: 409 },
    )
  const error = await rows(backend().from('products').select('id')).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BackendError)
  expect(error).toMatchObject({
    status: 409,
    code: 'PT409',
    hint: 'insufficient_stock',
    details: '3',
    retryable: false,
  })
})

test('a small change is sent although the page is left; a large one could be rejected for its size', async () => {
  const addMessage = async (message: string) =>
    rows(
      backend()
        .from('contact_messages')
        .insert({ name: 'Ada', email: 'ada@example.com', subject: 'Hello', message })
        .select('id'),
    )
  await addMessage('Hello')
  await addMessage('Hello '.repeat(1_000))
  await rows(backend().from('products').select('id'))
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false, false])
})
