import { table, type Attack, type Attacker, type Outcome } from './hostile-attack'

/** A table: a row that somebody must not write, a change nobody must make, and whose row to aim at. */
interface Target {
  key: string
  /** The row aimed at: somebody else's, or the shop's. */
  row: string
  forged: string
  change: string
  /** A column to merge duplicates on. */
  unique?: string
}

/** Every table a browser can name. */
export const tables: Readonly<Record<string, Target>> = {
  account_creation_tokens: {
    key: 'id',
    row: '@victimToken@',
    forged: '{"token_hash":"x","checkout_session_id":"@guestCheckout@","email":"x@y.zz"}',
    change: '{"used_at":null,"expires_at":"2999-01-01"}',
    unique: 'token_hash',
  },
  addresses: {
    key: 'id',
    row: '@victimAddress@',
    forged:
      '{"customer_id":"@victimCustomer@","first_name":"<b>x</b>","last_name":"x","address_line_1":"x","city":"x","postal_code":"SW1A 1AA"}',
    change: '{"customer_id":"@victimCustomer@"}',
  },
  admin_users: {
    key: 'id',
    row: '@staffRecord@',
    forged: '{"user_id":"@strangerUser@","role":"super_admin","is_active":true}',
    change: '{"role":"super_admin","is_active":true}',
    unique: 'user_id',
  },
  audit_log: {
    key: 'id',
    row: '1',
    forged: '{"table_name":"orders","row_id":"x","action":"delete","actor":"@staffUser@"}',
    change: '{"actor":"@staffUser@"}',
  },
  cart_items: {
    key: 'id',
    row: '@victimLine@',
    forged: '{"product_id":"@product@","quantity":1,"customer_id":"@victimCustomer@"}',
    change: '{"customer_id":"@victimCustomer@","quantity":1}',
  },
  categories: {
    key: 'id',
    row: '@category@',
    forged: '{"name":"<script>","slug":"hostile"}',
    change: '{"name":"<script>alert(1)</script>"}',
    unique: 'slug',
  },
  catalogue_version: { key: 'id', row: 'true', forged: '{"version":1}', change: '{"version":999999}' },
  checkout_sessions: {
    key: 'id',
    row: '@victimCheckout@',
    forged:
      '{"email":"x@y.zz","first_name":"x","last_name":"x","shipping_address":{},"billing_address":{},"subtotal":0,"tax_amount":0,"shipping_amount":0,"total":0,"cart_items":[]}',
    change: '{"total":0.01,"subtotal":0.01,"status":"completed","expires_at":"2999-01-01"}',
    unique: 'session_id',
  },
  contact_messages: {
    key: 'id',
    row: '@victimLetter@',
    forged: '{"name":"x","email":"x@y.zz","subject":"x","message":"ten letters long","is_read":true}',
    change: '{"is_read":true,"message":"something else entirely"}',
  },
  customers: {
    key: 'id',
    row: '@victimCustomer@',
    forged: '{"user_id":"@victimUser@","email":"@victimEmail@"}',
    change: '{"age_verified":true,"total_spent":99999,"total_orders":99,"stripe_customer_id":"cus_x"}',
    unique: 'user_id',
  },
  email_outbox: {
    key: 'id',
    row: '@victimMail@',
    forged: '{"kind":"order_confirmation","recipient":"all@example.test","subject":"Spam"}',
    change: '{"recipient":"@strangerEmail@","status":"pending","attempts":0}',
  },
  gift_card_entries: {
    key: 'gift_card_id',
    row: '@giftCard@',
    forged: '{"gift_card_id":"@giftCard@","kind":"given_back","amount_pence":100}',
    change: '{"amount_pence":100000}',
  },
  gift_cards: {
    key: 'id',
    row: '@giftCard@',
    forged: `{"code_hash":"${'0'.repeat(64)}","hint":"0000","initial_pence":100000}`,
    change: '{"balance_pence":5000,"state":"active"}',
    unique: 'code_hash',
  },
  inventory_alerts: {
    key: 'product_id',
    row: '@product@',
    forged: '{"product_id":"@product@"}',
    change: '{"is_active":false}',
  },
  inventory_movements: {
    key: 'product_id',
    row: '@product@',
    forged: '{"product_id":"@product@","kind":"received","quantity":1000}',
    change: '{"quantity":1000000}',
  },
  order_events: {
    key: 'order_id',
    row: '@victimOrder@',
    forged: '{"order_id":"@victimOrder@","type":"refunded","description":"<img src=x onerror=alert(1)>"}',
    change: '{"description":"x"}',
  },
  orders: {
    key: 'id',
    row: '@victimOrder@',
    forged:
      '{"order_number":"AM20250105-0001","user_id":"@strangerUser@","subtotal":0,"tax_amount":0,"shipping_amount":0,"total":0,"items":[],"shipping_address":{},"billing_address":{},"checkout_session_id":"@guestCheckout@","payment_status":"paid"}',
    change: '{"status":"completed","payment_status":"refunded"}',
    unique: 'order_number',
  },
  payment_attempts: {
    key: 'id',
    row: '@payment@',
    forged: '{"checkout_session_id":"@guestCheckout@","provider":"x","amount":0,"status":"succeeded"}',
    change: '{"status":"succeeded","amount":0}',
  },
  products: {
    key: 'id',
    row: '@product@',
    forged: '{"slug":"hostile","name":"<script>","price":0}',
    change: '{"price":0.01,"inventory_quantity":999999}',
    unique: 'slug',
  },
  promotion_uses: {
    key: 'id',
    row: '@unused@',
    forged:
      '{"promotion_id":"@promotion@","checkout_session_id":"@guestCheckout@","email":"x@y.zz","state":"used"}',
    change: '{"state":"returned"}',
  },
  promotions: {
    key: 'id',
    row: '@promotion@',
    forged: '{"code":"FREE-ALL","kind":"percent","percent":100}',
    change: '{"percent":100,"uses_limit":null,"minimum_pence":0}',
    unique: 'code',
  },
  profiles: {
    key: 'id',
    row: '@victimUser@',
    forged: '{"id":"@victimUser@","first_name":"<b>"}',
    change: '{"id":"@victimUser@","created_at":"2000-01-01"}',
  },
  shipments: {
    key: 'id',
    row: '@victimShipment@',
    forged: '{"order_id":"@buyerOrder@","status":"delivered","tracking_number":"x"}',
    change: '{"status":"delivered"}',
  },
  shipping_methods: {
    key: 'id',
    row: '@method@',
    forged: '{"name":"Free","base_price":0}',
    change: '{"base_price":0}',
  },
  shipping_rules: {
    key: 'id',
    row: '@rule@',
    forged: '{"name":"Free","type":"free_shipping","actions":{"free_shipping":true}}',
    change: '{"actions":{"free_shipping":true},"conditions":{}}',
  },
  shipping_zones: {
    key: 'id',
    row: '@zone@',
    forged: '{"name":"x","multiplier":0.1}',
    change: '{"multiplier":0.1}',
  },
  shop_settings: {
    key: 'key',
    row: 'pricing.factor',
    forged: '{"key":"hostile.setting","value":0}',
    change: '{"value":0.01}',
    unique: 'key',
  },
  wishlist_items: {
    key: 'user_id',
    row: '@victimUser@',
    forged: '{"user_id":"@victimUser@","product_id":"@product@"}',
    change: '{"user_id":"@victimUser@"}',
    unique: 'user_id,product_id',
  },
  tracking_events: {
    key: 'shipment_id',
    row: '@victimShipment@',
    forged: '{"shipment_id":"@victimShipment@","status":"delivered","description":"x"}',
    change: '{"status":"x"}',
  },
}

const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
const shown = { prefer: 'return=representation' }

// In these the attacker's own rows are theirs to delete.
const ownToDelete: ReadonlySet<string> = new Set(['cart_items', 'addresses'])
// A letter to the shop is anyone's to write, without the columns that are the shop's; the catalogue is anyone's to read.
const open: ReadonlySet<string> = new Set([
  'products',
  'categories',
  'catalogue_version',
  'shipping_methods',
  'shipping_rules',
  'shipping_zones',
  'shop_settings',
])

/** Every table × insert, upsert, replace, change and delete, aimed at all rows and at somebody's. */
export function tableAttacks(): Attack[] {
  return Object.entries(tables).flatMap(([name, { key, row, forged, change, unique }]) =>
    (['guest', 'stranger'] as const).flatMap((by) => {
      const aim = `${name}?${key}=eq.${row}`
      const withKey = `{"${key}":"${row}",${forged.slice(1)}`
      return [
        table(`${by} inserts into ${name}`, by, 'refused', 'POST', name, forged, shown),
        table(
          `${by} inserts many into ${name}`,
          by,
          'refused',
          'POST',
          name,
          `[${Array.from({ length: 50 }, () => forged).join(',')}]`,
        ),
        table(
          `${by} merges duplicates into ${name}`,
          by,
          'refused',
          'POST',
          `${name}?on_conflict=${unique ?? key}`,
          withKey,
          merge,
        ),
        table(
          `${by} inserts into ${name} with other columns named`,
          by,
          'refused',
          'POST',
          `${name}?columns=${key}`,
          withKey,
          merge,
        ),
        table(`${by} puts a row of ${name}`, by, 'refused', 'PUT', aim, withKey, shown),
        table(
          `${by} changes every row of ${name}`,
          by,
          'nothing',
          'PATCH',
          `${name}?${key}=not.is.null`,
          change,
          shown,
        ),
        table(`${by} changes one row of ${name}`, by, 'nothing', 'PATCH', aim, change, shown),
        table(
          `${by} deletes every row of ${name}`,
          by,
          ownToDelete.has(name) ? 'harmless' : 'nothing',
          'DELETE',
          `${name}?${key}=not.is.null`,
          undefined,
          shown,
        ),
        table(`${by} deletes one row of ${name}`, by, 'nothing', 'DELETE', aim, undefined, shown),
        table(
          `${by} reads all of ${name}`,
          by,
          open.has(name) ||
            name === 'cart_items' ||
            (by === 'stranger' && ['customers', 'profiles', 'addresses', 'orders'].includes(name))
            ? 'harmless'
            : 'nothing',
          'GET',
          `${name}?select=*`,
        ),
        table(
          `${by} reads one row of ${name}`,
          by,
          open.has(name) ? 'harmless' : 'nothing',
          'GET',
          `${aim}&select=${key}`,
        ),
        table(
          `${by} counts ${name} without reading`,
          by,
          'harmless',
          'HEAD',
          `${name}?${key}=eq.${row}`,
          undefined,
          { prefer: 'count=exact' },
        ),
      ]
    }),
  )
}

const own: readonly [string, Outcome, string, string, string?][] = [
  ['their order a refund', 'nothing', 'PATCH', 'orders?id=eq.@buyerOrder@', '{"payment_status":"refunded"}'],
  ['their order another total', 'refused', 'PATCH', 'orders?id=eq.@buyerOrder@', '{"total":0.01}'],
  ['their order new items', 'refused', 'PATCH', 'orders?id=eq.@buyerOrder@', '{"items":[]}'],
  [
    'their order another owner',
    'refused',
    'PATCH',
    'orders?id=eq.@buyerOrder@',
    '{"user_id":"@victimUser@"}',
  ],
  ['their order away', 'nothing', 'DELETE', 'orders?id=eq.@buyerOrder@'],
  [
    'their checkout paid',
    'refused',
    'PATCH',
    'checkout_sessions?user_id=eq.@buyerUser@',
    '{"status":"completed"}',
  ],
  [
    'their checkout cheaper',
    'refused',
    'PATCH',
    'checkout_sessions?user_id=eq.@buyerUser@',
    '{"total":1,"subtotal":1}',
  ],
  [
    'their customer another user',
    'refused',
    'PATCH',
    'customers?id=eq.@buyerCustomer@',
    '{"user_id":"@victimUser@"}',
  ],
  [
    'their customer another e-mail',
    'refused',
    'PATCH',
    'customers?id=eq.@buyerCustomer@',
    '{"email":"@victimEmail@"}',
  ],
  ['their customer an age', 'refused', 'PATCH', 'customers?id=eq.@buyerCustomer@', '{"age_verified":true}'],
  [
    'their customer a fortune',
    'refused',
    'PATCH',
    'customers?id=eq.@buyerCustomer@',
    '{"total_spent":1000000}',
  ],
  [
    'their customer HTML for a name',
    'harmless',
    'PATCH',
    'customers?id=eq.@buyerCustomer@',
    '{"first_name":"<script>alert(1)</script>"}',
  ],
  [
    'their customer a name of 10,000 letters',
    'refused',
    'PATCH',
    'customers?id=eq.@buyerCustomer@',
    `{"first_name":"${'x'.repeat(10_000)}"}`,
  ],
  [
    'their customer a NUL for a name',
    'refused',
    'PATCH',
    'customers?id=eq.@buyerCustomer@',
    '{"first_name":"a\\u0000"}',
  ],
  [
    'their profile emoji for a name',
    'harmless',
    'PATCH',
    'profiles?id=eq.@buyerUser@',
    '{"first_name":"👩‍👩‍👧‍👦"}',
  ],
  [
    'their address to another',
    'refused',
    'PATCH',
    'addresses?id=eq.@buyerAddress@',
    '{"customer_id":"@victimCustomer@"}',
  ],
  [
    'their address a postcode in script',
    'refused',
    'PATCH',
    'addresses?id=eq.@buyerAddress@',
    '{"postal_code":"<script>"}',
  ],
  [
    'their address a country in letters',
    'refused',
    'PATCH',
    'addresses?id=eq.@buyerAddress@',
    '{"country":"<b>"}',
  ],
  [
    'their address 1 MB of street',
    'refused',
    'PATCH',
    'addresses?id=eq.@buyerAddress@',
    `{"address_line_1":"${'x'.repeat(1_000_000)}"}`,
  ],
  [
    'their address an id of somebody',
    'refused',
    'PATCH',
    'addresses?id=eq.@buyerAddress@',
    '{"id":"@victimAddress@"}',
  ],
  [
    'their cart line to another',
    'refused',
    'PATCH',
    'cart_items?id=eq.@buyerLine@',
    '{"customer_id":"@victimCustomer@"}',
  ],
  [
    'their cart line into a guest cart',
    'refused',
    'PATCH',
    'cart_items?id=eq.@buyerLine@',
    '{"session_id":"session_0000000000000000"}',
  ],
  [
    'their cart line another product',
    'refused',
    'PATCH',
    'cart_items?id=eq.@buyerLine@',
    '{"product_id":"@hidden@"}',
  ],
  ['a negative quantity', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":-5}'],
  ['a quantity of nothing', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":0}'],
  ['a quantity of 2^31', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":2147483648}'],
  ['half a piece', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":"0.5"}'],
  ['a quantity beyond the stock', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":1000000}'],
  ['no quantity', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":null}'],
  ['a quantity in a list', 'harmless', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"quantity":[1]}'],
  ['a column that is not', 'refused', 'PATCH', 'cart_items?id=eq.@buyerLine@', '{"price":0}'],
  [
    'the prototype',
    'refused',
    'PATCH',
    'cart_items?id=eq.@buyerLine@',
    '{"__proto__":{"quantity":1},"constructor":1}',
  ],
]

/** What a signed-in buyer may try with the rows that are theirs. */
export function ownRowAttacks(): Attack[] {
  return own.map(([what, expects, method, address, body]) =>
    table(`buyer gives ${what}`, 'buyer', expects, method, address, body, shown),
  )
}

const letters: readonly [string, Outcome, string][] = [
  [
    'HTML everywhere',
    'harmless',
    '{"name":"<b>x</b>","email":"@someEmail@","subject":"<script>alert(1)</script>","message":"<img src=x onerror=alert(1)>"}',
  ],
  [
    'right-to-left and accents',
    'harmless',
    `{"name":"\\u202eevil","email":"@someEmail@","subject":"e${'\u0301'.repeat(150)}","message":"\\u200b\\u200b\\u200b\\u200b\\u200bten letters"}`,
  ],
  [
    'an e-mail with a header',
    'refused',
    '{"name":"x","email":"x@y.zz\\r\\nBcc: all@y.zz","subject":"x","message":"ten letters long"}',
  ],
  [
    'an e-mail with a tag',
    'refused',
    '{"name":"x","email":"<x@y.zz>","subject":"x","message":"ten letters long"}',
  ],
  [
    'an e-mail of 300 letters',
    'refused',
    `{"name":"x","email":"${'x'.repeat(300)}@y.zz","subject":"x","message":"ten letters long"}`,
  ],
  [
    'a message of 100 KB',
    'refused',
    `{"name":"x","email":"@someEmail@","subject":"x","message":"${'x'.repeat(100_000)}"}`,
  ],
  [
    'a message of blanks',
    'refused',
    '{"name":"x","email":"@someEmail@","subject":"x","message":"                    "}',
  ],
  ['a NUL', 'refused', '{"name":"x","email":"@someEmail@","subject":"x","message":"ten letters\\u0000long"}'],
  [
    'an object for a name',
    'harmless',
    '{"name":{"a":1},"email":"@someEmail@","subject":"x","message":"ten letters long"}',
  ],
  [
    'an id of its own',
    'refused',
    '{"id":"@victimLetter@","name":"x","email":"@someEmail@","subject":"x","message":"ten letters long"}',
  ],
  [
    'a date of its own',
    'refused',
    '{"created_at":"2999-01-01","name":"x","email":"@someEmail@","subject":"x","message":"ten letters long"}',
  ],
  ['nothing', 'refused', '{}'],
  ['a list of nothing', 'harmless', '[]'],
  ['null', 'refused', 'null'],
  ['a number', 'refused', '5'],
  ['a text', 'refused', '"x"'],
  ['rows of different shape', 'refused', '[{"name":"x"},{"email":"y"}]'],
  ['a list in a list', 'refused', '[[{"name":"x"}]]'],
]

/** What may stand in a letter to the shop. */
export function letterAttacks(): Attack[] {
  return letters.flatMap(([what, expects, body]) =>
    (['guest', 'stranger'] satisfies Attacker[]).map((by) =>
      table(`${by} writes the shop ${what}`, by, expects, 'POST', 'contact_messages', body),
    ),
  )
}
