import type { Facts, Place } from './facts'
import type { Question } from './measure'
import { frequentWord, ordinaryWord, rareWord } from './vocabulary'

/**
 * What a search of products may touch at any size: it ranks 500 candidates at most, by documents that lie strewn over as
 * many pages, reads the list of those that match, and the rows of one page.
 */
const searchBound = 1_500

const card =
  'products.id, products.slug, products.name, short_description, price, images, image_alts, inventory_quantity'
const after = (table: string, from = 1): string =>
  `${table}.created_at <= $${String(from)} and (${table}.created_at < $${String(from)} or ${table}.id > $${String(from + 1)})`
const at = ({ at: moment, id }: Place): string[] => [moment, id]
const newest = 'order by products.created_at desc, products.id limit 24'

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

function catalogue({ guest, ...facts }: Facts): Question[] {
  return [
    {
      name: 'featured products',
      asker: guest,
      values: [],
      text: `select ${card} from products where is_active and is_featured order by created_at desc, id limit 3`,
    },
    {
      name: 'products, first page',
      asker: guest,
      values: [],
      text: `select ${card} from products where is_active ${newest}`,
    },
    {
      name: 'products, next page',
      asker: guest,
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
      asker: guest,
      values: [facts.category.id],
      text: `select ${card} from products where is_active and category_id = $1 ${newest}`,
    },
    {
      name: 'a category, next page',
      asker: guest,
      values: [facts.category.id, ...at(facts.inCategory)],
      text: `select ${card} from products where is_active and category_id = $1 and ${after('products', 2)} ${newest}`,
    },
    {
      name: 'a small category with its products, first page',
      asker: guest,
      values: ['curios'],
      text: `select categories.id, slug, listed.products from categories
        left join lateral (
          select json_agg(product) as products
          from (select ${card} from products where products.category_id = categories.id and is_active ${newest}) as product
        ) as listed on true
        where slug = $1 and is_active`,
    },
    ...sortedLists(facts.category.id).map(({ name, where, order, values }) => ({
      name: `products ${name}`,
      asker: guest,
      values,
      text: `select ${card} from products where is_active ${where} order by ${order} limit 24`,
    })),
    { name: 'brands', asker: guest, values: [], text: 'select * from list_brands()' },
    {
      name: 'brands of a category',
      asker: guest,
      values: [facts.category.slug],
      text: 'select * from list_brands($1)',
    },
    { name: 'products, how many', asker: guest, values: [], text: 'select count_products()' },
    {
      name: 'products of a category, how many',
      asker: guest,
      values: [facts.category.slug],
      text: 'select count_products($1)',
    },
    {
      name: 'categories',
      asker: guest,
      values: [],
      text: 'select id, name, slug, description, image_url, image_alt from categories where is_active order by name, id limit 200',
    },
    {
      name: 'a product by its slug',
      asker: guest,
      values: [facts.slug],
      text: `select ${card}, description, features, materials, care, sku, brand, collection, row_to_json(category) as category
        from products left join lateral (select id, name, slug from categories where categories.id = products.category_id) as category on true
        where products.slug = $1 and is_active limit 1`,
    },
    {
      name: 'what goes with a product',
      asker: guest,
      values: [facts.category.id, facts.productId],
      text: `select ${card} from products where is_active and category_id = $1 and id <> $2 and inventory_quantity > 0 order by created_at desc, id limit 3`,
    },
  ]
}

function searches({ guest }: Facts): Question[] {
  const search = (name: string, query: string, offset = '0'): Question => ({
    name: `search: ${name}`,
    asker: guest,
    values: [query, offset],
    bound: searchBound,
    text: 'select * from search_products(p_query => $1, p_limit => 24, p_offset => $2)',
  })
  return [
    search('a rare word', rareWord),
    search('an ordinary word', ordinaryWord),
    search('a frequent word', frequentWord),
    search('a frequent word, next page', frequentWord, '24'),
    search('two frequent words', 'silk candle'),
    search('a frequent and a rare word', `${frequentWord} ${rareWord}`),
    search('a typing error', 'ravenglaed'),
    search('a typing error in a frequent word', 'slik'),
    search('a half-typed word', 'raveng'),
    search('one letter', 'b'),
    search('a number', 'AM-SIL-0000077'),
    search('a half-typed number', 'AM-SIL-000'),
    search('the start of all numbers', '00'),
    search('no such word', 'zzqxv'),
    search('two frequent words that never meet', 'cotton linen'),
    search('the name of a small category', 'curios'),
    search("the house's own name, in every product", 'aurelle'),
  ]
}

function purchases({ guest, guestSession, buyer, buyerId, ...facts }: Facts): Question[] {
  const line = 'cart_items.id, product_id, quantity, row_to_json(product) as product'
  const product =
    'left join lateral (select slug, name, short_description, price, images, inventory_quantity, is_active from products where products.id = cart_items.product_id) as product on true'
  const details = JSON.stringify({
    email: 'guest@example.test',
    first_name: 'Ada',
    last_name: 'Guest',
    shipping_method_id: facts.method,
    shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
  })
  const orders =
    'id, order_number, created_at, paid_at, status, payment_status, payment_method, currency, subtotal, tax_amount, shipping_amount, total, email, items, shipping_address, billing_address, checkout_session_id, stripe_payment_intent_id'
  return [
    {
      name: "a guest's cart",
      asker: guest,
      values: [guestSession],
      text: `select ${line} from cart_items ${product} where session_id = $1 order by cart_items.created_at, cart_items.id`,
    },
    {
      name: "a customer's cart",
      asker: buyer,
      values: [buyerId],
      text: `select ${line} from cart_items ${product}
        inner join lateral (select user_id from customers where customers.id = cart_items.customer_id and customers.user_id = $1) as owner on true
        order by cart_items.created_at, cart_items.id`,
    },
    {
      name: 'adding to a cart',
      asker: guest,
      values: [facts.productId],
      text: 'select * from cart_add(p_product_id => $1, p_quantity => 1)',
    },
    {
      name: 'starting a checkout',
      asker: guest,
      values: [details],
      text: 'select * from start_checkout(p_details => $1)',
    },
    {
      name: 'reserving a checkout',
      asker: guest,
      values: [facts.checkouts.guest],
      text: 'select * from reserve_checkout(p_session_id => $1)',
    },
    {
      name: 'completing a checkout',
      asker: guest,
      values: [facts.checkouts.guest, facts.key],
      text: 'select * from complete_checkout(p_session_id => $1, p_idempotency_key => $2)',
    },
    {
      name: 'completing a checkout, buyer of many orders',
      asker: buyer,
      values: [facts.checkouts.buyer, facts.key],
      text: 'select * from complete_checkout(p_session_id => $1, p_idempotency_key => $2)',
    },
    {
      name: "a customer's orders, first page",
      asker: buyer,
      values: [buyerId],
      text: `select ${orders} from orders where user_id = $1 order by created_at desc, id limit 10`,
    },
    {
      name: "a customer's orders, next page",
      asker: buyer,
      values: [buyerId, ...at(facts.buyersOrders)],
      text: `select ${orders} from orders where user_id = $1 and ${after('orders', 2)} order by created_at desc, id limit 10`,
    },
    {
      name: 'tracking an order by e-mail',
      asker: guest,
      values: [facts.order.number, facts.order.email],
      text: 'select * from track_order(p_order_number => $1, p_contact => $2)',
    },
    {
      name: 'tracking an order by postcode',
      asker: guest,
      values: [facts.order.number, facts.order.postcode],
      text: 'select * from track_order(p_order_number => $1, p_contact => $2)',
    },
  ]
}

/** What visitors of the shop ask. */
export function shopQuestions(facts: Facts): Question[] {
  return [...catalogue(facts), ...searches(facts), ...purchases(facts)]
}
