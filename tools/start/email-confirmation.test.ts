import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ensureConfirmsEmail } from './email-confirmation'
import { UsageError } from '../environment'

let server: Server | null = null
afterEach(
  () =>
    new Promise<void>((resolve) => {
      if (server)
        server.close(() => {
          resolve()
        })
      else resolve()
      server = null
    }),
)

/** A Supabase that answers every question so. */
async function responding(status: number, body: string): Promise<{ url: string; key: string }> {
  server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`,
    key: 'k',
  }
}

test('a Supabase that confirms email addresses may be used', async () => {
  await expect(
    ensureConfirmsEmail(await responding(200, '{"mailer_autoconfirm":false}')),
  ).resolves.toBeUndefined()
})

test('a backend that creates accounts with unconfirmed addresses stops the start, with the remedy', async () => {
  const rejected = ensureConfirmsEmail(await responding(200, '{"mailer_autoconfirm":true}'))
  await expect(rejected).rejects.toThrow(UsageError)
  await expect(rejected).rejects.toThrow(/Turn on "Confirm email"/)
})

test.each([
  [200, '{}'],
  [200, '{"mailer_autoconfirm":"false"}'],
  [200, '{"mailer_autoconfirm":null}'],
  [200, 'null'],
  [200, '[]'],
  [200, '<html>'],
  [401, '{"mailer_autoconfirm":false}'],
  [500, ''],
])(
  'a response of %i %s, which does not say whether addresses are confirmed, stops the start',
  async (status, body) => {
    await expect(ensureConfirmsEmail(await responding(status, body))).rejects.toThrow(
      /does not tell whether accounts confirm/,
    )
  },
)

test('no answer stops the start', async () => {
  await expect(ensureConfirmsEmail({ url: 'http://127.0.0.1:9', key: 'k' })).rejects.toThrow(
    /does not tell whether accounts confirm/,
  )
})
