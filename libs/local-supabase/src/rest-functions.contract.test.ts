import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'
import { createContractProducts, type ContractProducts } from './test-contract-products'

let backend: ContractBackend
let first: ContractProducts['first']
let second: ContractProducts['second']
let category: ContractProducts['category']
let remove: ContractProducts['remove']

beforeAll(async () => {
  backend = await contractBackend()
  ;({ first, second, category, remove } = await createContractProducts(backend))
})
afterAll(async () => {
  await remove()
  await backend.stop()
})

describe('errors', () => {
  it('answers a unique, a check and a foreign key violation', async () => {
    const table = backend.admin.from('products')
    expect(await table.insert({ name: 'x', slug: first.slug, price: 1 })).toMatchObject({
      status: 409,
      error: { code: '23505' },
    })
    expect(await table.insert({ name: 'x', slug: 'Not A Slug', price: 1 })).toMatchObject({
      status: 400,
      error: { code: '23514' },
    })
    expect(await backend.admin.from('categories').delete().eq('id', category.id)).toMatchObject({
      status: 409,
      error: { code: '23503' },
    })
  })

  it('does not print the row that breaks a constraint', async () => {
    const staff = await backend.staff()
    const { error } = await staff.from('products').insert({ name: 'Secret', slug: first.slug, price: 1 })
    expect(error).toMatchObject({ code: '23505' })
    expect(JSON.stringify(error)).not.toContain(first.slug)
    const wrong = await staff
      .from('products')
      .insert({ name: 'Secret', slug: `secret-${randomUUID()}`, price: -1 })
    expect(wrong.error).toMatchObject({ code: '23514' })
    expect(JSON.stringify(wrong.error)).not.toMatch(/secret/i)
  })

  it('answers an unknown table, column and function, and a value of the wrong type', async () => {
    const visitor = backend.visitor()
    expect(await visitor.from('no_such_table').select()).toMatchObject({
      status: 404,
      error: { code: 'PGRST205' },
    })
    expect(await visitor.from('products').select('no_such_column')).toMatchObject({
      status: 400,
      error: { code: '42703' },
    })
    expect(await visitor.rpc('no_such_function')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect(await visitor.from('products').select().eq('id', 'not-a-uuid')).toMatchObject({
      status: 400,
      error: { code: '22P02' },
    })
  })
})

describe('functions', () => {
  it('take arguments, and see the headers of the request, as the policies do', async () => {
    const session = `session_${randomUUID()}`
    const guest = backend.visitor({ 'x-session-id': session })
    const added = await guest.rpc('cart_add', { p_product_id: first.id, p_quantity: 2 })
    expect(added).toMatchObject({
      status: 200,
      data: { product_id: first.id, quantity: 2, session_id: session },
    })
    expect((await guest.from('cart_items').select('quantity, product:products(name, price)')).data).toEqual([
      { quantity: 2, product: { name: 'Alpha 100%', price: 10.1 } },
    ])
    expect((await backend.visitor().from('cart_items').select()).data).toEqual([])
    expect(
      (await backend.visitor().from('cart_items').select().setHeader('x-session-id', session)).data,
    ).toHaveLength(1)
    await guest.from('cart_items').delete().eq('product_id', first.id)
  })

  it('answer the row they wrote with what belongs to it', async () => {
    const guest = backend.visitor({ 'x-session-id': `session_${randomUUID()}` })
    const { data } = await guest
      .rpc('cart_add', { p_product_id: first.id, p_quantity: 2 })
      .select('product_id, quantity, product:products(name, price)')
      .single()
    expect(data).toEqual({ product_id: first.id, quantity: 2, product: { name: 'Alpha 100%', price: 10.1 } })
    await guest.from('cart_items').delete().eq('product_id', first.id)
  })

  it('raise their own status, hint and details', async () => {
    const guest = backend.visitor({ 'x-session-id': `session_${randomUUID()}` })
    const { status, error } = await guest.rpc('cart_add', { p_product_id: second.id, p_quantity: 3 })
    expect(status).toBe(409)
    expect(error).toMatchObject({
      code: 'PT409',
      message: 'Only 2 items available.',
      hint: 'insufficient_stock',
      details: '2',
    })
  })

  it('know the role of their caller', async () => {
    expect((await backend.visitor().rpc('dashboard_stats')).error).toMatchObject({ code: '42501' })
    expect((await (await backend.staff()).rpc('dashboard_stats')).data).toHaveProperty('products_total')
  })
})

it('staff read which emails could not be sent, with the orders they belong to, and send one again', async () => {
  const staff = await backend.staff()
  const email = {
    kind: 'contact_received',
    recipient: 'contract@example.com',
    subject: 'We have received your message',
    status: 'failed',
  }
  const { data: made } = await backend.admin.from('email_outbox').insert(email).select('id').single()
  const failed = (client: typeof staff) =>
    client
      .from('email_outbox')
      .select('id, kind, recipient, created_at, orders(order_number)')
      .eq('status', 'failed')
      .eq('recipient', email.recipient)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(5)
  expect((await failed(staff)).data).toEqual([
    expect.objectContaining({ id: made?.id, kind: email.kind, orders: null }),
  ])
  expect((await failed((await backend.customer()).client)).data).toEqual([])
  expect((await staff.rpc('retry_mail', { p_id: made?.id })).error).toBeNull()
  expect((await failed(staff)).data).toEqual([])
  expect((await staff.rpc('retry_mail', { p_id: made?.id })).error).toMatchObject({ hint: 'not_failed' })
  await backend.admin.from('email_outbox').delete().eq('recipient', email.recipient)
})
