import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { listen } from '../listen'
import { insideShop } from './inside-shop'

test('releases come from the shop, without the cookies of this machine, and the rest from here', async () => {
  const shop = new Hono().all('*', ({ req, json }) =>
    json({ url: req.url.replace(/^.*:\d+/, ''), ...req.header() }),
  )
  const server = await listen(shop, { port: 0 })
  const here = new Hono().get('*', (context) => context.text('from source'))
  const app = insideShop(here, `http://127.0.0.1:${String(server.port)}`)
  const headers = {
    cookie: 'aurelle_guest=1',
    authorization: 'Bearer staff',
    origin: 'http://localhost:3000',
  }
  for (const url of ['/releases/mf-admin/v1/entry.js?a=1', '/composition', '/composition/canary']) {
    const sent: unknown = await (await app.request(url, { headers })).json()
    expect(sent).toMatchObject({ url, authorization: 'Bearer staff' })
    expect(sent).not.toHaveProperty('cookie')
    expect(sent).not.toHaveProperty('origin')
  }
  expect(await (await app.request('/products')).text()).toBe('from source')
  await server.close()
})
