import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const allThemes = ['light', 'dark'] as const
type Theme = (typeof allThemes)[number]
export const allWidths = [320, 768, 1280]

/** Waits until all transitions and animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Animations in collapsed content never end.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect }) =>
          effect instanceof KeyframeEffect &&
          effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
          effect.target?.checkVisibility(),
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** The rules that look at colours, the only ones that a further theme can break. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

async function violations(page: Page, which: 'all rules' | 'colours'): Promise<string[]> {
  await settled(page)
  const options = {
    resultTypes: ['violations'],
    ...(which === 'colours' && { runOnly: { type: 'rule', values: rulesOfColour } }),
  }
  const found: Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Sets the theme as if the visitor had chosen it in another tab; on pages without the shop's scripts directly. */
async function choose(page: Page, theme: string): Promise<void> {
  await page.evaluate((mode) => {
    localStorage.setItem('theme', mode)
    document.documentElement.dataset.theme = mode
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: mode }))
  }, theme)
}

/**
 * Expects no accessibility violation and no horizontal scroll of the page as it stands, in these themes and at these widths.
 * @param name of the page, for the failure
 */
export async function expectAccessible(
  page: Page,
  widths: readonly number[] = allWidths,
  name = page.url(),
  themes: readonly Theme[] = allThemes,
): Promise<void> {
  // Through the debugger, since the page's Content-Security-Policy blocks other scripts.
  await page.evaluate(axe)
  for (const [index, theme] of themes.entries()) {
    await choose(page, theme)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const label = `${name}, ${theme}, ${String(width)} px`
      expect.soft(await violations(page, index === 0 ? 'all rules' : 'colours'), label).toEqual([])
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(sideways, `${label} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
}
