import type { Sql } from 'postgres'
import { rareWord, thingCount, wordCount } from '../declaration/vocabulary'

/** Categories by size: the first holds about a third of all products, `curios` five of them at every size. */
const categories = 20

export async function loadCategories(sql: Sql): Promise<void> {
  await sql`
    insert into categories (id, name, slug)
    select md5('category' || place)::uuid, 'Room ' || place, 'room-' || place from generate_series(1, ${categories}::int) as place
    union all select md5('curios')::uuid, 'Curios', 'curios'`
  // The two largest go with every other.
  await sql`
    insert into category_relations (category_id, companion_id, place)
    select id, md5('category' || place)::uuid, place from categories, generate_series(1, 2) as place
    where id <> md5('category' || place)::uuid`
}

/** Whether the product numbered i comes in sizes: every fourth one. */
const isSized = 'i % 4 = 0'
const sizes = ['S', 'M', 'L', 'XL', 'XXL']

/**
 * Adds the products numbered `from` to `to`: five in a hundred inactive, six sold out or low, spread over five years. Every
 * fourth one has five variants, whose stock and prices are then its own.
 */
export async function loadProducts(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into products (id, slug, name, short_description, description, price, sku, brand, collection, images, image_alts, features, materials,
      inventory_quantity, is_active, is_featured, category_id, created_at, options)
    select md5('product' || i)::uuid, replace(lower(first.word || '-' || second.word || '-' || thing.word), ' ', '-') || '-' || i,
      case when i = 77 then initcap(${rareWord} || ' ' || thing.word) else initcap(first.word || ' ' || second.word || ' ' || thing.word) end,
      short.sentence, long.sentence || '. ' || other.sentence || '.',
      round((5 + 200 * growth.unit(i, 4))::numeric, 2), 'AM-' || upper(left(thing.word, 3)) || '-' || lpad(i::text, 7, '0'), 'Aurelle & Moss',
      'The ' || initcap(second.word) || ' Collection', array['/media/' || first.word || '-1.webp', '/media/' || first.word || '-2.webp'],
      array[short.sentence, short.sentence], array[thing.word, second.word],
      case when i % 2 = 0 then 'Cotton' else 'Linen' end,
      case when ${sql.unsafe(isSized)} then 0 when growth.unit(i, 5) < 0.06 then (growth.unit(i, 6) * 5)::int else 20 + (growth.unit(i, 6) * 200)::int end,
      growth.unit(i, 7) > 0.05, growth.unit(i, 8) < 0.01,
      md5(case when i <= 5 then 'curios' else 'category' || growth.rank(i, 9, ${categories}) end)::uuid,
      now() - (1 + 1825 * growth.unit(i, 10)) * interval '1 day',
      case when ${sql.unsafe(isSized)} then ${JSON.stringify([{ name: 'Size', values: sizes }])}::text::jsonb else '[]' end
    from generate_series(${from}::bigint, ${to}::bigint) as i
    join growth.words as first on first.rank = growth.rank(i, 1, ${wordCount})
    join growth.words as second on second.rank = growth.rank(i, 2, ${wordCount})
    join growth.words as thing on thing.rank = growth.rank(i, 3, ${thingCount})
    join growth.sentences as short on short.id = (hashint8extended(i, 11) & 8191)
    join growth.sentences as long on long.id = (hashint8extended(i, 12) & 8191)
    join growth.sentences as other on other.id = (hashint8extended(i, 13) & 8191)`
  await sql`
    insert into product_variants (id, product_id, option_values, sku, price, inventory_quantity, is_active)
    select md5('variant' || i || size)::uuid, product.id, array[size], product.sku || '-' || size, product.price + 2 * (place - 1),
      case when growth.unit(i, 5) < 0.06 then (growth.unit(i, 20 + place::int) * 2)::int else 8 + (growth.unit(i, 20 + place::int) * 40)::int end,
      growth.unit(i, 30 + place::int) > 0.05
    from generate_series(${from}::bigint, ${to}::bigint) as i
    join products as product on product.id = md5('product' || i)::uuid
    cross join unnest(${sizes}::text[]) with ordinality as size (size, place)
    where ${sql.unsafe(isSized)}
    order by product.id`
  // Every tenth product goes with the three before it.
  await sql`
    insert into product_relations (product_id, companion_id, place)
    select md5('product' || i)::uuid, md5('product' || (i - place))::uuid, place
    from generate_series(${from}::bigint, ${to}::bigint) as i, generate_series(1, 3) as place where i % 10 = 0`
}

/** Adds guest carts numbered `from` to `to` with three lines each, of products among the first `products`. */
export async function loadCarts(sql: Sql, from: number, to: number, products: number): Promise<void> {
  await sql`
    insert into cart_items (product_id, variant_id, quantity, session_id, created_at)
    select unit.product_id, unit.variant_id, 1, 'session_' || md5('cart' || i), now() - growth.unit(i, 20) * interval '20 days'
    from generate_series(${from}::bigint, ${to}::bigint) as i, generate_series(1, 3) as line
    join lateral (select 1 + floor(growth.unit(i, 20 + line) * ${products})::bigint) as drawn (number) on true
    join lateral (
      select product_id, variant_id from private.stock_units
      where product_id = md5('product' || drawn.number)::uuid and is_active and inventory_quantity > 0
      order by variant_id limit 1
    ) as unit on true
    on conflict do nothing`
}
