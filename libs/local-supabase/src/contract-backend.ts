import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { startTestBackend } from './test-backend'

/** Any Supabase that has the shop's migrations: the one named by the environment, or an embedded one. */
export interface ContractBackend {
  /** A visitor's client, optionally with extra headers. */
  visitor(headers?: Record<string, string>): SupabaseClient
  /** A client with the secret key, which bypasses all policies. */
  admin: SupabaseClient
  /** A confirmed account, signed in. */
  customer(): Promise<{ client: SupabaseClient; email: string; password: string; id: string }>
  /** A signed-in member of staff. */
  staff(): Promise<SupabaseClient>
  /** Adds a product, which is removed at the end. */
  product(fields?: Record<string, unknown>): Promise<{ id: string; slug: string }>
  stop(): Promise<void>
}

const settingsSchema = v.object({
  SUPABASE_URL: v.pipe(v.string(), v.url()),
  SUPABASE_PUBLISHABLE_KEY: v.string(),
  SUPABASE_SECRET_KEY: v.string(),
})
const productRow = v.object({ id: v.string(), slug: v.string() })

/** @param overrides `realtime: true` for tests that subscribe */
export async function contractBackend(
  overrides: Parameters<typeof startTestBackend>[0] = {},
): Promise<ContractBackend> {
  // Node has a global WebSocket from version 22 on.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  const settings = v.safeParse(settingsSchema, process.env)
  const embedded = settings.success ? undefined : await startTestBackend(overrides)
  const url = settings.success ? settings.output.SUPABASE_URL : (embedded?.url ?? '')
  const publishableKey = settings.success
    ? settings.output.SUPABASE_PUBLISHABLE_KEY
    : (embedded?.publishableKey ?? '')
  const secretKey = settings.success ? settings.output.SUPABASE_SECRET_KEY : (embedded?.secretKey ?? '')
  const client = (key: string, headers: Record<string, string> = {}): SupabaseClient =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false }, global: { headers } })

  const admin = client(secretKey)
  const users: string[] = []
  const products: string[] = []
  const clients: SupabaseClient[] = [admin]

  const customer: ContractBackend['customer'] = async () => {
    const email = `contract-${randomUUID()}@example.com`
    const password = `pass-${randomUUID()}`
    const created = await admin.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { first_name: 'Con', last_name: 'Tract' },
    })
    if (created.error) throw created.error
    users.push(created.data.user.id)
    const own = client(publishableKey)
    clients.push(own)
    const { error } = await own.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { client: own, email, password, id: created.data.user.id }
  }

  return {
    admin,
    customer,
    visitor(headers) {
      const own = client(publishableKey, headers)
      clients.push(own)
      return own
    },
    async staff() {
      const member = await customer()
      const { error } = await admin
        .from('admin_users')
        .insert({ user_id: member.id, first_name: 'Con', last_name: 'Tract', role: 'admin' })
      if (error) throw error
      return member.client
    },
    async product(fields = {}) {
      const slug = `contract-${randomUUID()}`
      const { data, error } = await admin
        .from('products')
        .insert({
          name: 'Contract product',
          slug,
          price: 12.5,
          inventory_quantity: 9,
          is_active: true,
          ...fields,
        })
        .select('id, slug')
        .single()
      if (error) throw error
      const row = v.parse(productRow, data)
      products.push(row.id)
      return row
    },
    async stop() {
      await Promise.all(clients.map((one) => one.removeAllChannels()))
      if (embedded) return embedded.stop()
      await admin.from('products').delete().in('id', products)
      for (const id of users) await admin.auth.admin.deleteUser(id)
    },
  }
}
