import { nobody } from '../declaration/expected-access'
import { person, buyers, stamps } from '../declaration/row-kinds'
import type { ReachByVisitor, TableDeclaration } from '../declaration/table'

const ownCart: ReachByVisitor = { anon: 'own', user: 'own', staff: 'own', nobody: 'none' }

const line = 'cart_items.id, cart_items.product_id, variant_id, quantity, row_to_json(product) as product'
const product = `left join lateral (
  select slug, name, short_description, sku, price, images, inventory_quantity, is_active, options, (
    select json_agg(variant) from (
      select id, option_values, sku, price, image, inventory_quantity, is_active
      from product_variants where product_variants.product_id = products.id) as variant) as variants
  from products where products.id = cart_items.product_id) as product on true`

export const cartItems: TableDeclaration = {
  policies: { forAnyone: ['Owners change their cart', 'Owners empty their cart', 'Owners see their cart'] },
  columns: {
    anon: { select: `${stamps} product_id variant_id quantity customer_id session_id`, update: 'quantity' },
    signedIn: { update: 'quantity' },
  },
  reach: { select: ownCart, insert: nobody, update: ownCart, delete: ownCart },
  rows: {
    key: 'id',
    label: person('p.customer_id = t.customer_id or p.cart = t.session_id'),
    labels: ['nobody', ...buyers],
    change: 'quantity = 2',
    insert: {
      row: (_me, _them, fixtures) =>
        `insert into cart_items (product_id, quantity, session_id) values ('${fixtures.productId}', 1, 'session_0000000000000000')`,
    },
  },
  overreaches: [
    {
      actor: 'guest',
      response: '42501',
      statement: () => "update cart_items set session_id = 'session_0000000000000000'",
    },
  ],
  attack: {
    row: '@victimLine@',
    forged: '{"product_id":"@product@","quantity":1,"customer_id":"@victimCustomer@"}',
    change: '{"customer_id":"@victimCustomer@","quantity":1}',
    own: {
      row: 'id=eq.@buyerLine@',
      changes: {
        'their cart line to another': ['rejected', '{"customer_id":"@victimCustomer@"}'],
        'their cart line into a guest cart': ['rejected', '{"session_id":"session_0000000000000000"}'],
        'their cart line another product': ['rejected', '{"product_id":"@hidden@"}'],
        'a negative quantity': ['rejected', '{"quantity":-5}'],
        'a quantity of nothing': ['rejected', '{"quantity":0}'],
        'a quantity of 2^31': ['rejected', '{"quantity":2147483648}'],
        'half a piece': ['rejected', '{"quantity":"0.5"}'],
        'a quantity beyond the stock': ['rejected', '{"quantity":1000000}'],
        'no quantity': ['rejected', '{"quantity":null}'],
        'a quantity in a list': ['harmless', '{"quantity":[1]}'],
        'a column that is not': ['rejected', '{"price":0}'],
        'the prototype': ['rejected', '{"__proto__":{"quantity":1},"constructor":1}'],
      },
    },
    readers: ['guest', 'stranger'],
    isTheirsToDelete: true,
    facts: {
      victimLine: ({ victim }) => `select id from cart_items where customer_id = '${victim.customer}'`,
      buyerLine: ({ buyer }) => `select id from cart_items where customer_id = '${buyer.customer}'`,
    },
    ownRows: {
      saved: 't.customer_id = any ($customers) or t.session_id = any ($sessions)',
      restore: `
      delete from public.cart_items where customer_id = any ($customers) or customer_id is null and session_id not in (
        select cart_session_id from private.checkout_carts where not checkout_session_id = any ($checkouts));
      insert into public.cart_items select * from saved.cart_items`,
    },
    others:
      'not (t.customer_id is not null and t.customer_id = any ($customers)) and (t.customer_id is not null or t.session_id = any ($kept))',
    gains: {
      'a line beyond the stock':
        'select from public.cart_items as c join private.stock_units as u on u.product_id = c.product_id and u.variant_id is not distinct from c.variant_id where c.quantity > u.inventory_quantity or c.quantity < 1 or not u.is_active',
    },
  },
  growth: (facts) => [
    {
      name: "a guest's cart",
      asker: facts.guest,
      values: [facts.guestSession],
      text: `select ${line} from cart_items ${product} where session_id = $1 order by cart_items.created_at, cart_items.id`,
    },
    {
      name: "a customer's cart",
      asker: facts.buyer,
      values: [facts.buyerId],
      text: `select ${line} from cart_items ${product}
        inner join lateral (select user_id from customers where customers.id = cart_items.customer_id and customers.user_id = $1) as owner on true
        order by cart_items.created_at, cart_items.id`,
    },
  ],
}
