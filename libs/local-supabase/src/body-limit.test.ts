import { expect, it } from 'vitest'
import { boundedBody, maxBodyBytes } from './body-limit'

const address = 'http://x/rest/v1/rpc/f'

function chunks(count: number, size = 64 * 1024): { body: ReadableStream<Uint8Array>; taken: () => number } {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === count) return controller.close()
      sent += 1
      controller.enqueue(new Uint8Array(size).fill(120))
    },
  })
  return { body, taken: () => sent }
}

const post = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request =>
  new Request(address, {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

async function expectRefusal(answer: Request | Response): Promise<unknown> {
  expect(answer).toMatchObject({ status: 413 })
  return answer.json()
}

it('takes 1 MB to the byte and refuses one more', async () => {
  const whole = await boundedBody(post('x'.repeat(maxBodyBytes)))
  expect((await whole.arrayBuffer()).byteLength).toBe(maxBodyBytes)
  expect(await expectRefusal(await boundedBody(post('x'.repeat(maxBodyBytes + 1))))).toMatchObject({
    code: 'PT413',
    hint: 'body',
    message: expect.stringContaining('larger'),
  })
})

it('refuses by the stated length without reading', async () => {
  const { body, taken } = chunks(1000)
  await expectRefusal(await boundedBody(post(body, { 'content-length': String(maxBodyBytes + 1) })))
  expect(taken()).toBeLessThan(3)
})

it('stops reading a body without a length once it is too large', async () => {
  const { body, taken } = chunks(1_000_000)
  await expectRefusal(await boundedBody(post(body)))
  expect(taken()).toBeLessThan(maxBodyBytes / (64 * 1024) + 4)
})

it('does not believe a stated length that is too small', async () => {
  const { body } = chunks(100)
  await expectRefusal(await boundedBody(post(body, { 'content-length': '5' })))
})

it('leaves a request without a body alone, and keeps method, address and headers of one with', async () => {
  const plain = new Request(address)
  expect(await boundedBody(plain)).toBe(plain)
  const passed = await boundedBody(
    post('{"a":1}', { 'x-session-id': 's', 'content-type': 'application/json' }),
  )
  expect(passed).toMatchObject({ method: 'POST', url: address })
  expect(Object.fromEntries(passed.headers)).toMatchObject({
    'x-session-id': 's',
    'content-type': 'application/json',
  })
  expect(await passed.json()).toEqual({ a: 1 })
})
