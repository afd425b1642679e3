import { allWidths, expectAccessible } from './axe'
import { isSampled } from './sample'
import { screens } from './screens'
import { test } from './shop'

// Each screen is opened once, and looked at in one of its widths by the run's seed: the workers share them.
test.describe.configure({ mode: 'parallel' })

for (const [index, { name, open, widths = allWidths }] of screens.entries()) {
  const sampled = widths.filter((_, place) => isSampled(index + place, widths.length))
  test(`${name}: no accessibility violation and no horizontal scroll, in both themes, at ${sampled.join(', ')} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expectAccessible(page, sampled)
  })
}
