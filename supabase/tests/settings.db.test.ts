import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase'

let backend: LocalSupabase
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

/** What the database says of a shop whose settings hold this, or hold no such row; nothing stays behind. */
async function providerWith(value: unknown): Promise<unknown> {
  const { sql } = backend
  const said = sql.begin(async (transaction) => {
    await transaction`delete from shop_settings where key = 'payment.provider'`
    if (value !== undefined) {
      await transaction`insert into shop_settings (key, value) values ('payment.provider', ${JSON.stringify(value)}::text::jsonb)`
    }
    const [row] = await transaction`select private.payment_provider() as provider`
    throw new Said(row?.provider)
  })
  return said.catch((reason: unknown) => {
    if (reason instanceof Said) return reason.what
    throw reason
  })
}

class Said extends Error {
  constructor(readonly what: unknown) {
    super()
  }
}

const nearly = ['Stripe', ' simulated', 'simulated ', ['stripe'], { simulated: true }, true, null, 0, '', undefined]

test.each(nearly)('nobody takes the money where payment.provider is %j', async (value) => {
  expect(await providerWith(value)).toBeNull()
})

test.each(['simulated', 'stripe'])('%s is taken as written', async (value) => {
  expect(await providerWith(value)).toBe(value)
})
