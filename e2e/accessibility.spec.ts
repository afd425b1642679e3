import { allWidths, expectAccessible } from './axe'
import { screens } from './screens'
import { test } from './shop'

// Each screen is opened once: the workers share them.
test.describe.configure({ mode: 'parallel' })

for (const { name, open, widths = allWidths } of screens) {
  test(`${name}: no accessibility violation and no horizontal scroll, in both themes, at ${widths.join(', ')} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expectAccessible(page, widths)
  })
}
