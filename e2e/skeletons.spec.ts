import { expect } from '@playwright/test'
import { holdScripts } from './late-scripts'
import { test } from './shop'

// A browser works out the styles of all that moves for each frame: on a slow phone, with each skeleton moving, a press waited for that.
test('the skeletons of a drawn page appear together, and shimmer only once a second has passed', async ({
  adult: page,
}) => {
  await holdScripts(page)
  await page.goto('/products/riva-pebble', { waitUntil: 'domcontentloaded' })
  const groups = await page.locator('main [data-skeletons]').count()
  const animations = await page.evaluate(() =>
    document.getAnimations().map((animation) => ({
      name: animation instanceof CSSAnimation ? animation.animationName : '',
      delay: animation.effect?.getTiming().delay ?? 0,
    })),
  )
  const named = (name: string) => animations.filter((animation) => animation.name === name)
  expect(named('fade')).toEqual(Array.from({ length: groups }, () => ({ name: 'fade', delay: 150 })))
  expect(named('shimmer').length).toBeGreaterThan(groups)
  for (const { delay } of named('shimmer')) expect(delay).toBe(1000)
})
