import { expect, it } from 'vitest'
import { isUpload, maxObjectBytes, plainUpload } from './upload-request'

const address = 'http://x/storage/v1/object/pictures/a.webp'

function form(bytes: number): FormData {
  const data = new FormData()
  data.append('cacheControl', '3600')
  data.append('', new File([new Uint8Array(bytes)], 'a.webp', { type: 'image/webp' }))
  return data
}

it('makes a form with a nameless file a plain body of known length', async () => {
  const plain = await plainUpload(new Request(address, { method: 'POST', body: form(10) }))
  expect(plain).toBeInstanceOf(Request)
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'max-age=3600',
    'content-length': '10',
  })
  expect((await plain.arrayBuffer()).byteLength).toBe(10)
})

it('refuses a body over 5 MB that comes in chunks and names no length', async () => {
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
  const answer = await plainUpload(new Request(address, { method: 'POST', body: endless, duplex: 'half' }))
  expect(answer).toMatchObject({ status: 400 })
  expect(await answer.json()).toMatchObject({
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  })
  expect(sent).toBeLessThan(maxObjectBytes * 2)
})

it('leaves other requests alone', async () => {
  const list = new Request('http://x/storage/v1/object/list/pictures', { method: 'POST', body: '{}' })
  expect(await plainUpload(list)).toBe(list)
})

it('refuses a form without a file, or without its end', async () => {
  const empty = new FormData()
  empty.append('cacheControl', '3600')
  for (const request of [
    new Request(address, { method: 'POST', body: empty }),
    new Request(address, {
      method: 'POST',
      body: '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n',
      headers: { 'content-type': 'Multipart/Form-Data; boundary=x' },
    }),
    new Request(address, { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } }),
  ])
    expect(await plainUpload(request)).toMatchObject({ status: 400 })
})

it.each([
  ['POST', '/storage/v1/object/pictures/a.png', true],
  ['PUT', '/storage/v1/object/pictures/a.png', true],
  ['GET', '/storage/v1/object/pictures/a.png', false],
  ['POST', '/storage/v1/object/list/pictures', false],
  ['POST', '/storage/v1/object/sign/pictures/a.png', false],
  ['POST', '/storage/v1/bucket', false],
  ['POST', '/rest/v1/products', false],
])('%s %s brings a file: %s', (method, path, brings) => {
  expect(isUpload(new Request(`http://x${path}`, { method }))).toBe(brings)
})
