import { expect, it } from 'vitest'
import { isUpload, plainUpload } from './upload-request'

const address = 'http://x/storage/v1/object/pictures/a.webp'

function form(bytes: number): FormData {
  const data = new FormData()
  data.append('cacheControl', '3600')
  data.append('', new File([new Uint8Array(bytes)], 'a.webp', { type: 'image/webp' }))
  return data
}

it('makes a form with a nameless file a plain body of known length', async () => {
  const plain = await plainUpload(new Request(address, { method: 'POST', body: form(10) }))
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'max-age=3600',
    'content-length': '10',
  })
  expect((await plain.arrayBuffer()).byteLength).toBe(10)
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
