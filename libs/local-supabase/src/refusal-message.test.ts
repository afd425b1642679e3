import { expect, it } from 'vitest'
import { describeRefusal } from './refusal-message'

const facts = { method: 'POST', path: '/storage/v1/bucket', headers: {}, quoted: new Map<string, string>() }
const answered = (body: string | null, status: number, type = 'text/plain'): Response =>
  new Response(body, { status, headers: { 'content-type': type } })

it('says in JSON what a bare text says', async () => {
  const answer = await describeRefusal(answered('404 Not Found', 404), facts)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])
  expect(await answer.json()).toEqual({ code: '404', message: 'Not Found' })
})

it('makes a sentence of a validator’s report, without what was sent', async () => {
  const report = {
    valid: false,
    errors: [{ instanceLocation: '/limit', error: 'Expected number', data: 'secret' }],
    schema: { type: 'object' },
  }
  const answer = await describeRefusal(answered(JSON.stringify(report), 400, 'application/json'), facts)
  expect(await answer.json()).toEqual({ code: '400', message: '/limit: Expected number' })
})

it('never stays silent', async () => {
  expect(await (await describeRefusal(answered('', 405), facts)).json()).toEqual({
    code: '405',
    message: 'The request was refused.',
  })
})

it('calls data that the database refused a mistake of the caller', async () => {
  const answer = await describeRefusal(answered('{"error":"server_error"}', 500), {
    ...facts,
    failure: { code: '2201W', message: 'LIMIT must not be negative' },
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: '2201W', message: 'LIMIT must not be negative' })
})

it.each([
  ['message', 400],
  ['msg', 422],
  ['error_description', 403],
  ['error', 500],
])('leaves an answer with %s as it is', async (name, status) => {
  const body = JSON.stringify({ [name]: 'because' })
  const answer = await describeRefusal(answered(body, status, 'application/json'), facts)
  expect([answer.status, await answer.text()]).toEqual([status, body])
})

it('touches neither success nor a HEAD', async () => {
  const fine = answered('ok', 200)
  expect(await describeRefusal(fine, facts)).toBe(fine)
  const head = answered(null, 404)
  expect(await describeRefusal(head, { ...facts, method: 'HEAD' })).toBe(head)
})
