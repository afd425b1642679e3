import { expect, type Locator, type Page } from '@playwright/test'
import { watchLayoutShifts } from '../../e2e/layout-shifts'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const product = '/products/riva-pebble'
const masterWidth = 1600
const strip = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Pictures of Riva Pebble' })
const zoomed = (page: Page) => page.getByRole('dialog', { name: 'Pictures of Riva Pebble' })
const thumbnail = (page: Page, place: number) =>
  page.getByRole('link', { name: `Image ${String(place)} of 2` })

/** Scroll offset of a strip, in multiples of its width. */
const place = (of: Locator) => of.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth)

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Rendered width of the picture in the dialog. */
async function renderedWidth(page: Page): Promise<number> {
  const box = await zoomed(page).getByRole('img').boundingBox()
  return box?.width ?? 0
}

test('the first picture is in the HTML; others are chosen by button, thumbnail and arrow keys, at once with reduced motion', async ({
  adult: page,
  request,
}) => {
  const html = await (await request.get(product)).text()
  expect(html.match(/fetchPriority="high"/gi)).toHaveLength(1)
  expect(html).toMatch(/src="\/media\/riva-pebble-1\.webp"[^>]*fetchpriority="high"/i)
  const expectNoShift = await watchLayoutShifts(page)
  await open(page, product)
  await page.getByRole('button', { name: 'Next picture' }).click()
  await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => place(strip(page))).toBe(1)
  await expectNoShift(product)
  await expect(page.getByRole('status').filter({ hasText: 'Image 2 of 2' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => place(strip(page))).toBe(0)
  await thumbnail(page, 2).click()
  await expect.poll(() => place(strip(page))).toBe(1)
  await expect(page).toHaveURL(product)
  await page.keyboard.press('Home')
  await expect(thumbnail(page, 1)).toBeFocused()
  await expect.poll(() => place(strip(page))).toBe(0)
  await expect(thumbnail(page, 1)).toHaveAttribute('aria-current', 'true')
  const after = await page.getByRole('button', { name: 'Next picture' }).evaluate((button: HTMLElement) => {
    button.click()
    const list = document.querySelector('main ul[tabindex]')
    return list ? list.scrollLeft / list.clientWidth : Number.NaN
  })
  expect(after).toBe(1)
})

test('a picture is enlarged and zoomed by keys, wheel and pointer, and the focus returns', async ({
  adult: page,
}) => {
  await open(page, product)
  await page.getByRole('button', { name: 'Enlarge picture' }).press('Enter')
  await expect(zoomed(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close picture' })).toBeFocused()
  const whole = await renderedWidth(page)
  await page.keyboard.press('+')
  await expect.poll(() => renderedWidth(page)).toBeCloseTo(Math.min(whole * 1.5, masterWidth), 0)
  await page.keyboard.press('-')
  await expect.poll(() => renderedWidth(page)).toBeCloseTo(whole, 0)
  const middle = await middleOf(zoomed(page).getByRole('img'))
  await page.mouse.click(middle.x, middle.y)
  // As large as its master is: there is nothing more to see.
  await expect.poll(() => renderedWidth(page)).toBeCloseTo(masterWidth, 0)
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
  const before = await middleOf(zoomed(page).getByRole('img'))
  await page.mouse.down()
  await page.mouse.move(middle.x + 30, middle.y + 60, { steps: 4 })
  await page.mouse.up()
  expect((await middleOf(zoomed(page).getByRole('img'))).y).toBeCloseTo(before.y + 60, 0)
  await page.keyboard.press('0')
  await expect.poll(() => renderedWidth(page)).toBeCloseTo(whole, 0)
  await page.mouse.wheel(0, -800)
  await expect.poll(() => renderedWidth(page)).toBeCloseTo(masterWidth, 0)
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowRight')
  await expect(zoomed(page).getByRole('status')).toHaveText('Image 2 of 2')
  await page.keyboard.press('Escape')
  await expect(zoomed(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Enlarge picture' })).toBeFocused()
  await expect.poll(() => place(strip(page))).toBe(1)
})

test('an enlargement that cannot be loaded shows a message, and the page still works', async ({
  adult: page,
}) => {
  await open(page, product)
  await page.route('**/rare-zoom*', (route) => route.abort())
  await page.getByRole('button', { name: 'Enlarge picture' }).click()
  await expect(page.getByText('The picture could not be opened. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 780 } })

  test('a swipe shows the next picture, a pinch zooms', async ({ adult: page }) => {
    await open(page, product)
    const devtools = await page.context().newCDPSession(page)
    const from = await middleOf(strip(page))
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: from.x + 100, y: from.y }],
    })
    for (const x of [80, 40, 0, -40, -80, -120])
      await devtools.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: from.x + x, y: from.y }],
      })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => place(strip(page))).toBe(1)
    await expect(page.getByText('2 / 2')).toBeVisible()
    await expect(thumbnail(page, 2)).toBeHidden()
    const center = await middleOf(strip(page))
    await page.touchscreen.tap(center.x, center.y)
    await expect(zoomed(page).getByRole('status')).toHaveText('Image 2 of 2')
    const whole = await renderedWidth(page)
    const middle = await middleOf(zoomed(page).getByRole('img'))
    await devtools.send('Input.synthesizePinchGesture', {
      ...middle,
      scaleFactor: 2,
      gestureSourceType: 'touch',
    })
    await expect.poll(() => renderedWidth(page)).toBeGreaterThan(whole * 1.4)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
    await zoomed(page).getByRole('button', { name: 'Close picture' }).click()
    await expect(zoomed(page)).toBeHidden()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the thumbnails scroll their pictures into view', async ({ page }) => {
    await page.goto(product)
    await thumbnail(page, 2).click()
    await expect(strip(page).getByRole('img').nth(1)).toBeInViewport({ ratio: 0.5 })
    await expect(page.getByRole('button', { name: 'Enlarge picture' })).toBeHidden()
  })
})
