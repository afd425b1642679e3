import { expect, test, vi } from 'vitest'
import { startShopMailer } from './start-mailer'
import { readEnvironment } from '../environment'

test.each([
  [{ SUPABASE_SECRET_KEY: '', SMTP_URL: '', MAIL_FROM: '' }, 'SUPABASE_SECRET_KEY, SMTP_URL, MAIL_FROM'],
  [
    { SUPABASE_SECRET_KEY: '', SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'care@shop.example' },
    'SUPABASE_SECRET_KEY',
  ],
  [{ SUPABASE_SECRET_KEY: 'sb_secret_x', SMTP_URL: '', MAIL_FROM: '' }, 'SMTP_URL, MAIL_FROM'],
])('with another Supabase, %j is not enough to send, and one line says so', async (settings, missing) => {
  const log = vi.fn()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  for (const [name, value] of Object.entries({
    ...settings,
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_PUBLISHABLE_KEY: 'k',
  }))
    vi.stubEnv(name, value)
  const mailer = startShopMailer(readEnvironment(), null, log)
  await mailer?.stop()
  vi.unstubAllGlobals()
  expect(log.mock.calls).toEqual([[`Email stays in the outbox: set ${missing} to have it sent.`]])
  expect(mailer === null).toBe(settings.SUPABASE_SECRET_KEY === '')
})
