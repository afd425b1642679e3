import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { addToCart, test } from './shop'

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const routes = ['/', '/products', '/products/riva-pebble', '/categories', '/categories/accessories', '/search?q=pebble', '/cart', '/checkout', '/about', '/contact', '/faq', '/track-order', '/auth', '/admin/login', '/offline', '/nowhere']

async function violations(page: Page): Promise<string[]> {
  // Through the debugger, as a page's own policy rightly refuses foreign scripts.
  await page.evaluate(axe)
  const found: Violation[] = await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)')
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [320, 768, 1280]) {
    test(`no accessibility violation and no sideways scroll, ${theme}, ${String(width)} px`, async ({ page }) => {
      test.setTimeout(120_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((mode) => { localStorage.setItem('theme', mode) }, theme)
      await page.goto('/')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await violations(page), 'age gate').toEqual([])
      await page.getByRole('button', { name: 'I am 18 or older' }).click()
      await addToCart(page, 'moss-balm')
      for (const route of routes) {
        await page.goto(route)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect(await violations(page), route).toEqual([])
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(sideways, `${route} scrolls sideways`).toBeLessThanOrEqual(0)
      }
    })
  }
}
