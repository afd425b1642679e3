import { call, type Attack, type Outcome } from '../../supabase/tests/declaration/attack'
import { functions } from '../../supabase/tests/functions'
import { checkoutDetails } from '../../supabase/tests/functions/checkout-details'
import { isClosed } from './functions'

const forgeries: Readonly<Record<string, [Outcome, string]>> = {
  'a total of one penny': ['rejected', '"total":0.01'],
  'an expected total of nothing': ['rejected', '"expected_total":0'],
  'a negative total': ['rejected', '"total":-100'],
  'a total as text': ['rejected', '"total":"0.01"'],
  'a total as a list': ['rejected', '"total":[0.01]'],
  'a free subtotal': ['rejected', '"subtotal":0'],
  'no VAT': ['rejected', '"tax_amount":0'],
  'free shipping': ['rejected', '"shipping_amount":0'],
  'the right total, then a wrong one': ['rejected', '"total":28.95,"total":0.01'],
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
    'rejected',
    '"shipping_address":{"address_line_1":"1","city":"Paris","postal_code":"75001","country":"FR"}',
  ],
  'a postcode of Jersey': [
    'rejected',
    '"shipping_address":{"address_line_1":"1","city":"St Helier","postal_code":"JE2 3AB"}',
  ],
  'a postcode in figures': [
    'rejected',
    '"shipping_address":{"address_line_1":"1","city":"London","postal_code":"123"}',
  ],
  'a postcode in script': [
    'rejected',
    '"shipping_address":{"address_line_1":"1","city":"London","postal_code":"<script>"}',
  ],
  'a method that is gone': ['rejected', '"shipping_method_id":"@unused@"'],
  'a product as method': ['rejected', '"shipping_method_id":"@product@"'],
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
        `{"p_details":${checkoutDetails.slice(0, -1)},${text}}}`,
      ),
    ),
  )
  const manners = Object.keys(functions).flatMap((rpc): Attack[] => [
    call(`${rpc} with a list for arguments`, 'guest', isClosed(rpc) ? 'rejected' : 'harmless', rpc, '[1,2]'),
    call(`${rpc} with an argument nobody knows`, 'stranger', 'rejected', rpc, '{"p_admin":true}'),
    {
      ...call(`${rpc} as plain text`, 'stranger', isClosed(rpc) ? 'rejected' : 'harmless', rpc, 'hello'),
      headers: { 'content-type': 'text/plain' },
    },
    {
      ...call(`${rpc} by GET with a union select`, 'guest', isClosed(rpc) ? 'rejected' : 'harmless', rpc, ''),
      method: 'GET',
      path: `/rest/v1/rpc/${rpc}?p_query=${encodeURIComponent("' union select 1 --")}`,
      body: undefined,
    },
    { ...call(`${rpc} by DELETE`, 'stranger', 'rejected', rpc, '{}'), method: 'DELETE' },
  ])
  const hidden = [
    'reject',
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
  const inner = hidden.map((name) => call(`the inner function ${name}`, 'stranger', 'rejected', name, '{}'))
  const inPrivate = hidden.slice(0, 8).map((name): Attack => ({
    ...call(`the inner function ${name} through Content-Profile`, 'guest', 'rejected', name, '{}'),
    headers: { 'content-type': 'application/json', 'content-profile': 'private' },
  }))
  return [...plain, ...manners, ...inner, ...inPrivate]
}
