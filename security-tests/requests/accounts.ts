import { post, type Attack, type Outcome } from '../../supabase/tests/declaration/attack'

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
    'has an object for a name',
    'harmless',
    '{"email":"a11@example.test","password":"123456","data":{"first_name":{"x":1},"last_name":[1]}}',
  ],
  ['has no password', 'rejected', '{"email":"b1@example.test"}'],
  ['has a password of 5 letters', 'rejected', '{"email":"b2@example.test","password":"12345"}'],
  [
    'has an email with a header',
    'rejected',
    '{"email":"b5@example.test\\r\\nBcc: all@example.test","password":"123456"}',
  ],
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
  ["take the victim's email", 'harmless', '{"email":"@victimEmail@"}'],
  ['confirm itself', 'harmless', '{"email_confirmed_at":"2020-01-01","email_confirm":true}'],
  ['hold HTML', 'harmless', '{"data":{"first_name":"<script>alert(1)</script>"}}'],
  ['have a password of 3 letters', 'rejected', '{"password":"123"}'],
]

const sessions: readonly [string, string, string][] = [
  [
    'a password that is an object',
    'token?grant_type=password',
    '{"email":"@victimEmail@","password":{"$ne":""}}',
  ],
  [
    'an always true password',
    'token?grant_type=password',
    '{"email":"@victimEmail@","password":"\' or 1=1 --"}',
  ],
  ['a refresh token for everybody', 'token?grant_type=refresh_token', '{"refresh_token":"%"}'],
  ['an object for a refresh token', 'token?grant_type=refresh_token', '{"refresh_token":{"$gt":""}}'],
  ['a user id for a refresh token', 'token?grant_type=refresh_token', '{"refresh_token":"@victimUser@"}'],
  ['a grant of its own', 'token?grant_type=service_role', '{"user_id":"@staffUser@"}'],
  ['no grant', 'token', '{}'],
  ['a forged id token', 'token?grant_type=id_token', '{"provider":"google","id_token":"@jwtNone@"}'],
  ['a guessed one-time code', 'verify', '{"type":"recovery","email":"@victimEmail@","token":"000000"}'],
  ['a token hash of all', 'verify', '{"type":"signup","token_hash":"%"}'],
  ['a type of its own', 'verify', '{"type":"admin","token_hash":"x"}'],
  ['an anonymous sign-in', 'signup', '{}'],
  ['broken JSON', 'token?grant_type=password', '{"email"'],
]

/** Accounts that claim rights, and signing in without knowing the password. */
export function accountAttacks(): Attack[] {
  return [
    ...signUps.map(([what, expects, body]) =>
      post(`a sign-up that ${what}`, 'guest', expects, '/auth/v1/signup', body),
    ),
    ...updates.map(([what, expects, body]) =>
      post(`an account that wants to ${what}`, 'buyer', expects, '/auth/v1/user', body, undefined, 'PUT'),
    ),
    ...sessions.map(([what, path, body]) =>
      post(`signing in with ${what}`, 'guest', 'rejected', `/auth/v1/${path}`, body),
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
            'rejected',
            path,
            '{"email":"x@example.test","password":"123456","email_confirm":true,"role":"service_role"}',
            undefined,
            method,
          ),
        ),
      ),
      post(
        `${by} invites staff`,
        by,
        'rejected',
        '/auth/v1/invite',
        '{"email":"x@example.test","data":{"role":"admin"}}',
      ),
    ]),
    post('signing everybody out without a token', 'guest', 'rejected', '/auth/v1/logout?scope=global', ''),
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
    post('a magic link for a list', 'guest', 'rejected', '/auth/v1/otp', '{"email":["a@b.cc"]}'),
    post('a reset for an object', 'guest', 'rejected', '/auth/v1/recover', '{"email":{"a":1}}'),
  ]
}
