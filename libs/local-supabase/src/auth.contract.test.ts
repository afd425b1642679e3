import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'

let backend: ContractBackend

beforeAll(async () => {
  backend = await contractBackend()
})
afterAll(() => backend.stop())

describe('sign-up', () => {
  it('makes an account that waits for its email to be confirmed', async () => {
    const email = `contract-${randomUUID()}@example.com`
    const visitor = backend.visitor()
    const { data, error } = await visitor.auth.signUp({
      email,
      password: 'a-long-password',
      options: { data: { first_name: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' } })
    const early = await visitor.auth.signInWithPassword({ email, password: 'a-long-password' })
    expect(early.error).toMatchObject({ message: 'Email not confirmed', status: 400 })
    if (data.user) await backend.admin.auth.admin.deleteUser(data.user.id)
  })

  it('answers the same for an address that has an account', async () => {
    const { email } = await backend.customer()
    const { data, error } = await backend.visitor().auth.signUp({ email, password: 'another-password' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email })
  })

  it('reveals a pending confirmation only to callers who know the password', async () => {
    const email = `contract-${randomUUID()}@example.com`
    const { data } = await backend.visitor().auth.signUp({ email, password: 'a-long-password' })
    const { error } = await backend.visitor().auth.signInWithPassword({ email, password: 'not-the-password' })
    expect(error).toMatchObject({ message: 'Invalid login credentials', status: 400 })
    if (data.user) await backend.admin.auth.admin.deleteUser(data.user.id)
  })

  it('rejects a password that is too short', async () => {
    const { error } = await backend
      .visitor()
      .auth.signUp({ email: `contract-${randomUUID()}@example.com`, password: '12345' })
    expect(error).toMatchObject({ status: 422, code: 'weak_password' })
  })
})

describe('sign-in', () => {
  it('opens a session whose user can be read', async () => {
    const { client, email, id } = await backend.customer()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id, email, user_metadata: { first_name: 'Con' } })
  })

  it('says the same of a wrong password and of an unknown address', async () => {
    const { email } = await backend.customer()
    const wrong = await backend.visitor().auth.signInWithPassword({ email, password: 'not-the-password' })
    const unknown = await backend
      .visitor()
      .auth.signInWithPassword({ email: `nobody-${randomUUID()}@example.com`, password: 'whatever' })
    expect(wrong.error).toMatchObject({ message: 'Invalid login credentials', status: 400 })
    expect(unknown.error).toMatchObject({ message: 'Invalid login credentials', status: 400 })
  })

  it('is refreshed with new tokens', async () => {
    const { client } = await backend.customer()
    const before = (await client.auth.getSession()).data.session
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

describe('sign-out with scope local', () => {
  it('ends this session and leaves the other one open', async () => {
    const { client, email, password } = await backend.customer()
    const other = backend.visitor()
    await other.auth.signInWithPassword({ email, password })
    const token = (await client.auth.getSession()).data.session?.access_token
    const userOf = () => backend.visitor().auth.getUser(token)
    expect((await userOf()).error).toBeNull()
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await client.auth.getSession()).data.session).toBeNull()
    expect((await other.auth.getUser()).error).toBeNull()
    expect((await userOf()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  })
})

describe('a change of email address', () => {
  it('moves no account and no guest order before the new address has confirmed it', async () => {
    const { client, email, password, id } = await backend.customer()
    const theirs = `contract-${randomUUID()}@example.com`
    const checkout = `contract_${randomUUID()}`
    const amounts = {
      subtotal: 1,
      tax_amount: 0,
      shipping_amount: 0,
      total: 1,
      shipping_address: {},
      billing_address: {},
      email: theirs,
    }
    const order = {
      ...amounts,
      order_number: `AM20200101-${String(randomInt(100_000, 999_999))}`,
      items: [],
      checkout_session_id: checkout,
    }
    const session = {
      ...amounts,
      session_id: checkout,
      first_name: 'Con',
      last_name: 'Tract',
      cart_items: [],
    }
    expect((await backend.admin.from('checkout_sessions').insert(session)).error).toBeNull()
    expect((await backend.admin.from('orders').insert(order)).error).toBeNull()
    const { data, error } = await client.auth.updateUser({ email: theirs, current_password: password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id, email, new_email: theirs })
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email })
    expect((await client.from('orders').select('id')).data).toEqual([])
    expect((await backend.visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
    await backend.admin.from('orders').delete().eq('checkout_session_id', checkout)
    await backend.admin.from('checkout_sessions').delete().eq('session_id', checkout)
  })
})

describe('a new password', () => {
  it('ends every other session and keeps this one', async () => {
    const { client, email, password } = await backend.customer()
    const other = backend.visitor()
    await other.auth.signInWithPassword({ email, password })
    const changed = await client.auth.updateUser({ password: 'another-long-password' })
    expect(changed.error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await backend.visitor().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('is rejected when it is the old one or too short', async () => {
    const { client, password } = await backend.customer()
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
    expect((await client.auth.updateUser({ password: '12345' })).error).toMatchObject({
      code: 'weak_password',
    })
  })
})

describe('sign-out by scope', () => {
  const three = async () => {
    const { client, email, password } = await backend.customer()
    const others = [backend.visitor(), backend.visitor()]
    for (const other of others) await other.auth.signInWithPassword({ email, password })
    const areOpen = () =>
      Promise.all(others.map(async (other) => (await other.auth.refreshSession()).error === null))
    return { client, areOpen }
  }

  it('others: leaves this session alone open', async () => {
    const { client, areOpen } = await three()
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect(await areOpen()).toEqual([false, false])
    expect((await client.auth.getUser()).error).toBeNull()
  })

  it('global: ends them all', async () => {
    const { client, areOpen } = await three()
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await areOpen()).toEqual([false, false])
  })
})

describe('a link or code that is wrong', () => {
  it.each(['signup', 'recovery', 'email_change'] as const)('%s: is said to be expired', async (type) => {
    const { error } = await backend.visitor().auth.verifyOtp({ type, token_hash: randomUUID() })
    expect(error).toMatchObject({ code: 'otp_expired', status: 403 })
  })
})

describe('asking for an email', () => {
  it('is answered the same for an address without an account', async () => {
    const { email } = await backend.customer()
    for (const address of [email, `nobody-${randomUUID()}@example.com`])
      expect((await backend.visitor().auth.resetPasswordForEmail(address)).error).toBeNull()
    for (const address of [email, `nobody-${randomUUID()}@example.com`])
      expect((await backend.visitor().auth.resend({ type: 'signup', email: address })).error).toBeNull()
  })
})
