import type { Attack, Attacker, Outcome } from '../../supabase/tests/declaration/attack'

const tokens = [
  'jwtNone',
  'jwtNoneSigned',
  'jwtUnsigned',
  'jwtTwoParts',
  'jwtOtherKey',
  'jwtPublicKey',
  'jwtEmptyKey',
  'jwtRs',
  'jwtKid',
  'jwtJwk',
  'jwtJku',
  'jwtTampered',
  'jwtTamperedRole',
  'jwtStripped',
  'jwtPostgres',
]

// Each of these on every service; the others where the tables are.
const tokensForAll = ['jwtNone', 'jwtPublicKey', 'jwtTamperedRole']

const sessions: Readonly<Record<string, string>> = {
  short: 'session_short',
  'one letter short': `session_${'a'.repeat(15)}`,
  'of 121 letters': `session_${'a'.repeat(121)}`,
  'of 10 KB': `session_${'a'.repeat(10_000)}`,
  'of nothing': '',
  guessed: 'session_0000000000000000',
  'a pattern': 'session_%_%_%_%_%_%_%_%',
  'a wildcard': '*',
  'an injection': "session_aaaaaaaaaaaaaaaa' or session_id is not null --",
  'a JSON breakout': 'session_aaaaaaaaaaaaaaaa","role":"service_role',
  'a list': 'session_aaaaaaaaaaaaaaaa, session_bbbbbbbbbbbbbbbb',
  null: 'null',
  undefined: 'session_undefined',
  'with a quote': 'session_aaaaaaaaaaaaaaaa"',
  'with a backslash': 'session_aaaaaaaaaaaaaaaa\\u0000',
  'in Latin-1': 'session_aaaaaaaaaaaaaaaa\u00e9\u00ff',
  "somebody's user id": '@victimUser@',
  'a checkout row': '@victimCheckout@',
}

const keys: Readonly<Record<string, string>> = {
  'a guess': 'sb_secret_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'the publishable one and more': '@publishable@x',
  'a forged service token': '@jwtPublicKey@',
  'an unsigned service token': '@jwtNone@',
  "a buyer's token": '@buyerToken@',
  nothing: '',
}

// Nothing but reading for everybody may come of these.
const extras: Readonly<Record<string, Record<string, string>>> = {
  'a role': { role: 'service_role', 'x-role': 'service_role', 'x-user-role': 'admin' },
  claims: {
    'request.jwt.claims': '{"role":"service_role"}',
    'x-jwt-claims': '{"role":"service_role"}',
    'request-jwt-claim-sub': '@victimUser@',
  },
  'a user id': { 'x-user-id': '@victimUser@', 'x-supabase-user': '@victimUser@', 'x-hasura-role': 'admin' },
  'another method': {
    'x-http-method-override': 'DELETE',
    'x-http-method': 'DELETE',
    'x-method-override': 'DELETE',
  },
  'another host': {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=127.0.0.1;host=evil.example;proto=https',
  },
  'a local origin': {
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'cf-connecting-ip': '127.0.0.1',
    'true-client-ip': '::1',
  },
  'an address that is none': { 'x-forwarded-for': "'; drop table orders; --", 'cf-connecting-ip': '"}' },
  'an administration mode': {
    'x-admin': 'true',
    'x-supabase-admin': '1',
    'x-lite-admin': 'true',
    origin: 'http://127.0.0.1',
  },
}

const closedReads: readonly [Attacker, string][] = [
  ['guest', '/rest/v1/orders?select=*'],
  ['guest', '/rest/v1/customers?select=*'],
  ['keyless', '/rest/v1/admin_users?select=*'],
]

function get(
  name: string,
  by: Attacker,
  expects: Outcome,
  path: string,
  headers: Record<string, string>,
): Attack {
  return { name, by, expects, method: 'GET', path, headers }
}

/** Forged tokens, keys, session ids and headers that claim to be somebody else. */
export function headerAttacks(): Attack[] {
  return [
    ...tokens.map((token) =>
      get(`orders with ${token}`, 'guest', 'nothing', '/rest/v1/orders?select=*', {
        authorization: `Bearer @${token}@`,
      }),
    ),
    ...tokensForAll.flatMap((token): Attack[] => [
      get(`staff with ${token} and no key`, 'keyless', 'rejected', '/rest/v1/admin_users?select=*', {
        authorization: `Bearer @${token}@`,
      }),
      {
        ...get(`a price with ${token}`, 'guest', 'rejected', '/rest/v1/products?id=eq.@product@', {
          authorization: `Bearer @${token}@`,
          'content-type': 'application/json',
        }),
        method: 'PATCH',
        body: '{"price":0}',
      },
      get(`the account with ${token}`, 'guest', 'rejected', '/auth/v1/user', {
        authorization: `Bearer @${token}@`,
      }),
      {
        ...get(`an upload with ${token}`, 'guest', 'rejected', '/storage/v1/object/product-images/x.png', {
          authorization: `Bearer @${token}@`,
          'content-type': 'image/png',
        }),
        method: 'POST',
        body: 'x',
      },
    ]),
    ...[
      'Basic YWRtaW46YWRtaW4=',
      'Bearer undefined',
      'Bearer a.b.c',
      `Bearer ${'a'.repeat(8000)}`,
      'Bearer sb_secret_x',
      'Bearer @buyerToken@x',
    ].map((given) =>
      get(
        `orders with the authorization ${given.slice(0, 40)}`,
        'guest',
        'nothing',
        '/rest/v1/orders?select=*',
        { authorization: given },
      ),
    ),
    ...Object.entries(keys).flatMap(([what, apikey]) =>
      closedReads
        .slice(0, 2)
        .map(([, path]) => get(`${path} with the key ${what}`, 'keyless', 'nothing', path, { apikey })),
    ),
    ...Object.entries(keys).map(([what, apikey]): Attack => ({
      ...get(`an account made with the key ${what}`, 'keyless', 'rejected', '/auth/v1/admin/users', {
        apikey,
        authorization: `Bearer ${apikey}`,
      }),
      method: 'POST',
      body: '{"email":"forged@example.test","password":"123456","email_confirm":true}',
    })),
    ...Object.entries(keys).map(([what, apikey]): Attack => ({
      ...get(`an email put into the mailbox with the key ${what}`, 'keyless', 'rejected', '/mailbox', {
        apikey,
      }),
      method: 'POST',
      body: '{"to":"x@y.zz","subject":"x","text":"x"}',
    })),
    ...Object.entries(sessions).flatMap(([what, id]): Attack[] => [
      get(`the cart with a session id ${what}`, 'guest', 'nothing', '/rest/v1/cart_items?select=*', {
        'x-session-id': id,
      }),
      get(`the checkouts with an id ${what}`, 'guest', 'nothing', '/rest/v1/checkout_sessions?select=*', {
        'x-checkout-session': id,
      }),
      {
        ...get(
          `carts emptied with a session id ${what}`,
          'guest',
          'nothing',
          '/rest/v1/cart_items?id=not.is.null',
          { 'x-session-id': id, prefer: 'return=representation' },
        ),
        method: 'DELETE',
      },
      {
        ...get(
          `a cart taken over with a session id ${what}`,
          'stranger',
          'harmless',
          '/rest/v1/rpc/cart_merge',
          { 'x-session-id': id, 'content-type': 'application/json' },
        ),
        method: 'POST',
        body: '{}',
      },
      {
        ...get(`adding with a session id ${what}`, 'guest', 'harmless', '/rest/v1/rpc/cart_add', {
          'x-session-id': id,
          'content-type': 'application/json',
        }),
        method: 'POST',
        body: '{"p_product_id":"@product@","p_quantity":1}',
      },
    ]),
    ...Object.entries(extras).flatMap(([what, headers]) => [
      ...closedReads.map(([by, path]) =>
        get(`${path} with ${what} in a header`, by, 'nothing', path, headers),
      ),
      {
        ...get(
          `a change with ${what} in a header`,
          'stranger',
          'nothing',
          '/rest/v1/products?id=eq.@product@',
          { ...headers, 'content-type': 'application/json', prefer: 'return=representation' },
        ),
        method: 'PATCH',
        body: '{"price":0}',
      },
      get(
        `products with ${what} in a header`,
        'guest',
        'harmless',
        '/rest/v1/products?select=id&limit=1',
        headers,
      ),
    ]),
    ...['PROPFIND', 'HEAD', 'OPTIONS'].flatMap((method): Attack[] => [
      { ...get(`orders by ${method}`, 'stranger', 'harmless', '/rest/v1/orders?select=*', {}), method },
      { ...get(`the sweep by ${method}`, 'guest', 'harmless', '/rest/v1/rpc/sweep', {}), method },
    ]),
  ]
}
