import { after, at, type Facts, type Question } from '../declaration/growth'

/** What cards of products show. */
export const card =
  'products.id, products.slug, products.name, short_description, price, was_price, images, image_alts, inventory_quantity, options, highest_price'

/** The order and length of a page of products. */
export const newest = 'order by products.created_at desc, products.id limit 24'

/** The lists by price and name: of all products, of a category and of a brand, from both ends and from deep within. */
function sortedLists(category: string): { name: string; where: string; order: string; values: string[] }[] {
  const orders = [
    ['by price', 'price, id'],
    ['by price, falling', 'price desc, id desc'],
    ['by name', 'name, id'],
    ['newest first', 'created_at desc, id'],
  ] as const
  return [
    ...orders.flatMap(([order, columns]) => [
      { name: order, where: '', order: columns, values: [] },
      { name: `of a category ${order}`, where: 'and category_id = $1', order: columns, values: [category] },
      { name: `of a brand ${order}`, where: 'and brand = $1', order: columns, values: ['Aurelle & Moss'] },
    ]),
    {
      name: 'of a category and a brand, newest first',
      where: 'and category_id = $1 and brand = $2',
      order: 'created_at desc, id',
      values: [category, 'Aurelle & Moss'],
    },
  ]
}

/** What pages of the shop ask of products. */
export const shopProductQuestions = (facts: Facts): Question[] => [
  {
    name: 'featured products',
    asker: facts.guest,
    values: [],
    text: `select ${card} from products where is_active and is_featured order by created_at desc, id limit 3`,
  },
  {
    name: 'products, first page',
    asker: facts.guest,
    values: [],
    text: `select ${card} from products where is_active ${newest}`,
  },
  {
    name: 'products, next page',
    asker: facts.guest,
    values: at(facts.products),
    text: `select ${card} from products where is_active and ${after('products')} ${newest}`,
  },
  {
    name: 'products, first page, signed in',
    asker: facts.buyer,
    values: [],
    text: `select ${card} from products where is_active ${newest}`,
  },
  {
    name: 'a category, first page',
    asker: facts.guest,
    values: [facts.category.id],
    text: `select ${card} from products where is_active and category_id = $1 ${newest}`,
  },
  {
    name: 'a category, next page',
    asker: facts.guest,
    values: [facts.category.id, ...at(facts.inCategory)],
    text: `select ${card} from products where is_active and category_id = $1 and ${after('products', 2)} ${newest}`,
  },

  ...sortedLists(facts.category.id).map(({ name, where, order, values }) => ({
    name: `products ${name}`,
    asker: facts.guest,
    values,
    text: `select ${card} from products where is_active ${where} order by ${order} limit 24`,
  })),

  ...[
    { name: 'a product by its slug', slug: facts.slug },
    { name: 'a product with variants by its slug', slug: facts.sized.slug },
  ].map(({ name, slug }) => ({
    name,
    asker: facts.guest,
    values: [slug],
    text: `select ${card}, description, features, materials, care, sku, brand, collection, row_to_json(category) as category, variants
        from products left join lateral (select id, name, slug from categories where categories.id = products.category_id) as category on true
        left join lateral (
          select json_agg(variant) as variants from (
            select id, option_values, sku, price, was_price, image, inventory_quantity
            from product_variants where product_variants.product_id = products.id and product_variants.is_active order by option_values) as variant
        ) as variants on true
        where products.slug = $1 and is_active limit 1`,
  })),
  {
    name: 'what shoppers may prefer to a product',
    asker: facts.guest,
    values: [facts.category.id, facts.productId],
    text: `select ${card} from products where is_active and category_id = $1 and id <> $2 and inventory_quantity > 0 order by created_at desc, id limit 3`,
  },
]

/** What the back office asks of products. */
export function officeProductQuestions(facts: Facts): Question[] {
  const columns =
    'products.id, products.name, products.slug, description, price, compare_at_price, images, inventory_quantity, category_id, is_featured, is_active, products.created_at, row_to_json(category) as category'
  const room =
    'left join lateral (select id, name, slug from categories where categories.id = products.category_id) as category on true'
  const order = 'order by products.created_at desc, products.id limit 10'
  const { at, id } = facts.products
  return [
    {
      name: 'office: products, first page',
      asker: facts.staff,
      values: [],
      text: `select ${columns} from products ${room} ${order}`,
    },
    {
      name: 'office: products, next page',
      asker: facts.staff,
      values: [at, id],
      text: `select ${columns} from products ${room} where products.created_at <= $1 and (products.created_at < $1 or products.id > $2) ${order}`,
    },
    {
      name: 'office: products of a category',
      asker: facts.staff,
      values: [facts.category.id],
      text: `select ${columns} from products ${room} where category_id = $1 ${order}`,
    },
  ]
}
