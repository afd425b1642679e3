import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const look = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, fontFamily, color } = getComputedStyle(document.body)
    return {
      backgroundColor,
      fontFamily,
      color,
      margin: getComputedStyle(document.querySelector('h1') ?? document.body).margin,
    }
  })

/** The classes of all rules on the page, as often as rules outside of queries name them. */
const ruleClasses = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const classOf = (rule?: CSSRule) =>
      rule instanceof CSSStyleRule && /^\.am-\w+$/.test(rule.selectorText) ? rule.selectorText : ''
    // Emotion writes what a class says in one go, which may be several rules.
    return rules.map(classOf).filter((name, index) => name !== '' && name !== classOf(rules[index - 1]))
  })

const repeated = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

test('a page whose global styles no server rendered gets them from the scripts', async ({ page }) => {
  await page.goto('/about')
  const rendered = await look(page)
  await page.route('/about', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const bare = html.replaceAll(/<style data-emotion="am-global[\s\S]*?<\/style>/g, '')
    expect(bare.length).toBeLessThan(html.length)
    await route.fulfill({ response, body: bare })
  })
  await page.goto('/about')
  await expect.poll(() => look(page)).toEqual(rendered)
})

test('a page keeps the rules that the server rendered, and navigation adds those of the next page once', async ({
  visitor: page,
}) => {
  const response = await page.request.get('/about')
  const [, names = ''] = /data-emotion="am ([^"]+)"/.exec(await response.text()) ?? []
  await open(page, '/about')
  await expect(page.locator('style[data-emotion="am-global"]')).toHaveCount(1)
  const first = await ruleClasses(page)
  expect(first.length).toBeGreaterThan(names.split(' ').length / 2)
  expect(repeated(first)).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop All' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop All' })).toBeVisible()
  const next = await ruleClasses(page)
  expect(next.length).toBeGreaterThan(first.length)
  expect(repeated(next)).toEqual([])
})
