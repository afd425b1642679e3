import { asJson, post, type Attack, type Outcome } from '../../supabase/tests/declaration/attack'

const bodies: readonly [string, Outcome, string | Uint8Array, Record<string, string>?][] = [
  ['1 MB and a byte', 'refused', `{"p_query":"${'x'.repeat(1024 * 1024)}"}`],
  ['nothing', 'harmless', ''],
  ['half a JSON', 'refused', '{"p_query":'],
  [
    'bytes that are no UTF-8',
    'harmless',
    new Uint8Array([0x7b, 0x22, 0x70, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ],
  ['a form', 'harmless', 'p_query=a&p_limit=5', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['gzip that is none', 'harmless', '{"p_query":"a"}', { ...asJson, 'content-encoding': 'gzip' }],
  [
    '1 MB and more in chunks',
    'refused',
    `{"p_query":"${'x'.repeat(1024 * 1024)}"}`,
    { ...asJson, 'transfer-encoding': 'chunked' },
  ],
  ['an upgrade', 'harmless', '{"p_query":"a"}', { ...asJson, upgrade: 'h2c', connection: 'upgrade' }],
]

/** Bodies too large, broken, or not what their type says; and addresses that no service has. */
export function bodyAttacks(): Attack[] {
  return [
    ...bodies.map(([what, expects, body, headers]) =>
      post(
        `search_products with ${what} for a body`,
        'guest',
        expects,
        '/rest/v1/rpc/search_products',
        body,
        headers,
      ),
    ),
    ...bodies.map(([what, , body, headers]) =>
      post(
        `contact_messages with ${what} for a body`,
        'stranger',
        'harmless',
        '/rest/v1/contact_messages',
        body,
        headers,
      ),
    ),
    ...bodies.map(([what, , body, headers]) =>
      post(
        `a sign-in with ${what} for a body`,
        'guest',
        'refused',
        '/auth/v1/token?grant_type=password',
        body,
        headers,
      ),
    ),
    ...[
      '/',
      '/rest/v2/orders',
      '/auth/v1/settings',
      '/functions/v1/x',
      '/graphql/v1',
      '/pg/query',
      '/.env',
      '/keys.json',
      '/mailbox/../keys.json',
      '/rest/v1/%2e%2e/%2e%2e/keys.json',
      '//rest/v1/orders',
      '/auth/v1/callback?code=x',
    ].flatMap((path): Attack[] => [
      { name: `guest fetches ${path}`, by: 'guest', expects: 'harmless', method: 'GET', path },
      post(`guest posts to ${path}`, 'guest', 'harmless', path, '{"query":"select 1"}'),
    ]),
  ]
}
