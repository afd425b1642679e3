import { expect, it } from 'vitest'
import { refusedBody } from './body-check'

const to = (path: string, body: string): Promise<Response | undefined> =>
  refusedBody(new Request(`http://x${path}`, { method: 'POST', body }))
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

it('refuses nesting that would run a parser out of stack, brackets in texts aside', async () => {
  expect(await to('/rest/v1/rpc/f', nested(2000))).toBeUndefined()
  expect((await to('/rest/v1/rpc/f', nested(2001)))?.status).toBe(400)
  expect((await to('/rest/v1/rpc/f', '{"a":'.repeat(400_000)))?.status).toBe(400)
  expect(await to('/rest/v1/rpc/f', JSON.stringify(`"\\${'['.repeat(5000)}`))).toBeUndefined()
  expect(await to('/rest/v1/rpc/f', `[${'[],'.repeat(5000)}1]`)).toBeUndefined()
})

it.each([
  ['a list', '[]'],
  ['nothing', 'null'],
  ['an object for a password', '{"email":"a@b.cc","password":{"$ne":1}}'],
  ['a list of e-mails', '{"email":["a@b.cc"],"password":"x"}'],
  ['a number for a token', '{"refresh_token":1}'],
  ['a NUL deep inside', '{"data":{"a":[{"b":"x\\u0000"}]}}'],
  ['a NUL in a name', '{"data":{"a\\u0000":1}}'],
  ['half a pair', '{"data":{"a":"\\ud800"}}'],
  ['a tag for an e-mail', '{"email":"<b>@b.cc","password":"x"}'],
  ['two e-mails', '{"email":"a@b.cc,c@d.ee","password":"x"}'],
  ['a header in an e-mail', '{"email":"a@b.cc\\r\\nBcc: x@y.zz"}'],
  ['an e-mail of 255 letters', JSON.stringify({ email: `${'a'.repeat(248)}@b.ccc` + 'c' })],
])('an account body with %s is refused with a reason', async (_what, body) => {
  const answer = await to('/auth/v1/signup', body)
  expect(answer?.status).toBe(400)
  expect(await answer?.json()).toMatchObject({
    code: 400,
    error_code: 'validation_failed',
    msg: expect.any(String),
  })
})

it('lets through what the services refuse better themselves, and leaves the body to be read', async () => {
  const request = new Request('http://x/auth/v1/signup', {
    method: 'POST',
    body: '{"email":"a@b.cc","password":"👩‍👩‍👧","data":{"first_name":"é"}}',
  })
  expect(await refusedBody(request)).toBeUndefined()
  expect(await request.json()).toMatchObject({ email: 'a@b.cc' })
  expect(await to('/auth/v1/signup', '{"email":')).toBeUndefined()
  expect(await to('/auth/v1/token', '{"email":"nobody","password":"x"}')).toBeUndefined()
})

it('lists are sorted by what they have', async () => {
  const list = (sortBy: unknown): Promise<Response | undefined> =>
    to('/storage/v1/object/list/pictures', JSON.stringify({ prefix: '', sortBy }))
  expect(await list({ column: 'name', order: 'asc' })).toBeUndefined()
  expect(await list(undefined)).toBeUndefined()
  expect((await list({ column: 'name; drop table orders', order: 'asc' }))?.status).toBe(400)
  expect((await list({ column: 'name', order: 'x' }))?.status).toBe(400)
})

it.each(['5', 'null', '"x"', '[1]', '[[]]', '[{},null]'])('%s is no row', async (body) => {
  const answer = await to('/rest/v1/products', body)
  expect(answer?.status).toBe(400)
  expect(await answer?.json()).toMatchObject({ code: 'PGRST102' })
  expect(await to('/rest/v1/rpc/f', body)).toBeUndefined()
})

it.each(['{}', '[]', '[{"a":1},{"b":2}]', '{"a":'])('%s is for the service to judge', async (body) => {
  expect(await to('/rest/v1/products', body)).toBeUndefined()
})

it.each(['{"toString":""}', '{"a":[{"valueOf":1}]}', '{"__proto__":{"a":1}}', '[{"a":{"constructor":{}}}]'])(
  '%s would break what makes text of it',
  async (body) => {
    for (const path of ['/rest/v1/products', '/rest/v1/rpc/f', '/auth/v1/signup'])
      expect((await to(path, body))?.status).toBe(400)
  },
)
