import { expect, type Browser, type Page } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { isSampled, oneOf } from '@shop/testing/sample'
import { badResponses, Network, type BadResponse } from './bad-network'
import { test } from './shop'
import { addToCartByForm, continueToPayment, fillCheckout, hydrated, open, pay, uniqueEmail } from './steps'

/** A kind of file, and a visitor who needs it. */
interface Kind {
  file: string
  matches: RegExp
  /** Before the trouble begins. */
  before?: (page: Page) => Promise<unknown>
  /** Makes the browser ask for the file. */
  ask: (page: Page) => Promise<unknown>
  /** Resolves once the visitor has what the file is for. @param url of the file */
  isWhole: (page: Page, url: string) => Promise<unknown>
  /** What a visitor does where the page need not offer anything, since it can be used without the file. */
  again?: (page: Page) => Promise<unknown>
  buy: (page: Page) => Promise<unknown>
  /** Whether the checkout needs it too, so that one of its visitors also pays. */
  isOfCheckout?: true
}

const product = '/products/moss-balm'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const visit = (address: string) => (page: Page) => page.goto(address, { waitUntil: 'commit' })
const reload = (page: Page) => page.reload({ waitUntil: 'domcontentloaded' })

async function addToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()
}

const onProductPage = { ask: visit(product), isWhole: hydrated, buy: addToCart }

const fromListToProduct = {
  before: (page: Page) => open(page, '/products'),
  ask: (page: Page) => page.getByRole('main').getByRole('link', { name: 'Moss Balm' }).first().click(),
  isWhole: (page: Page) => heading(page, 'Moss Balm').waitFor(),
  buy: addToCart,
}

async function openWithWorker(page: Page): Promise<void> {
  await open(page, product)
  // The service worker waits for the first use of a page.
  await page.keyboard.press('Shift')
}

const kinds: Kind[] = [
  {
    file: 'shell’s script',
    matches: /\/releases\/shell\/.*\.js$/,
    before: (page) => addToCartByForm(page, 'moss-balm'),
    ask: visit('/cart'),
    isWhole: (page) => Promise.all([hydrated(page), page.getByRole('spinbutton').waitFor()]),
    async buy(page) {
      await page.getByRole('link', { name: 'Checkout', exact: true }).click()
      await heading(page, 'Checkout').waitFor()
    },
    isOfCheckout: true,
  },
  { file: 'manifest', matches: /\/mf-catalog\/.*\/mf-manifest\.json$/, ...onProductPage },
  { file: 'container', matches: /\/mf-catalog\/.*\/remoteEntry\.js$/, ...onProductPage },
  { file: 'routes', matches: /\/mf-catalog\/.*__federation_expose_routes.*\.js$/, ...onProductPage },
  { file: 'page chunk', matches: /\/mf-catalog\/.*\/js\/[^/]+\.js$/, ...fromListToProduct },
  {
    file: 'dialog chunk',
    matches: /\/mf-cart-checkout\/.*\/js\/[^/]+\.js$/,
    async before(page) {
      await addToCartByForm(page, 'moss-balm')
      await open(page, '/checkout')
      await page.getByLabel('Email').waitFor()
    },
    ask: (page) => page.getByRole('link', { name: 'Sign in', exact: true }).last().click(),
    isWhole: (page) => page.getByRole('region', { name: 'Sign in' }).getByLabel('Password').waitFor(),
    async buy(page) {
      await page.getByRole('button', { name: 'Continue as a guest' }).click()
      await page.getByLabel('Email').fill(uniqueEmail('network'))
    },
    isOfCheckout: true,
  },
  {
    file: 'font',
    matches: /\/fonts\/.*\.woff2$/,
    ...onProductPage,
    isWhole: (page) =>
      page.waitForFunction(() => {
        const states = [...document.fonts].map(({ status }) => status)
        return states.includes('loaded') && !states.includes('loading') && !states.includes('error')
      }),
    again: reload,
    isOfCheckout: true,
  },
  {
    file: 'picture',
    matches: /\/media\/moss-balm.*\.avif$/,
    ...onProductPage,
    isWhole: (page, url) =>
      page.waitForFunction(
        (src) =>
          [...document.images].some(
            ({ currentSrc, complete, naturalWidth }) => currentSrc === src && complete && naturalWidth > 0,
          ),
        url,
      ),
    again: reload,
  },
  { file: 'data', matches: /\/rest\/v1\/products\?.*slug=eq\.moss-balm/, ...fromListToProduct },
  {
    file: 'service worker',
    matches: /\/sw\.js$/,
    ask: openWithWorker,
    isWhole: (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null),
    again: openWithWorker,
    buy: addToCart,
    isOfCheckout: true,
  },
]

async function placeOrder(page: Page): Promise<void> {
  await page.goto('/checkout')
  await fillCheckout(page, uniqueEmail('network'))
  await continueToPayment(page)
  await pay(page)
  await heading(page, 'Thank you').waitFor()
}

/** The retry that a page offers for a missing part. */
const wayOn = (page: Page) =>
  page
    .getByRole('button', { name: 'Try again' })
    .or(page.getByRole('link', { name: /^(Try again|Load the page again)$/ }))
    .first()

interface Cell {
  kind: Kind
  response: BadResponse
  /** Whether the visitor also pays, which takes longer. */
  pays: boolean
  error?: Error
}

async function tryCell(browser: Browser, { kind, response, pays }: Cell): Promise<void> {
  const network = new Network()
  const proxy = { server: await network.open() }
  const context = await browser.newContext({ serviceWorkers: 'allow', proxy })
  try {
    await context.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    const page = await context.newPage()
    // The shop gives up after 15 seconds, twice.
    page.setDefaultTimeout(response === 'never' ? 40_000 : 20_000)
    await kind.before?.(page)
    const [url] = await Promise.all([network.spoilNext(kind.matches, response), kind.ask(page)])
    if (kind.again) {
      // A visitor who still misses it after three seconds reloads.
      page.setDefaultTimeout(3000)
      const isThere = await kind.isWhole(page, url).then(
        () => true,
        () => false,
      )
      page.setDefaultTimeout(20_000)
      network.dropSilent()
      if (!isThere) await kind.again(page)
    } else {
      const whole = kind.isWhole(page, url)
      const isOffered = await Promise.any([
        whole.then(() => false),
        wayOn(page)
          .waitFor()
          .then(() => true),
      ])
      if (isOffered) await Promise.any([whole, wayOn(page).click()])
    }
    await kind.isWhole(page, url)
    await kind.buy(page)
    if (pays) await placeOrder(page)
  } finally {
    await context.close()
    network.close()
  }
}

const responses = Object.keys(badResponses).filter((name): name is BadResponse => name in badResponses)

/** A line for each kind of file, with a mark for each answer. */
function matrixOf(cells: readonly Cell[]): string {
  const row = (name: string, marks: readonly string[]) =>
    name.padEnd(16) + marks.map((mark) => mark.padEnd(11)).join('')
  const mark = ({ error, pays }: Cell) => (error ? 'LOST' : pays ? 'paid' : 'bought')
  const rows = kinds.map((kind) =>
    row(
      kind.file,
      responses.map((response) =>
        cells
          .filter((cell) => cell.kind === kind && cell.response === response)
          .map(mark)
          .join(''),
      ),
    ),
  )
  const held = cells.filter(({ error }) => !error).length
  return [
    `\n${row('', responses)}`,
    ...rows,
    row('style', ['none: styles are in pages and scripts']),
    `${String(held)} of ${String(cells.length)} cells hold`,
  ].join('\n')
}

test.use({ screenshot: 'off' })

test('after one bad answer a visitor goes on by themselves or by one press, and buys', async ({
  browser,
  shop,
  staff,
}) => {
  test.setTimeout(600_000)
  const styleSheets = readdirSync(shop.releases, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  expect(styleSheets).toEqual([])
  await staff.setStock('moss-balm', 1000)
  // A quarter of them, with every file and every answer.
  const cells: Cell[] = kinds.flatMap((kind, row) => {
    const tried = responses.filter((_, column) => isSampled(row + column, 4))
    const paying = kind.isOfCheckout ? oneOf(tried, kind.file) : []
    return tried.map((response) => ({ kind, response, pays: paying.includes(response) }))
  })
  const tryAll = async (queue: Cell[]) => {
    for (let cell = queue.shift(); cell; cell = queue.shift())
      try {
        await tryCell(browser, cell)
      } catch (error) {
        cell.error = new Error(`${cell.kind.file}, ${cell.response}: ${String(error)}`)
      }
  }
  // Those that are never answered mostly wait for the shop's time limits, meanwhile the others run.
  const silent = cells.filter(({ response }) => response === 'never')
  const others = cells.filter((cell) => !silent.includes(cell))
  await Promise.all([silent, silent, silent, others, others, others].map(tryAll))
  console.log(matrixOf(cells))
  expect(cells.flatMap(({ error }) => error ?? [])).toEqual([])
})
