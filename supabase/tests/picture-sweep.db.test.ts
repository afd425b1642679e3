import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startMailer } from '@shop/mailer'
import { testBackend } from './test-database'

const backend = await testBackend()
const { sql } = backend

const publicUrl = (name: string) => `${backend.url}/storage/v1/object/public/product-images/${name}`
const isServed = async (name: string) => (await fetch(publicUrl(name))).ok

/** Uploads a picture as long ago as an interval of Postgres says. @returns its name in the bucket */
async function upload(age: string): Promise<string> {
  const name = `product-images/${randomUUID()}-320.webp`
  const response = await fetch(`${backend.url}/storage/v1/object/product-images/${name}`, {
    method: 'POST',
    headers: {
      apikey: backend.secretKey,
      authorization: `Bearer ${backend.secretKey}`,
      'content-type': 'image/webp',
    },
    body: 'picture',
  })
  expect(response.status).toBe(200)
  await sql`update storage.objects set created_at = now() - ${age}::text::interval where name = ${name}`
  return name
}

/** Runs one sweep of the mailer. */
async function sweep(): Promise<string[]> {
  const log: string[] = []
  let rest: () => void = () => undefined
  const idle = new Promise<void>((resolve) => {
    rest = resolve
  })
  const mailer = startMailer({
    url: backend.url,
    secretKey: backend.secretKey,
    transport: null,
    siteUrl: 'https://shop.example',
    log: (line) => log.push(line),
    clock: {
      now: () => Date.now(),
      pause: (_ms, signal) => {
        rest()
        return new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          signal.addEventListener('abort', () => resolve())
        })
      },
    },
  })
  await idle
  await mailer.stop()
  return log
}

test('after a day the bytes of an upload that nothing shows are gone, others stay', async () => {
  const [left, young, shown] = [await upload('25 hours'), await upload('23 hours'), await upload('9 days')]
  const address = `/storage/v1/object/public/product-images/${shown}`
  await sql`insert into products (slug, name, price, images) values ('pictured', 'Pictured', 5, ${[address]})`
  expect(await sweep()).toEqual([])
  expect(await Promise.all([left, young, shown].map(isServed))).toEqual([false, true, true])
  expect(await sql`select from storage.objects where name = ${left}`).toHaveLength(0)
  await sql`delete from products where slug = 'pictured'`
  expect(await sweep()).toEqual([])
  expect(await isServed(shown)).toBe(false)
})
