import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'

let backend: ContractBackend

beforeAll(async () => {
  backend = await contractBackend()
})
afterAll(() => backend.stop())

const columns =
  'variant_id, quantity, product:products(name, options, variants:product_variants(id, option_values, price, inventory_quantity, is_active))'

it('a cart line embeds its product with all active variants, and changes its variant in place', async () => {
  const robe = await backend.product({
    name: 'Robe',
    price: 40,
    inventory_quantity: 0,
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
  })
  const { data: added } = await backend.admin
    .from('product_variants')
    .insert([
      { product_id: robe.id, option_values: ['S'], inventory_quantity: 3 },
      { product_id: robe.id, option_values: ['M'], inventory_quantity: 2, price: 45 },
      { product_id: robe.id, option_values: ['L'], inventory_quantity: 2, is_active: false },
    ])
    .select('id')
  const [s, m, l] = (added ?? []).map(({ id }) => String(id))
  const guest = backend.visitor({ 'x-session-id': `session_${randomUUID()}` })
  const add = (variant?: string) =>
    guest
      .rpc('cart_add', { p_product_id: robe.id, p_quantity: 1, ...(variant && { p_variant_id: variant }) })
      .select(`id, ${columns}`)
      .single()
  expect((await add()).error).toMatchObject({ hint: 'variant_required', message: 'Choose a size.' })
  expect((await add(l)).error).toMatchObject({ hint: 'variant_not_found' })
  const { data: line } = await add(s)
  expect(line).toMatchObject({ variant_id: s, quantity: 1 })
  await add(m)
  const id = line && 'id' in line ? line.id : null
  const changed = await guest
    .rpc('cart_change_variant', { p_item_id: id, p_variant_id: m })
    .select(columns)
    .single()
  expect(changed.data).toMatchObject({ variant_id: m, quantity: 2 })
  const { data: lines } = await guest.from('cart_items').select(columns)
  expect(lines).toHaveLength(1)
  const variants = { id: m, option_values: ['M'], price: 45, inventory_quantity: 2, is_active: true }
  expect(lines?.[0]).toMatchObject({
    variant_id: m,
    quantity: 2,
    product: { name: 'Robe', options: [{ name: 'Size', values: ['S', 'M', 'L'] }] },
  })
  expect(JSON.stringify(lines)).toContain(JSON.stringify(variants))
  expect(JSON.stringify(lines)).not.toContain(l)
  const missing = await guest.rpc('cart_change_variant', { p_item_id: randomUUID(), p_variant_id: m })
  expect(missing.error).toMatchObject({ hint: 'line_not_found' })
})
