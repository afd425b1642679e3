import { expect } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withBuiltVariant } from './built-variant'
import { test } from './shop'
import { hydrated, open } from './steps'

test.use({ serviceWorkers: 'allow' })

function edit(file: string, from: string, to: string): void {
  const source = readFileSync(file, 'utf8')
  expect(source).toContain(from)
  writeFileSync(file, source.replace(from, to))
}

/** Adds a page to the sources of mf-catalog, as its team would. */
function addLookbook(folder: string): void {
  edit(path.join(folder, 'rsbuild.config.ts'), "mounts: ['/',", "mounts: ['/', '/lookbook',")
  edit(
    path.join(folder, 'src/routes.tsx'),
    'defineRoutes([',
    `defineRoutes([
      {
        path: '/lookbook',
        page: onServer && { title: 'Lookbook', description: 'The season in pictures.' },
        lazy: () => import('./lookbook/lookbook-page'),
      },`,
  )
  mkdirSync(path.join(folder, 'src/lookbook'))
  writeFileSync(
    path.join(folder, 'src/lookbook/lookbook-page.tsx'),
    `import { PageHead } from '@shop/settings'
    import { Heading, Wrap } from '@shop/ui'
    export function Component() {
      return (
        <Wrap>
          <PageHead title="Lookbook" description="The season in pictures." />
          <Heading level={1}>The winter lookbook</Heading>
        </Wrap>
      )
    }`,
  )
}

test('a page that one remote adds is whole: found, titled, in the sitemap, and readable offline', async ({
  adult: page,
  context,
  request,
  shop,
}) => {
  test.setTimeout(240_000)
  expect((await request.get('/lookbook')).status()).toBe(404)
  await withBuiltVariant(shop, 'mf-catalog', addLookbook, async () => {
    const response = await request.get('/lookbook')
    expect(response.status()).toBe(200)
    const html = await response.text()
    expect(html).toContain('The winter lookbook</h1>')
    expect(html).toContain('<meta property="og:title" content="Lookbook | Aurelle &amp; Moss">')
    expect(await (await request.get('/sitemap.xml')).text()).toContain('/lookbook</loc>')

    await open(page, '/lookbook')
    await hydrated(page)
    await expect(page).toHaveTitle('Lookbook | Aurelle & Moss')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Lookbook')
    // The service worker waits for the first use of a page.
    await page.keyboard.press('Shift')
    const isCached = () => page.evaluate(async () => (await caches.match('/lookbook')) !== undefined)
    await expect.poll(isCached).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'The winter lookbook' })).toBeVisible()
    await context.setOffline(false)
  })
  expect((await request.get('/lookbook')).status()).toBe(404)
})
