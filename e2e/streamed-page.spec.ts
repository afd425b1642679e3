import { expect } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from './shop'
import { hydrated } from './steps'

const address = '/products/riva-pebble'

/** Serves the shop from another port; of one page it sends the first half, and the second when told. */
async function serveInHalves(shop: string) {
  let sendRest = () => {}
  const rest = new Promise<void>((resolve) => {
    sendRest = resolve
  })
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(new URL(request.url ?? '', shop))
      const body = Buffer.from(await answer.arrayBuffer())
      response.statusCode = answer.status
      for (const name of ['content-type', 'content-security-policy', 'cache-control'])
        response.setHeader(name, answer.headers.get(name) ?? '')
      if (request.url !== address) return void response.end(body)
      const half = body.indexOf('Add to cart')
      response.write(body.subarray(0, half))
      await rest
      response.end(body.subarray(half))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${address}`,
    sendRest,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('scripts that are there before the end of their page wait for it', async ({
  visitor: page,
  baseURL,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('hydrat')) errors.push(message.text())
  })
  const halves = await serveInHalves(baseURL ?? '')
  try {
    await page.goto(halves.url, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const drawn = await heading.elementHandle()
    const scripts = page.waitForResponse(/\/releases\/shell\/.+\.js$/)
    await page.mouse.move(200, 300)
    await (await scripts).finished()
    // Without a limit Chromium may never call it on a page where nothing happens.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 })))

    halves.sendRest()
    await hydrated(page)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You may also need' })).toBeAttached()
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
    expect(errors).toEqual([])
  } finally {
    halves.stop()
  }
})
