import { allWidths, expectAccessible } from './axe'
import { isSampled } from './sample'
import { screens } from './screens'
import { test } from './shop'

// A third of the screens are opened, and looked at in one of their widths, by the run's seed: nine runs see each in all of its widths.
test.describe.configure({ mode: 'parallel' })

for (const [index, { name, open, widths = allWidths }] of screens.entries()) {
  const sampled = widths.filter((_, place) => isSampled(index + place, 3 * widths.length))
  if (sampled.length === 0) continue
  test(`${name}: no accessibility violation and no horizontal scroll, in both themes, at ${sampled.join(', ')} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expectAccessible(page, sampled)
  })
}
