import { expect, test, type Page } from '@playwright/test'
import { oneOf } from '@shop/testing/sample'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { preview, type PreviewServer } from 'vite'
import { allWidths, expectAccessible } from '../../e2e/axe'
import { root } from '../environment'

const built = path.join(root, 'tools/dist/gallery')
const { entries }: { entries: Record<string, { title: string }> } = JSON.parse(
  readFileSync(path.join(built, 'index.json'), 'utf8'),
)

// One page for all: it has the scripts of the gallery already.
let server: PreviewServer
let page: Page
const problems: string[] = []

test.beforeAll(async ({ browser }) => {
  server = await preview({
    configFile: false,
    build: { outDir: built },
    preview: { host: '127.0.0.1', port: 0 },
  })
  page = await browser.newPage({ baseURL: server.resolvedUrls?.local[0], reducedMotion: 'reduce' })
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await page.goto('iframe.html')
})

/** Sends events of Storybook's channel to the page. */
const show = (events: object) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('storybook', { detail })), events)

test.afterAll(async () => {
  await page.close()
  await server.close()
})

for (const [id, { title }] of Object.entries(entries)) {
  const densities = title.startsWith('Back office') ? ['desk'] : oneOf(['shop', 'desk'], `density of ${id}`)
  for (const density of densities) {
    const widths = oneOf(allWidths, id)
    test(`${id} is accessible in both themes, ${density}, at ${widths.join(', ')} px`, async () => {
      await show({
        updateGlobals: { globals: { density } },
        setCurrentStory: { storyId: id, viewMode: 'story' },
      })
      await expect(page.locator('#storybook-root h1').first()).toHaveText(`${id}, ${density}`)
      await expectAccessible(page, widths)
      expect(problems.splice(0)).toEqual([])
    })
  }
}
