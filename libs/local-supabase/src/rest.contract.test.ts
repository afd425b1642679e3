import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'

let backend: ContractBackend
let brand: string
let first: { id: string; slug: string }
let second: { id: string; slug: string }
let hidden: { id: string; slug: string }
let category: { id: string; slug: string }

beforeAll(async () => {
  backend = await contractBackend()
  brand = `Contract, "B" (${randomUUID()})`
  category = (
    await backend.admin
      .from('categories')
      .insert({ name: 'Contract', slug: `contract-${randomUUID()}` })
      .select('id, slug')
      .single()
  ).data ?? { id: '', slug: '' }
  first = await backend.product({
    brand,
    name: 'Alpha 100%',
    price: 10.1,
    category_id: category.id,
    features: ['a, b', 'c'],
  })
  second = await backend.product({
    brand,
    name: 'Beta',
    price: 20,
    compare_at_price: 25.5,
    inventory_quantity: 2,
  })
  hidden = await backend.product({ brand, name: 'Gamma', is_active: false })
})
afterAll(async () => {
  await backend.admin.from('products').delete().eq('brand', brand)
  await backend.admin.from('categories').delete().eq('id', category.id)
  await backend.stop()
})

describe('reading', () => {
  it('embeds the category and answers money as numbers, lists as lists, times in ISO form', async () => {
    const { data } = await backend
      .visitor()
      .from('products')
      .select('slug, price, compare_at_price, features, created_at, category:categories(id, slug)')
      .eq('id', first.id)
      .single()
    expect(data).toMatchObject({
      slug: first.slug,
      price: 10.1,
      compare_at_price: null,
      features: ['a, b', 'c'],
      category,
    })
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  it('embeds many rows, and filters by them with an inner join', async () => {
    const { data } = await backend
      .visitor()
      .from('categories')
      .select('slug, products!inner(slug)')
      .eq('products.id', first.id)
    expect(data).toEqual([{ slug: category.slug, products: [{ slug: first.slug }] }])
  })

  it('filters by eq with a value full of punctuation, orders, and counts exactly', async () => {
    const { data, count } = await backend
      .visitor()
      .from('products')
      .select('name', { count: 'exact' })
      .eq('brand', brand)
      .order('price', { ascending: false })
      .order('id')
      .range(0, 0)
    expect(data).toEqual([{ name: 'Beta' }])
    expect(count).toBe(2)
  })

  it('counts without rows', async () => {
    const { count, data } = await backend
      .visitor()
      .from('products')
      .select('*', { count: 'exact', head: true })
      .eq('brand', brand)
    expect([count, data]).toEqual([2, null])
  })

  it('filters by ilike with the wildcards of the text escaped', async () => {
    const { data } = await backend
      .visitor()
      .from('products')
      .select('name')
      .eq('brand', brand)
      .ilike('name', '%100\\%%')
    expect(data).toEqual([{ name: 'Alpha 100%' }])
  })

  it('filters by or, in, is, not, gte and lt', async () => {
    const products = () => backend.visitor().from('products').select('name').eq('brand', brand).order('name')
    expect((await products().or('name.ilike."alpha%",inventory_quantity.lt.3')).data).toHaveLength(2)
    expect((await products().or('name.eq."Alpha 100%",brand.eq."a \\"b\\", (c"')).data).toEqual([
      { name: 'Alpha 100%' },
    ])
    expect((await products().in('brand', [brand.replaceAll('"', '\\"'), 'x'])).data).toHaveLength(2)
    expect((await products().in('id', [second.id, hidden.id])).data).toEqual([{ name: 'Beta' }])
    expect((await products().is('compare_at_price', null)).data).toEqual([{ name: 'Alpha 100%' }])
    expect((await products().not('category_id', 'is', null)).data).toEqual([{ name: 'Alpha 100%' }])
    expect((await products().gte('price', 10.1).lt('price', 20)).data).toEqual([{ name: 'Alpha 100%' }])
    expect((await products().limit(1)).data).toEqual([{ name: 'Alpha 100%' }])
  })

  it('tells none from many', async () => {
    const products = backend.visitor().from('products')
    expect(await products.select().eq('id', hidden.id).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    expect(await products.select().eq('id', hidden.id).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    })
    expect(await products.select().eq('brand', brand).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    })
  })

  it('refuses a range past the end when counting, with the status the client looks for', async () => {
    const { status, error } = await backend
      .visitor()
      .from('products')
      .select('id', { count: 'exact' })
      .eq('brand', brand)
      .range(50, 60)
    expect(status).toBe(416)
    expect(error).toMatchObject({ code: 'PGRST103' })
  })
})

describe('writing', () => {
  it('inserts, updates, upserts and deletes, each answering the rows', async () => {
    const staff = await backend.staff()
    const slug = `contract-${randomUUID()}`
    const inserted = await staff.from('categories').insert({ name: 'One', slug }).select('id, name').single()
    expect(inserted).toMatchObject({ status: 201, data: { name: 'One' } })
    expect(
      (await staff.from('categories').update({ name: 'Two' }).eq('slug', slug).select('name')).data,
    ).toEqual([{ name: 'Two' }])
    expect(
      (
        await staff
          .from('categories')
          .upsert({ name: 'Three', slug }, { onConflict: 'slug' })
          .select('id, name')
          .single()
      ).data,
    ).toEqual({ id: inserted.data?.id, name: 'Three' })
    expect((await staff.from('categories').delete().eq('slug', slug).select('name')).data).toEqual([
      { name: 'Three' },
    ])
    expect(await staff.from('categories').delete().eq('slug', slug)).toMatchObject({
      status: 204,
      error: null,
    })
  })

  it('keeps json as it was given', async () => {
    const key = `contract.x${randomUUID().replace(/[^a-z]/g, '')}`
    const values = [{ a: [1, 'two', null], b: { c: 0.79 } }, 'a "text"', 0.79, true, ['x'], [true], [[false]]]
    for (const value of values) {
      await backend.admin.from('shop_settings').upsert({ key, value })
      expect(
        (await backend.admin.from('shop_settings').select('value').eq('key', key).single()).data,
      ).toEqual({ value })
    }
    await backend.admin.from('shop_settings').delete().eq('key', key)
  })

  const unfit = { status: 400, error: { code: expect.stringMatching(/^22/), message: expect.any(String) } }

  it.each([
    ['features', { a: 1 }],
    ['features', {}],
    ['features', true],
    ['features', 5],
    ['features', 'x'],
    ['features', '["a"]'],
    ['features', [[1], 2]],
    ['features', [1, [2]]],
    ['is_active', { a: 1 }],
    ['is_active', [true]],
    ['is_active', 'maybe'],
    ['price', [[1]]],
    ['price', {}],
    ['inventory_quantity', [1]],
    ['category_id', [['x']]],
    ['created_at', [null]],
  ])('refuses for the column %s the value %j, and keeps what it had', async (column, value) => {
    const products = () => backend.admin.from('products')
    const before = await products().select().eq('id', second.id).single()
    expect(
      await products()
        .update({ [column]: value })
        .eq('id', second.id),
    ).toMatchObject(unfit)
    expect(await products().insert({ ...before.data, [column]: value })).toMatchObject(unfit)
    expect((await products().select().eq('id', second.id).single()).data).toEqual(before.data)
  })

  const noDates: unknown[] = [{}, [], [['x']], [null], 'x', '2026-02-30']
  it.each(noDates.map((value) => ({ value })))('refuses $value for a date', async ({ value }) => {
    const shipments = backend.admin.from('shipments')
    expect(await shipments.update({ estimated_delivery: value }).eq('id', randomUUID())).toMatchObject(unfit)
  })

  it.each([
    [{ p_product_id: [['x']], p_quantity: 1 }],
    [{ p_product_id: {}, p_quantity: 1 }],
    [{ p_quantity: [1] }],
    [{ p_quantity: {} }],
    [{ p_quantity: 1, p_since: [['x']] }],
    [{ p_quantity: 1, p_since: {} }],
  ])('refuses the arguments %j', async (wrong) => {
    const guest = backend.visitor({ 'x-session-id': `session_${randomUUID()}` })
    const answer = await guest.rpc('cart_add', { p_product_id: first.id, ...wrong })
    expect(answer).toMatchObject(unfit)
    expect((await guest.from('cart_items').select()).data).toEqual([])
  })

  it('keeps lists as they were given, and JSON for a text as text', async () => {
    const products = () => backend.admin.from('products')
    const product = await backend.product({ brand, is_active: false })
    for (const [features, kept] of [
      [[]],
      [['a "b"', 'c\\d', 'NULL', '', ' e', '{f}']],
      [[['a'], ['b']]],
      [
        [1, true, { a: [1] }],
        ['1', 'true', '{"a":[1]}'],
      ],
    ]) {
      const changed = await products().update({ features }).eq('id', product.id).select('features').single()
      expect(changed.data).toEqual({ features: kept ?? features })
    }
    const written = { name: { a: [1, 'x'] }, description: [true], is_active: 'true' }
    const change = products().update(written).eq('id', product.id)
    const { data } = await change.select('name, description, is_active').single()
    expect(data).toEqual({ name: '{"a":[1,"x"]}', description: '[true]', is_active: true })
    await products().delete().eq('id', product.id)
  })

  it('does not change what the policies hide', async () => {
    const visitor = backend.visitor()
    expect(await visitor.from('products').update({ price: 0 }).eq('id', first.id).select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
    const { client } = await backend.customer()
    const attempt = await client.from('products').update({ price: 0 }).eq('id', first.id).select()
    expect(attempt.data ?? []).toEqual([])
    expect((await visitor.from('products').select('price').eq('id', first.id).single()).data).toEqual({
      price: 10.1,
    })
  })
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

  it('refuse with a status, a hint and details of their own', async () => {
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

  it('know who calls', async () => {
    expect((await backend.visitor().rpc('dashboard_stats')).error).not.toBeNull()
    expect((await (await backend.staff()).rpc('dashboard_stats')).data).toHaveProperty('products_total')
  })
})

it('staff read which e-mails could not be sent, with the orders they belong to, and send one again', async () => {
  const staff = await backend.staff()
  const letter = {
    kind: 'contact_received',
    recipient: 'contract@example.com',
    subject: 'We have received your message',
    status: 'failed',
  }
  const { data: made } = await backend.admin.from('email_outbox').insert(letter).select('id').single()
  const failed = (client: typeof staff) =>
    client
      .from('email_outbox')
      .select('id, kind, recipient, created_at, orders(order_number)')
      .eq('status', 'failed')
      .eq('recipient', letter.recipient)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(5)
  expect((await failed(staff)).data).toEqual([
    expect.objectContaining({ id: made?.id, kind: letter.kind, orders: null }),
  ])
  expect((await failed((await backend.customer()).client)).data).toEqual([])
  expect((await staff.rpc('retry_mail', { p_id: made?.id })).error).toBeNull()
  expect((await failed(staff)).data).toEqual([])
  expect((await staff.rpc('retry_mail', { p_id: made?.id })).error).toMatchObject({ hint: 'not_failed' })
  await backend.admin.from('email_outbox').delete().eq('recipient', letter.recipient)
})
