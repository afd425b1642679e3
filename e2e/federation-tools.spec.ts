import { expect, type Page } from '@playwright/test'
import { remoteNames } from '../tools/remotes'
import { test } from './shop'
import { open } from './steps'

/** A host or remote as Module Federation's tools read it. */
interface Listed {
  name: string
  shared: string[]
  remotes: string[]
}

/** What they read of everything that runs, and of the manifests of the remotes. */
const running = (page: Page) =>
  page.evaluate<Listed[]>(`__FEDERATION__.__INSTANCES__.map(({ name, options }) => (
    { name, shared: Object.keys(options.shared), remotes: options.remotes.map((remote) => remote.name) }))`)
const modules = (page: Page) =>
  page.evaluate<
    Listed[]
  >(`Object.entries(__FEDERATION__.moduleInfo).map(([name, { shared = [], remotesInfo }]) => (
    { name, shared: shared.map((lib) => lib.sharedName + '@' + lib.version), remotes: Object.keys(remotesInfo) }))`)

test('Module Federation’s tools list the host, its remotes and what they share, in a release', async ({
  adult: page,
}) => {
  await open(page, '/products/riva-pebble')
  const [host, remote] = await running(page)
  expect(host?.name).toBe('shell')
  expect(host?.remotes.sort()).toEqual(remoteNames)
  expect(host?.shared).toEqual(
    expect.arrayContaining(['react', 'react-dom', 'react-router-dom', '@shop/router', '@shop/ui']),
  )
  expect(remote?.name).toBe('mf_catalog')

  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /cart/i })).toBeVisible()
  const [shell, ...listed] = await modules(page)
  expect(shell).toMatchObject({ name: 'shell', remotes: ['mf-catalog', 'mf-cart-checkout'] })
  for (const [index, name] of ['mf-catalog', 'mf-cart-checkout'].entries()) {
    expect(listed[index]?.name).toMatch(new RegExp(`^${name}:http.*/releases/${name}/\\w+/mf-manifest.json$`))
    expect(listed[index]?.shared).toEqual(expect.arrayContaining(['@shop/ui@1.0.0', '@shop/router@1.0.0']))
  }
})

test('the scripts of a page do not wait for the manifest of its remote', async ({ adult: page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, '/products/riva-pebble')
  const manifests = asked.filter((url) => url.endsWith('/mf-manifest.json'))
  expect(manifests).toHaveLength(1)
  expect(asked.indexOf(manifests[0] ?? '')).toBeLessThan(
    asked.findIndex((url) => url.includes('/releases/shell/')),
  )
})

test('a manifest that was changed on the way is not followed', async ({ adult: page }) => {
  await page.route(/\/mf-account\/.*mf-manifest\.json$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('remoteEntry.js', 'other.js') })
  })
  await page.goto('/auth', { waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Part of this page could not be loaded')).toBeVisible()
})
