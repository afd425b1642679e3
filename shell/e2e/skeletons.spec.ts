import { expect, type Page } from '@playwright/test'
import { holdRequests } from '../../e2e/hold-requests'
import { test } from '../../e2e/shop'
import { hydrated } from '../../e2e/steps'

// Other journeys ask for less of what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const movingIn = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((animation) => (animation instanceof CSSAnimation ? [animation.animationName] : [])),
  )

// A browser works out the styles of all that moves for each frame: on a slow phone a press, and hydration, waited for that.
test('the skeletons of a rendered page appear together, and nothing else moves before the shop is ready', async ({
  adult: page,
}) => {
  const letScriptsCome = await holdRequests(page)
  await page.goto('/products/riva-pebble', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  const groups = await page.locator('main [data-skeletons]').count()
  expect(groups).toBeGreaterThan(0)
  expect(await movingIn(page)).toEqual(Array.from({ length: groups }, () => 'fade'))
  await page.route(/rest\/v1/, () => undefined)
  letScriptsCome()
  await hydrated(page)
  await expect.poll(() => movingIn(page)).toContain('shimmer')
})
