import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

/** Names of the fonts that the page's heading is drawn with. */
async function fontsOfHeading(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main h1' })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return fonts.map(({ familyName }) => familyName)
}

const chosenFonts = (page: Page) => page.evaluate(() => document.documentElement.dataset.fonts ?? 'web')
const cached = (page: Page) => page.evaluate(() => localStorage.getItem('aurelle_fonts'))

test('on a slow network the first page uses the fallback fonts, and the next one the web fonts', async ({
  visitor: page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await open(page, '/about')
  expect(await chosenFonts(page)).toBe('fallback')
  await expect.poll(() => cached(page)).toBe('cached')
  expect(await fontsOfHeading(page)).not.toContain('Petrona')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Shipping')
  expect(await chosenFonts(page)).toBe('web')
  await expect.poll(() => fontsOfHeading(page)).toContain('Petrona')

  await open(page, '/about')
  expect(await chosenFonts(page)).toBe('web')
})
