import { expect, type Page } from '@playwright/test'
import { disclosure, gallery, heart, quantity, theme, type Control } from './countable-controls'
import { absences, arrivals, scriptsAgain, type Arrival } from './late-scripts'
import { pressInTurn, stepsOf } from './press-in-turn'
import { recordPresses, type Met, type MetPress } from './press-record'
import { isDeep } from '@shop/testing/sample'
import { test } from './shop'
import { hydrated, open } from './steps'

const product = '/products/riva-pebble'

// Tall enough for every control to be in view, and for messages to cover none.
test.use({ viewport: { width: 1280, height: 1400 } })
test.setTimeout(90_000)

/** What the browser complains of, but for a service worker and scripts that the tests themselves keep from it. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const expected = /Service Worker registration blocked|net::ERR_FAILED|integrity|link preload/
    if (!expected.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

/** Waits until the shell has taken over a page and done what was pressed before. */
async function atRest(page: Page): Promise<void> {
  await hydrated(page)
  await expect(page.locator('[data-queued], header [aria-busy=true], form [aria-busy=true]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

/** Expects that a page has met every press, if their number is known, and where nothing is slowed down has shown a sign of each at once and not shifted. */
function expectMet({ presses, shift, moved }: Met, pressed: readonly number[], isSlow: boolean): void {
  const all = pressed.reduce((sum, times) => sum + times, 0)
  if (pressed.length > 0) expect(presses).toHaveLength(all)
  if (isSlow) return
  // A late font that makes a space a fraction wider scores some hundred-thousandths.
  expect(shift, moved.join(', ')).toBeLessThan(0.001)
  const isLate = ({ sign, took }: MetPress) => took === 'yes' && (sign ?? Number.POSITIVE_INFINITY) > 100
  expect(presses.filter(isLate)).toEqual([])
}

/** Expects that a visitor's cart holds so many pieces, as its page reads it anew. */
async function expectInCart(page: Page, pieces: number): Promise<void> {
  await open(page, '/cart')
  await expect(page.getByRole('spinbutton')).toHaveValue(String(pieces))
}

/** Opens a page and presses while its scripts arrive; then it is at rest. @returns what it has met */
async function pressDuring(
  page: Page,
  arrival: Arrival,
  address: string,
  press: () => Promise<number[]>,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<{ met: Met; pressed: number[] }> {
  const complaints = complaintsOf(page)
  const readMet = await recordPresses(page)
  if (arrival.isSlow) {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  let pressed: number[] = []
  await arrival.during(
    page,
    async () => {
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await prepare()
    },
    async () => {
      pressed = await press()
    },
  )
  await atRest(page)
  const met = await readMet()
  expectMet(met, pressed, arrival.isSlow)
  expect(complaints).toEqual([])
  return { met, pressed }
}

/** All ways, in a deep run: each takes more than six seconds of a page that nothing else may slow down. */
function everyWay<Case>(cases: readonly Case[]): { arrival: Arrival; one: Case }[] {
  if (!isDeep) return []
  return cases.flatMap((one) => arrivals.map((arrival) => ({ arrival, one })))
}

const controlsOn: Record<string, (page: Page) => Control[]> = {
  '/': (page) => ['Riva Pebble', 'Ember Massage Candle'].map((name) => heart(page, name)),
  '/products': (page) =>
    ['Riva Pebble', 'Ember Massage Candle', 'Nocturne Silk Eye Mask'].map((name) => heart(page, name)),
  [product]: (page) => [
    quantity(page, 1),
    heart(page, 'Riva Pebble'),
    gallery(page, 'Riva Pebble'),
    disclosure(page, 'Details'),
  ],
  // Four, since a fast page is pressed sixty times and the number can be lowered eighteen times.
  '/products/moss-balm': (page) => [
    quantity(page, -1),
    heart(page, 'Moss Balm'),
    disclosure(page, 'Details'),
    theme(page),
  ],
}

for (const [address, controlsOf] of Object.entries(controlsOn))
  for (const { arrival, one: first } of everyWay([0, 1, 2, 3]))
    test(`${address}: every press counts once, from control ${String(first + 1)} on, with ${arrival.name}`, async ({
      adult: page,
    }) => {
      const controls = controlsOf(page)
      const { pressed } = await pressDuring(
        page,
        arrival,
        address,
        () => pressInTurn(page, controls, stepsOf(), first),
        async () => {
          for (const { prepare } of controls) await prepare?.()
        },
      )
      for (const [index, { name, expectPressed }] of controls.entries())
        await test.step(name, () => expectPressed(pressed[index] ?? 0))
    })

const add = (page: Page) => ({
  name: 'Add to cart',
  press: [page.getByRole('button', { name: 'Add to cart' })],
})

for (const { arrival, one: every } of everyWay([4, 5, 7]))
  test(`a press on "Add to cart" each ${String(every * 100)} ms counts once, unless it is busy, with ${arrival.name}`, async ({
    adult: page,
  }) => {
    const { met } = await pressDuring(page, arrival, product, async () => {
      await pressInTurn(page, [add(page)], stepsOf(every))
      // The mini cart opens above the button and meets what comes then, so that their number is not known.
      return []
    })
    const times = (took: MetPress['took']) => met.presses.filter((press) => press.took === took).length
    const link = page.getByRole('banner').getByRole('link', { name: /^Cart, / })
    const counted = Number(/^Cart, (\d+) item/.exec((await link.getAttribute('aria-label')) ?? '')?.[1])
    expect(counted).toBeGreaterThanOrEqual(Math.max(1, times('yes')))
    expect(counted).toBeLessThanOrEqual(times('yes') + times('unsure'))
    await expectInCart(page, counted)
  })

for (const [how, keepAway] of Object.entries(isDeep ? absences : {}))
  for (const moment of [1, 12, 40])
    test(`with scripts ${how} disclosures work, and a press on "Add to cart" after ${String(moment)} tenths of a second counts once`, async ({
      adult: page,
    }) => {
      const readMet = await recordPresses(page)
      await keepAway(page)
      await page.goto(product, { waitUntil: 'domcontentloaded' })
      const details = disclosure(page, 'Details')
      await details.prepare?.()
      const before = stepsOf().filter((step) => step < moment)
      const pressed = await pressInTurn(page, [details], before)
      expectMet(await readMet(), pressed, false)
      await details.expectPressed(pressed[0] ?? 0)
      await pressInTurn(page, [add(page)], [moment])
      const counted = page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item', exact: true })
      const cart = page.getByRole('heading', { level: 1, name: 'Your cart' })
      await expect(counted.or(cart).first()).toBeVisible()
      await scriptsAgain(page)
      await expectInCart(page, 1)
    })

for (const { arrival, one: moment } of everyWay([2, 9, 21, 31, 35, 45]))
  test(`a picture is enlarged by a press after ${String(moment)} tenths of a second, with ${arrival.name}`, async ({
    adult: page,
  }) => {
    const name = 'Enlarge picture'
    const press = [page.getByRole('button', { name })]
    await pressDuring(page, arrival, product, () => pressInTurn(page, [{ name, press }], [moment]))
    await expect(page.getByRole('dialog', { name: 'Pictures of Riva Pebble' })).toBeVisible()
  })
