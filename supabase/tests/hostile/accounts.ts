import type { Attack, Attacker, Outcome } from '../declaration/attack'

const json = { 'content-type': 'application/json' }

function post(
  name: string,
  by: Attacker,
  expects: Outcome,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = json,
  method = 'POST',
): Attack {
  return { name, by, expects, method, path, headers, body }
}

const rights =
  '{"role":"service_role","is_super_admin":true,"app_metadata":{"role":"admin"},"user_metadata":{"role":"admin"},"email_confirmed_at":"2020-01-01","confirmed_at":"2020-01-01"}'

const signUps: readonly [string, Outcome, string][] = [
  [
    'claims a role',
    'harmless',
    `{"email":"a1@example.test","password":"123456","data":${rights},${rights.slice(1)}`,
  ],
  [
    'confirms itself',
    'harmless',
    '{"email":"a2@example.test","password":"123456","email_confirm":true,"email_confirmed_at":"2020-01-01","data":{"email_verified":true}}',
  ],
  ["takes a victim's address", 'harmless', '{"email":"@victimEmail@","password":"123456"}'],
  [
    "takes a victim's id",
    'harmless',
    '{"id":"@victimUser@","email":"a3@example.test","password":"123456","data":{"sub":"@victimUser@"}}',
  ],
  [
    'has HTML for names',
    'harmless',
    '{"email":"a4@example.test","password":"123456","data":{"first_name":"<script>alert(1)</script>","last_name":"<img src=x>"}}',
  ],
  [
    'has names of 10,000 letters',
    'harmless',
    `{"email":"a5@example.test","password":"123456","data":{"first_name":"${'x'.repeat(10_000)}"}}`,
  ],
  [
    'has 900 KB of metadata',
    'harmless',
    `{"email":"a6@example.test","password":"123456","data":{"x":"${'x'.repeat(900_000)}"}}`,
  ],
  ['has a list for metadata', 'harmless', '{"email":"a7@example.test","password":"123456","data":[1,2]}'],
  [
    'has metadata 1,000 deep',
    'harmless',
    `{"email":"a8@example.test","password":"123456","data":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`,
  ],
  [
    'has a NUL in a name',
    'harmless',
    '{"email":"a9@example.test","password":"123456","data":{"first_name":"a\\u0000b"}}',
  ],
  [
    'has a lone surrogate in a name',
    'harmless',
    '{"email":"a10@example.test","password":"123456","data":{"first_name":"a\\ud800b"}}',
  ],
  [
    'has an object for a name',
    'harmless',
    '{"email":"a11@example.test","password":"123456","data":{"first_name":{"x":1},"last_name":[1]}}',
  ],
  [
    'has the prototype for metadata',
    'harmless',
    '{"email":"a12@example.test","password":"123456","data":{"__proto__":{"role":"x"},"constructor":{"prototype":{"role":"x"}}}}',
  ],
  ['has no password', 'refused', '{"email":"b1@example.test"}'],
  ['has a password of 5 letters', 'refused', '{"email":"b2@example.test","password":"12345"}'],
  ['has an object for a password', 'refused', '{"email":"b3@example.test","password":{"$ne":null}}'],
  ['has a password of 100 KB', 'refused', `{"email":"b4@example.test","password":"${'x'.repeat(100_000)}"}`],
  [
    'has an e-mail with a header',
    'refused',
    '{"email":"b5@example.test\\r\\nBcc: all@example.test","password":"123456"}',
  ],
  ['has an e-mail with a NUL', 'refused', '{"email":"b6\\u0000@example.test","password":"123456"}'],
  [
    'has an e-mail of 400 letters',
    'refused',
    `{"email":"${'x'.repeat(400)}@example.test","password":"123456"}`,
  ],
  ['has an e-mail with a tag', 'refused', '{"email":"<script>@example.test","password":"123456"}'],
  ['has a list of e-mails', 'refused', '{"email":["b7@example.test"],"password":"123456"}'],
  ['is a list', 'refused', '[]'],
  ['is null', 'refused', 'null'],
  ['is nothing', 'refused', ''],
  ['is broken', 'refused', '{"email":'],
  [
    'goes elsewhere',
    'harmless',
    '{"email":"a13@example.test","password":"123456","options":{"emailRedirectTo":"https://evil.example"}}',
  ],
]

const updates: readonly [string, Outcome, string][] = [
  [
    'become staff by metadata',
    'harmless',
    '{"data":{"role":"admin","is_staff":true,"is_active":true,"app_metadata":{"role":"admin"}}}',
  ],
  ['become staff by app metadata', 'harmless', '{"app_metadata":{"role":"admin","provider":"x"}}'],
  ['become the service', 'harmless', '{"role":"service_role","aud":"service_role","is_super_admin":true}'],
  ['become the victim', 'harmless', '{"id":"@victimUser@","sub":"@victimUser@"}'],
  // Answered as for any address: that it is known is not told. Nothing changes before its mailbox confirms it.
  ["take the victim's e-mail", 'harmless', '{"email":"@victimEmail@"}'],
  ['confirm itself', 'harmless', '{"email_confirmed_at":"2020-01-01","email_confirm":true}'],
  ['hold HTML', 'harmless', '{"data":{"first_name":"<script>alert(1)</script>"}}'],
  ['hold 900 KB', 'harmless', `{"data":{"x":"${'x'.repeat(900_000)}"}}`],
  ['hold a NUL', 'harmless', '{"data":{"x":"a\\u0000"}}'],
  ['hold a list', 'harmless', '{"data":[1]}'],
  ['hold the prototype', 'harmless', '{"data":{"__proto__":{"x":1}}}'],
  ['be a list', 'harmless', '[1]'],
  ['be broken', 'refused', '{"data":'],
  ['have a password of 3 letters', 'refused', '{"password":"123"}'],
  ['have an object for a password', 'refused', '{"password":{"a":1}}'],
]

const sessions: readonly [string, string, string][] = [
  [
    'a password that is an object',
    'token?grant_type=password',
    '{"email":"@victimEmail@","password":{"$ne":""}}',
  ],
  ['a password that is true', 'token?grant_type=password', '{"email":"@victimEmail@","password":true}'],
  [
    'an always true password',
    'token?grant_type=password',
    '{"email":"@victimEmail@","password":"\' or 1=1 --"}',
  ],
  ['an always true e-mail', 'token?grant_type=password', '{"email":"\' or 1=1 --","password":"123456"}'],
  [
    'a list of e-mails',
    'token?grant_type=password',
    '{"email":["@victimEmail@","x@y.zz"],"password":"123456"}',
  ],
  [
    'a NUL in the e-mail',
    'token?grant_type=password',
    '{"email":"a\\u0000@example.test","password":"123456"}',
  ],
  [
    'a password of 900 KB',
    'token?grant_type=password',
    `{"email":"@victimEmail@","password":"${'x'.repeat(900_000)}"}`,
  ],
  ['an empty refresh token', 'token?grant_type=refresh_token', '{"refresh_token":""}'],
  ['a refresh token for everybody', 'token?grant_type=refresh_token', '{"refresh_token":"%"}'],
  ['an object for a refresh token', 'token?grant_type=refresh_token', '{"refresh_token":{"$gt":""}}'],
  ['a user id for a refresh token', 'token?grant_type=refresh_token', '{"refresh_token":"@victimUser@"}'],
  ['a NUL for a refresh token', 'token?grant_type=refresh_token', '{"refresh_token":"\\u0000"}'],
  ['a grant of its own', 'token?grant_type=service_role', '{"user_id":"@staffUser@"}'],
  ['no grant', 'token', '{}'],
  ['a forged id token', 'token?grant_type=id_token', '{"provider":"google","id_token":"@jwtNone@"}'],
  ['a PKCE code', 'token?grant_type=pkce', '{"auth_code":"x","code_verifier":"x"}'],
  ['a guessed one-time code', 'verify', '{"type":"recovery","email":"@victimEmail@","token":"000000"}'],
  ['a token hash of all', 'verify', '{"type":"signup","token_hash":"%"}'],
  ['an object for a token hash', 'verify', '{"type":"signup","token_hash":{"$ne":""}}'],
  ['a type of its own', 'verify', '{"type":"admin","token_hash":"x"}'],
  ['an anonymous sign-in', 'signup', '{}'],
  ['a list', 'token?grant_type=password', '[]'],
  ['null', 'token?grant_type=password', 'null'],
  ['nothing', 'token?grant_type=password', ''],
  ['broken JSON', 'token?grant_type=password', '{"email"'],
]

/** Accounts that claim rights, and signing in without knowing the password. */
export function accountAttacks(): Attack[] {
  return [
    ...signUps.map(([what, expects, body]) =>
      post(`a sign-up that ${what}`, 'guest', expects, '/auth/v1/signup', body),
    ),
    ...updates.map(([what, expects, body]) =>
      post(`an account that wants to ${what}`, 'buyer', expects, '/auth/v1/user', body, json, 'PUT'),
    ),
    ...sessions.map(([what, path, body]) =>
      post(`signing in with ${what}`, 'guest', 'refused', `/auth/v1/${path}`, body),
    ),
    ...(['guest', 'stranger'] as const).flatMap((by) => [
      ...[
        '/auth/v1/admin/users',
        '/auth/v1/admin/users/@victimUser@',
        '/auth/v1/admin/generate_link',
        '/auth/v1/admin/users/@victimUser@/factors',
      ].flatMap((path) =>
        ['GET', 'POST', 'PUT', 'DELETE'].map((method) =>
          post(
            `${by}: ${method} ${path}`,
            by,
            'refused',
            path,
            '{"email":"x@example.test","password":"123456","email_confirm":true,"role":"service_role"}',
            json,
            method,
          ),
        ),
      ),
      post(
        `${by} invites staff`,
        by,
        'refused',
        '/auth/v1/invite',
        '{"email":"x@example.test","data":{"role":"admin"}}',
      ),
    ]),
    post('signing everybody out without papers', 'guest', 'refused', '/auth/v1/logout?scope=global', ''),
    post(
      'a reset that leads elsewhere',
      'guest',
      'harmless',
      '/auth/v1/recover?redirect_to=https://evil.example',
      '{"email":"nobody@example.test"}',
    ),
    post(
      'a magic link that leads elsewhere',
      'guest',
      'harmless',
      '/auth/v1/otp?redirect_to=javascript:alert(1)',
      '{"email":"nobody2@example.test","create_user":false}',
    ),
    post('a magic link for a list', 'guest', 'refused', '/auth/v1/otp', '{"email":["a@b.cc"]}'),
    post('a reset for an object', 'guest', 'refused', '/auth/v1/recover', '{"email":{"a":1}}'),
  ]
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const keys = [
  'x.png',
  '../x.png',
  '..%2fx.png',
  '..%5cx.png',
  '%2e%2e/%2e%2e/etc/passwd',
  '/etc/passwd',
  '//x.png',
  'a/../../x.png',
  'x%00.png',
  '%ff.png',
  `${'x'.repeat(2000)}.png`,
  'x.png?token=x',
  '%3Cscript%3E.png',
  "x'.png",
  'kept/picture.webp',
  'con',
  '.htaccess',
  '%E2%80%AEgnp.exe',
]
const buckets = [
  'product-images',
  'category-images',
  'placeholders',
  'private',
  '..',
  '%2e%2e',
  'objects',
  'PRODUCT-IMAGES',
  'nonsense',
  '__proto__',
]

/** Files where none should go, and buckets that are not theirs. */
export function storageAttacks(): Attack[] {
  const image = { 'content-type': 'image/png' }
  const upload = (
    name: string,
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string>,
  ): Attack[] =>
    (['guest', 'stranger'] as const).map((by) =>
      post(`${by} uploads ${name}`, by, 'refused', path, body, headers),
    )
  return [
    ...keys.flatMap((key) =>
      upload(`to ${key.slice(0, 40)}`, `/storage/v1/object/product-images/${key}`, 'x', image),
    ),
    ...buckets.flatMap((bucket) =>
      upload(`into ${bucket}`, `/storage/v1/object/${bucket}/x.png`, 'x', { ...image, 'x-upsert': 'true' }),
    ),
    ...upload('an SVG as a PNG', '/storage/v1/object/product-images/a.png', svg, image),
    ...upload('an SVG', '/storage/v1/object/product-images/a.svg', svg, { 'content-type': 'image/svg+xml' }),
    ...upload('HTML as WebP', '/storage/v1/object/product-images/a.html', '<script>alert(1)</script>', {
      'content-type': 'image/webp',
    }),
    ...upload('HTML', '/storage/v1/object/product-images/a.html', '<script>alert(1)</script>', {
      'content-type': 'text/html',
    }),
    ...upload(
      '5 MB and a byte',
      '/storage/v1/object/product-images/big.png',
      new Uint8Array(5 * 1024 * 1024 + 1),
      image,
    ),
    ...upload(
      'a form without a file',
      '/storage/v1/object/product-images/f.png',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ),
    ...upload(
      'a form without an end',
      '/storage/v1/object/product-images/f.png',
      '--x\r\ncontent-disposition: form-data; name=""; filename="../../x.png"\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ),
    ...upload('a form without a boundary', '/storage/v1/object/product-images/f.png', 'x', {
      'content-type': 'multipart/form-data',
    }),
    ...upload('nothing', '/storage/v1/object/product-images/n.png', '', image),
    ...upload('with another owner', '/storage/v1/object/product-images/o.png', 'x', {
      ...image,
      'x-metadata': Buffer.from('{"owner":"@staffUser@"}').toString('base64'),
      owner: '@staffUser@',
    }),
    ...(['guest', 'stranger'] as const).flatMap((by): Attack[] => [
      post(
        `${by} makes a bucket`,
        by,
        'refused',
        '/storage/v1/bucket',
        '{"id":"mine","name":"mine","public":true}',
      ),
      post(
        `${by} opens a bucket`,
        by,
        'refused',
        '/storage/v1/bucket/product-images',
        '{"public":true,"file_size_limit":null,"allowed_mime_types":null}',
        json,
        'PUT',
      ),
      post(`${by} empties a bucket`, by, 'nothing', '/storage/v1/bucket/product-images/empty', '{}'),
      post(`${by} deletes a bucket`, by, 'refused', '/storage/v1/bucket/placeholders', '{}', json, 'DELETE'),
      post(
        `${by} lists a bucket`,
        by,
        'nothing',
        '/storage/v1/object/list/product-images',
        '{"prefix":"","limit":100}',
      ),
      post(
        `${by} lists a bucket beyond its end`,
        by,
        'nothing',
        '/storage/v1/object/list/product-images',
        '{"prefix":"%","limit":-1,"offset":1e400,"sortBy":{"column":"name; drop table orders","order":"x"}}',
      ),
      post(
        `${by} lists with objects for texts`,
        by,
        'nothing',
        '/storage/v1/object/list/product-images',
        '{"prefix":{"a":1},"limit":"x","search":["y"]}',
      ),
      post(
        `${by} lists with 2 MB of prefix`,
        by,
        'refused',
        '/storage/v1/object/list/product-images',
        `{"prefix":"${'x'.repeat(2_000_000)}"}`,
      ),
      post(
        `${by} moves a picture`,
        by,
        'refused',
        '/storage/v1/object/move',
        '{"bucketId":"product-images","sourceKey":"kept/picture.webp","destinationKey":"x.webp"}',
      ),
      post(
        `${by} copies a picture`,
        by,
        'refused',
        '/storage/v1/object/copy',
        '{"bucketId":"product-images","sourceKey":"kept/picture.webp","destinationKey":"../x.webp"}',
      ),
      post(
        `${by} removes pictures`,
        by,
        'nothing',
        '/storage/v1/object/product-images',
        '{"prefixes":["kept/picture.webp","%"]}',
        json,
        'DELETE',
      ),
      post(
        `${by} removes one picture`,
        by,
        'refused',
        '/storage/v1/object/product-images/kept/picture.webp',
        '',
        {},
        'DELETE',
      ),
      post(
        `${by} signs an address`,
        by,
        'refused',
        '/storage/v1/object/sign/product-images/kept/picture.webp',
        '{"expiresIn":999999999}',
      ),
      post(
        `${by} signs an upload`,
        by,
        'refused',
        '/storage/v1/object/upload/sign/product-images/x.webp',
        '{}',
      ),
      {
        name: `${by} uploads by a forged signature`,
        by,
        expects: 'refused',
        method: 'PUT',
        path: '/storage/v1/object/upload/sign/product-images/x.webp?token=@jwtPublicKey@',
        headers: image,
        body: 'x',
      },
      {
        name: `${by} fetches by a forged signature`,
        by,
        expects: 'refused',
        method: 'GET',
        path: '/storage/v1/object/sign/product-images/kept/picture.webp?token=@jwtNone@',
      },
      {
        name: `${by} fetches outside the folder`,
        by,
        expects: 'refused',
        method: 'GET',
        path: '/storage/v1/object/public/product-images/../../../etc/passwd',
      },
      {
        name: `${by} fetches a NUL`,
        by,
        expects: 'refused',
        method: 'GET',
        path: '/storage/v1/object/public/product-images/%00',
      },
      {
        name: `${by} renders with numbers of its own`,
        by,
        expects: 'refused',
        method: 'GET',
        path: '/storage/v1/render/image/public/product-images/kept/picture.webp?width=1e400&height=-1',
      },
    ]),
  ]
}

const bodies: readonly [string, Outcome, string | Uint8Array, Record<string, string>?][] = [
  ['1 MB and a byte', 'refused', `{"p_query":"${'x'.repeat(1024 * 1024)}"}`],
  ['nothing', 'harmless', ''],
  ['half a JSON', 'refused', '{"p_query":'],
  ['two JSONs', 'refused', '{"p_query":"a"}{"p_query":"b"}'],
  ['JSON with a comma too many', 'refused', '{"p_query":"a",}'],
  ['single quotes', 'refused', "{'p_query':'a'}"],
  [
    'bytes that are no UTF-8',
    'harmless',
    new Uint8Array([0x7b, 0x22, 0x70, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ],
  ['a byte order mark', 'harmless', '\ufeff{"p_query":"a"}'],
  ['a NUL', 'refused', '\0'],
  ['zeros', 'refused', new Uint8Array(1000)],
  ['a form', 'harmless', 'p_query=a&p_limit=5', { 'content-type': 'application/x-www-form-urlencoded' }],
  [
    'a multipart form',
    'harmless',
    '--x\r\ncontent-disposition: form-data; name="p_query"\r\n\r\nb\r\n--x--',
    { 'content-type': 'multipart/form-data; boundary=x' },
  ],
  [
    'XML with an entity',
    'harmless',
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><p_query>&e;</p_query>',
    { 'content-type': 'application/xml' },
  ],
  ['CSV', 'harmless', 'p_query\n=cmd|"/c calc"!A0', { 'content-type': 'text/csv' }],
  ['gzip that is none', 'harmless', '{"p_query":"a"}', { ...json, 'content-encoding': 'gzip' }],
  ['a strange charset', 'harmless', '{"p_query":"a"}', { 'content-type': 'application/json; charset=utf-7' }],
  ['chunks', 'harmless', '{"p_query":"a"}', { ...json, 'transfer-encoding': 'chunked' }],
  [
    '1 MB and more in chunks',
    'refused',
    `{"p_query":"${'x'.repeat(1024 * 1024)}"}`,
    { ...json, 'transfer-encoding': 'chunked' },
  ],
  ['an upgrade', 'harmless', '{"p_query":"a"}', { ...json, upgrade: 'h2c', connection: 'upgrade' }],
  ['an expectation', 'harmless', '{"p_query":"a"}', { ...json, expect: 'nonsense' }],
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
      '/rest',
      '/rest/v2/orders',
      '/rest/v1',
      '/auth/v1',
      '/auth/v1/settings',
      '/storage/v1',
      '/storage/v1/bucket',
      '/functions/v1/x',
      '/graphql/v1',
      '/pg/query',
      '/admin',
      '/_admin',
      '/studio',
      '/api',
      '/.env',
      '/keys.json',
      '/mailbox/../keys.json',
      '/realtime/v1/websocket',
      '/rest/v1/%2e%2e/%2e%2e/keys.json',
      '//rest/v1/orders',
      '/REST/V1/orders',
      '/metrics',
      '/openapi.json',
      '/auth/v1/.well-known/jwks.json',
      '/auth/v1/callback?code=x',
      '/auth/v1/authorize?provider=x',
      '/auth/v1/sso',
      '/auth/v1/factors',
      '/auth/v1/health',
    ].flatMap((path): Attack[] => [
      { name: `guest fetches ${path}`, by: 'guest', expects: 'harmless', method: 'GET', path },
      post(`guest posts to ${path}`, 'guest', 'harmless', path, '{"query":"select 1"}'),
    ]),
  ]
}
