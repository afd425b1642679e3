import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { as, type Visitor } from './visitor-fixtures'

/** A product in sizes for one test, with the ids of its variants by size. */
export interface SizedProduct {
  id: string
  slug: string
  variants: Readonly<Record<string, string>>
}

/** @param stock pieces by size @param price pounds, of every size that has none of its own in `prices` */
export async function sizedProduct(
  sql: Sql,
  stock: Readonly<Record<string, number>>,
  { price = 40, prices = {} }: { price?: number; prices?: Readonly<Record<string, number>> } = {},
): Promise<SizedProduct> {
  const slug = randomUUID()
  const options = JSON.stringify([{ name: 'Size', values: Object.keys(stock) }])
  const [product] = await sql<{ id: string }[]>`
    insert into products (slug, name, price, options, sku) values (${slug}, ${slug}, ${price}, ${options}::text::jsonb, ${slug})
    returning id`
  const id = product?.id ?? ''
  const variants: Record<string, string> = {}
  for (const [size, quantity] of Object.entries(stock)) {
    const [row] = await sql<{ id: string }[]>`
      insert into product_variants (product_id, option_values, inventory_quantity, sku, price, track_inventory)
      values (${id}, ${[size]}, ${quantity}, ${`${slug.slice(0, 8)}-${size}`}, ${prices[size] ?? null}, false) returning id`
    variants[size] = row?.id ?? ''
  }
  return { id, slug, variants }
}

export function addVariant(sql: Sql, visitor: Visitor, product: SizedProduct, size: string, quantity = 1) {
  return as(sql, visitor, async (tx) => {
    const [line] = await tx<{ id: string; quantity: number; variant_id: string }[]>`
      select id, quantity, variant_id
      from cart_add(${product.id}, ${quantity}, p_variant_id => ${product.variants[size] ?? null})`
    if (!line) throw new Error('no line')
    return line
  })
}

/** The stock of each size. */
export async function stockBySize(sql: Sql, { id }: SizedProduct): Promise<Record<string, number>> {
  const rows = await sql<{ size: string; stock: number }[]>`
    select option_values[1] as size, inventory_quantity as stock from product_variants where product_id = ${id}`
  return Object.fromEntries(rows.map(({ size, stock }) => [size, stock]))
}
