import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'
import { createContractProducts, type ContractProducts } from './test-contract-products'

let backend: ContractBackend
let brand: ContractProducts['brand']
let first: ContractProducts['first']
let second: ContractProducts['second']
let remove: ContractProducts['remove']

beforeAll(async () => {
  backend = await contractBackend()
  ;({ brand, first, second, remove } = await createContractProducts(backend))
})
afterAll(async () => {
  await remove()
  await backend.stop()
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

  it('stores json unchanged', async () => {
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
  ])('rejects for the column %s the value %j, and leaves the row unchanged', async (column, value) => {
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
  it.each(noDates.map((value) => ({ value })))('rejects $value for a date', async ({ value }) => {
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
  ])('rejects the arguments %j', async (wrong) => {
    const guest = backend.visitor({ 'x-session-id': `session_${randomUUID()}` })
    const response = await guest.rpc('cart_add', { p_product_id: first.id, ...wrong })
    expect(response).toMatchObject(unfit)
    expect((await guest.from('cart_items').select()).data).toEqual([])
  })

  it('stores lists unchanged, and JSON for a text as text', async () => {
    const products = () => backend.admin.from('products')
    const product = await backend.product({ brand, is_active: false })
    for (const [features, stored] of [
      [[]],
      [['a "b"', 'c\\d', 'NULL', '', ' e', '{f}']],
      [[['a'], ['b']]],
      [
        [1, true, { a: [1] }],
        ['1', 'true', '{"a":[1]}'],
      ],
    ]) {
      const changed = await products().update({ features }).eq('id', product.id).select('features').single()
      expect(changed.data).toEqual({ features: stored ?? features })
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
