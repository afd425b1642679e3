import { call, type Attack, type Attacker, type Outcome } from './hostile-attack'
import { hostileValues } from './hostile-values'

/** A function's arguments as JSON texts that work, and what each does with a hostile value. */
interface Target {
  by: readonly Attacker[]
  args: Record<string, { good: string; bad: Outcome }>
}

const checkout = {
  email: '"a@example.test"',
  first_name: '"Ada"',
  last_name: '"Love"',
  phone: '"0"',
  shipping_method_id: '"@method@"',
  shipping_address: '{"address_line_1":"1 Road","city":"London","postal_code":"SW1A 1AA"}',
}
const details = objectText(checkout)

/** Every function a browser can name. Staff's and the service's own are refused whatever is sent. */
export const functions: Readonly<Record<string, Target>> = {
  cart_add: {
    by: ['guest', 'buyer'],
    args: {
      p_product_id: { good: '"@product@"', bad: 'refused' },
      p_quantity: { good: '1', bad: 'harmless' },
      p_since: { good: '"2026-01-01T00:00:00Z"', bad: 'harmless' },
    },
  },
  ask_back_in_stock: {
    by: ['guest', 'stranger'],
    args: {
      p_product_id: { good: '"@product@"', bad: 'refused' },
      p_email: { good: '"x@y.zz"', bad: 'refused' },
    },
  },
  cart_merge: { by: ['guest', 'stranger'], args: {} },
  start_checkout: { by: ['guest', 'buyer'], args: { p_details: { good: details, bad: 'refused' } } },
  start_gift_card: {
    by: ['guest', 'stranger'],
    args: {
      p_details: {
        good: '{"email":"a@example.test","first_name":"Ada","last_name":"Love","amount":50}',
        bad: 'refused',
      },
    },
  },
  reserve_checkout: {
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"@guestCheckout@"', bad: 'refused' } },
  },
  complete_checkout: {
    by: ['guest', 'buyer'],
    args: {
      p_session_id: { good: '"@unused@"', bad: 'refused' },
      p_idempotency_key: { good: '"@unused@"', bad: 'refused' },
    },
  },
  fail_checkout: {
    by: ['guest'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'refused' },
      p_reason: { good: '"declined"', bad: 'harmless' },
    },
  },
  check_promotion: { by: ['guest', 'stranger'], args: { p_code: { good: '"HOSTILE"', bad: 'harmless' } } },
  apply_promotion: {
    by: ['guest', 'stranger'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'refused' },
      p_code: { good: '"HOSTILE"', bad: 'harmless' },
    },
  },
  check_gift_card: {
    by: ['guest', 'stranger'],
    args: { p_code: { good: '"0123456789ABCDEFGHJK"', bad: 'harmless' } },
  },
  apply_gift_card: {
    by: ['guest', 'stranger'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'refused' },
      p_code: { good: '"0123456789ABCDEFGHJK"', bad: 'harmless' },
    },
  },
  issue_gift_card: { by: ['stranger', 'guest'], args: { p_pence: refused('5000') } },
  void_gift_card: { by: ['stranger', 'guest'], args: { p_id: refused('"@giftCard@"') } },
  issue_account_token: {
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"@guestCheckout@"', bad: 'refused' } },
  },
  read_account_token: { by: ['guest'], args: { p_token: { good: '"x"', bad: 'harmless' } } },
  claim_account_token: { by: ['stranger'], args: { p_token: { good: '"x"', bad: 'harmless' } } },
  track_order: {
    by: ['guest', 'stranger'],
    args: {
      p_order_number: { good: '"AM20250105-0001"', bad: 'nothing' },
      p_contact: { good: '"x"', bad: 'nothing' },
    },
  },
  count_products: { by: ['guest', 'stranger'], args: { p_category: { good: '"candles"', bad: 'harmless' } } },
  list_brands: { by: ['guest', 'stranger'], args: { p_category: { good: '"candles"', bad: 'harmless' } } },
  search_products: {
    by: ['guest', 'stranger'],
    args: {
      p_query: { good: '"candle"', bad: 'harmless' },
      p_limit: { good: '5', bad: 'harmless' },
      p_offset: { good: '0', bad: 'harmless' },
    },
  },
  search_orders: {
    by: ['stranger', 'guest'],
    args: {
      p_query: refused('"A"'),
      p_payment_status: refused('"paid"'),
      p_before: refused('"2026-01-01"'),
      p_before_id: refused('"@unused@"'),
      p_limit: refused('10'),
    },
  },
  search_customers: {
    by: ['stranger', 'guest'],
    args: {
      p_query: refused('"A"'),
      p_before: refused('"2026-01-01"'),
      p_before_id: refused('"@unused@"'),
      p_limit: refused('10'),
    },
  },
  adjust_stock: {
    by: ['stranger', 'guest'],
    args: {
      p_product_id: refused('"@product@"'),
      p_change: refused('5'),
      p_kind: refused('"received"'),
      p_note: refused('"x"'),
    },
  },
  dashboard_stats: { by: ['guest', 'stranger'], args: {} },
  claim_mail: { by: ['guest', 'buyer'], args: { p_limit: refused('10') } },
  settle_mail: { by: ['guest', 'buyer'], args: { p_id: refused('"@victimMail@"'), p_error: refused('"x"') } },
  retry_mail: { by: ['stranger', 'guest'], args: { p_id: refused('"@victimMail@"') } },
  sweep: { by: ['guest', 'buyer'], args: {} },
  wishlist_merge: {
    by: ['stranger', 'buyer'],
    args: { p_products: { good: '["@product@"]', bad: 'harmless' } },
  },
}

/** Functions that only staff or the service may run. */
export const closed: ReadonlySet<string> = new Set([
  'search_orders',
  'search_customers',
  'adjust_stock',
  'issue_gift_card',
  'void_gift_card',
  'dashboard_stats',
  'claim_mail',
  'settle_mail',
  'retry_mail',
  'sweep',
])

function refused(good: string): { good: string; bad: Outcome } {
  return { good, bad: 'refused' }
}

function objectText(fields: Record<string, string>): string {
  return `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`
}

/** Every argument of every function × every hostile value, the other arguments as they should be. */
export function argumentAttacks(): Attack[] {
  return Object.entries(functions).flatMap(([rpc, { by, args }]) =>
    Object.entries(args).flatMap(([arg, { bad }]) =>
      Object.entries(hostileValues).map(([value, text], index) => {
        const attacker = by[index % by.length] ?? 'guest'
        const good = Object.fromEntries(Object.entries(args).map(([name, { good: json }]) => [name, json]))
        const given = objectText({ ...good, [arg]: text })
        return call(`${rpc}: ${value} as ${arg}, by ${attacker}`, attacker, bad, rpc, given)
      }),
    ),
  )
}

const fields = [
  ...Object.keys(checkout),
  'billing_address',
  'expected_total',
  'total',
  'subtotal',
  'tax_amount',
  'shipping_amount',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
  'country',
  'address.first_name',
  'address.phone',
]

/** Every field of a checkout's details × every hostile value. */
export function checkoutAttacks(): Attack[] {
  return fields.flatMap((field) =>
    Object.entries(hostileValues).map(([value, text], index) => {
      const attacker = index % 2 === 0 ? 'guest' : 'buyer'
      const address = { address_line_1: '"1 Road"', city: '"London"', postal_code: '"SW1A 1AA"' }
      const top = field in checkout || /total|amount|billing/.test(field)
      const given = top
        ? { ...checkout, [field]: text }
        : { ...checkout, shipping_address: objectText({ ...address, [field.replace('address.', '')]: text }) }
      return call(
        `start_checkout: ${value} as ${field}, by ${attacker}`,
        attacker,
        'harmless',
        'start_checkout',
        `{"p_details":${objectText(given)}}`,
      )
    }),
  )
}

const forgeries: Readonly<Record<string, [Outcome, string]>> = {
  'a total of one penny': ['refused', '"total":0.01'],
  'an expected total of nothing': ['refused', '"expected_total":0'],
  'a negative total': ['refused', '"total":-100'],
  'a total as text': ['refused', '"total":"0.01"'],
  'a total as a list': ['refused', '"total":[0.01]'],
  'a free subtotal': ['refused', '"subtotal":0'],
  'no VAT': ['refused', '"tax_amount":0'],
  'free shipping': ['refused', '"shipping_amount":0'],
  'the right total, then a wrong one': ['refused', '"total":28.95,"total":0.01'],
  'unit prices': [
    'harmless',
    '"cart_items":[{"product_id":"@product@","quantity":1,"unit_price":0.01,"price":0.01}]',
  ],
  'items of its own': ['harmless', '"items":[{"product_id":"@product@","quantity":-5}]'],
  'negative quantities': ['harmless', '"cart_items":[{"product_id":"@product@","quantity":-1000000}]'],
  'a status': ['harmless', '"status":"completed","payment_status":"paid","completed_at":"2020-01-01"'],
  'a payment': ['harmless', '"stripe_payment_intent_id":"pi_free","paid_at":"2020-01-01"'],
  'another user': ['harmless', '"user_id":"@victimUser@","customer_id":"@victimCustomer@"'],
  'a session id': ['harmless', '"session_id":"cs_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","id":"@unused@"'],
  'a far end': ['harmless', '"expires_at":"2999-01-01"'],
  'another currency': ['harmless', '"currency":"IDR"'],
  'another factor': ['harmless', '"factor":0.01,"metadata":{"discount":100},"coupon":"FREE"'],
  'a country abroad': [
    'refused',
    '"shipping_address":{"address_line_1":"1","city":"Paris","postal_code":"75001","country":"FR"}',
  ],
  'a postcode of Jersey': [
    'refused',
    '"shipping_address":{"address_line_1":"1","city":"St Helier","postal_code":"JE2 3AB"}',
  ],
  'a postcode in figures': [
    'refused',
    '"shipping_address":{"address_line_1":"1","city":"London","postal_code":"123"}',
  ],
  'a postcode in script': [
    'refused',
    '"shipping_address":{"address_line_1":"1","city":"London","postal_code":"<script>"}',
  ],
  'a method that is gone': ['refused', '"shipping_method_id":"@unused@"'],
  'a product as method': ['refused', '"shipping_method_id":"@product@"'],
}

/** Figures, states and owners that only the shop decides, and functions in manners they do not know. */
export function forgedCheckouts(): Attack[] {
  const plain: Attack[] = Object.entries(forgeries).flatMap(([what, [expects, text]]) =>
    (['guest', 'buyer'] as const).map((by) =>
      call(
        `start_checkout with ${what}, by ${by}`,
        by,
        expects,
        'start_checkout',
        `{"p_details":${details.slice(0, -1)},${text}}}`,
      ),
    ),
  )
  const manners = Object.keys(functions).flatMap((rpc): Attack[] => [
    call(`${rpc} with a list for arguments`, 'guest', closed.has(rpc) ? 'refused' : 'harmless', rpc, '[1,2]'),
    call(`${rpc} with an argument nobody knows`, 'stranger', 'refused', rpc, '{"p_admin":true}'),
    {
      ...call(`${rpc} as plain text`, 'stranger', closed.has(rpc) ? 'refused' : 'harmless', rpc, 'hello'),
      headers: { 'content-type': 'text/plain' },
    },
    {
      ...call(
        `${rpc} by GET with a union select`,
        'guest',
        closed.has(rpc) ? 'refused' : 'harmless',
        rpc,
        '',
      ),
      method: 'GET',
      path: `/rest/v1/rpc/${rpc}?p_query=${encodeURIComponent("' union select 1 --")}`,
      body: undefined,
    },
    { ...call(`${rpc} by DELETE`, 'stranger', 'refused', rpc, '{}'), method: 'DELETE' },
  ])
  const hidden = [
    'refuse',
    'is_staff',
    'next_order_number',
    'write_order',
    'decrement_stock',
    'set_movement',
    'new_account_token',
    'pg_sleep',
    'set_config',
    'version',
    'current_setting',
    'pg_read_file',
    'lo_import',
    'uid',
    'jwt',
  ]
  const inner = hidden.map((name) => call(`the inner function ${name}`, 'stranger', 'refused', name, '{}'))
  const inPrivate = hidden.slice(0, 8).map((name): Attack => ({
    ...call(`the inner function ${name} through Content-Profile`, 'guest', 'refused', name, '{}'),
    headers: { 'content-type': 'application/json', 'content-profile': 'private' },
  }))
  return [...plain, ...manners, ...inner, ...inPrivate]
}
