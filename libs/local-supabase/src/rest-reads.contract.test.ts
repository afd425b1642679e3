import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'
import { createContractProducts, type ContractProducts } from './test-contract-products'

let backend: ContractBackend
let brand: ContractProducts['brand']
let first: ContractProducts['first']
let second: ContractProducts['second']
let hidden: ContractProducts['hidden']
let category: ContractProducts['category']
let remove: ContractProducts['remove']

beforeAll(async () => {
  backend = await contractBackend()
  ;({ brand, first, second, hidden, category, remove } = await createContractProducts(backend))
})
afterAll(async () => {
  await remove()
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

  it('distinguishes no row from many', async () => {
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

  it('rejects a range past the end when counting, with the status the client looks for', async () => {
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
