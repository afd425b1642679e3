import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { refuseUnreadable } from './request-gate'

const keys = {
  jwtSecret: 'a-secret-of-at-least-thirty-two-characters',
  publishableKey: 'sb_publishable_x',
  secretKey: 'sb_secret_x',
}
const products = 'http://x/rest/v1/products'

function token(claims: object, secret = keys.jwtSecret, header: object = { alg: 'HS256' }): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const at = (address: string, headers: Record<string, string> = {}): Response | undefined =>
  refuseUnreadable(new Request(address, { headers }), keys)

it.each([
  '?__proto__=eq.1',
  '?constructor=eq.1',
  '?toString=eq.1',
  '?categories.__proto__=eq.1',
  '?__proto__.order=id',
  '?"__proto__"=eq.1',
  '?__proto__->x=eq.1',
  '?or=(__proto__.eq.1)',
  '?and=(name.eq.x,not.__proto__.eq.1)',
  '?not.or=(or(%20"constructor".eq.1))',
  '?select=id,__proto__',
  '?select=__proto__:id',
  '?order=__proto__.desc',
  '?columns=constructor',
  '?on_conflict=__proto__',
])('%s reaches no object of ours', async (query) => {
  const answer = at(`${products}${query}`)
  expect(answer?.status).toBe(400)
  expect(await answer?.json()).toMatchObject({
    code: '42703',
    message: expect.stringContaining('does not exist'),
  })
})

it.each([
  '?name=eq.__proto__',
  '?or=(name.eq.constructor,name.ilike.*toString*)',
  '?select=*,category:categories(id)&order=name.asc,id',
  '?id=in.(1,2)&limit=5',
])('%s passes', (query) => {
  expect(at(`${products}${query}`)).toBeUndefined()
})

it.each(['/%ff', '?name=eq.%00', '?%00=eq.1', '/a%00b', '?name=eq.%ed%a0%80'])(
  '%s is no text',
  async (rest) => {
    const answer = at(`${products}${rest}`)
    expect(answer?.status).toBe(400)
    expect(await answer?.json()).toMatchObject({ message: expect.stringContaining('no text') })
  },
)

it('refuses to embed deeper, or name more columns, than any page needs', () => {
  expect(at(`${products}?select=a(b(id))`)).toBeUndefined()
  expect(at(`${products}?select=a(b(c(id)))`)?.status).toBe(400)
  expect(at('http://x/rest/v1/rpc/search_products?select=a(b(c(id)))')?.status).toBe(400)
  expect(at(`${products}?select=${Array.from({ length: 500 }, () => 'id').join(',')}`)).toBeUndefined()
  expect(at(`${products}?select=${Array.from({ length: 501 }, () => 'id').join(',')}`)?.status).toBe(400)
})

const casts = ['email::regclass', 'id,orders(name::int)', 'x:name::regtype']
it.each(casts)('refuses the cast of %s', async (select) => {
  const answer = at(`${products}?select=${encodeURIComponent(select)}`)
  expect(answer?.status).toBe(400)
  expect(await answer?.json()).toMatchObject({ code: 'PGRST100', message: expect.stringContaining('text') })
})

const unsigned = token({ role: 'service_role' }, '', { alg: 'none' })

it.each([
  ['without a signature', unsigned.slice(0, unsigned.lastIndexOf('.') + 1)],
  ['of another algorithm', unsigned],
  ['of two parts', 'a.b'],
  ['of four parts', `${token({})}.x`],
  ['that is a word', 'null'],
  ['that is a guessed key', 'sb_secret_y'],
])('an authorization %s is refused by each service in its own format', async (_what, bearer) => {
  const authorization = `Bearer ${bearer}`
  expect(await at(products, { authorization })?.json()).toMatchObject({
    code: 'PGRST301',
    message: expect.any(String),
  })
  expect(await at('http://x/auth/v1/user', { authorization })?.json()).toMatchObject({
    error_code: 'bad_jwt',
    msg: expect.any(String),
  })
  const stored = at('http://x/storage/v1/object/a/b', { authorization })
  expect(stored?.status).toBe(401)
  const refused = await stored?.text()
  expect(refused).not.toContain(authorization === 'null' ? 'Bearer' : authorization)
})

it.each([
  ['our keys', keys.publishableKey],
  ['the secret key', keys.secretKey],
  ['a token, whose signature the services check', token({ sub: 'me' })],
])('%s pass', (_what, authorization) => {
  expect(at(products, { authorization: `Bearer ${authorization}` })).toBeUndefined()
})

it('lets only addresses signed here through to the storage', () => {
  const soon = Math.floor(Date.now() / 1000) + 60
  const address = (signature: string): string => `http://x/storage/v1/object/sign/a/b?token=${signature}`
  expect(at(address(token({ exp: soon })))).toBeUndefined()
  expect(at(address(token({ exp: soon }, 'another-secret-of-thirty-two-characters')))?.status).toBe(400)
  expect(at(address(token({ exp: soon - 3600 })))?.status).toBe(400)
  expect(at('http://x/storage/v1/object/upload/sign/a/b?token=x')?.status).toBe(400)
  expect(at('http://x/storage/v1/object/public/a/b?token=x')).toBeUndefined()
})
