import { setTimeout as pause } from 'node:timers/promises'
import { demoUsers } from '@shop/local-supabase'
import { type startOwnTestBackend } from '@shop/local-supabase/in-process'
import { chromium, type Page } from 'playwright'
import { browserArguments, findBrowser } from '../test/browser'
import { startShopProcess } from '../test/shop-process'

const port = '3920'
/** Where the browser finds the shop. */
export const officeUrl = `http://localhost:${port}`

type Backend = Awaited<ReturnType<typeof startOwnTestBackend>>

/** How long something took in the browser, and the most memory that the tab's scripts held meanwhile. */
export interface Watched {
  name: string
  seconds: number
  heapMegabytes: number
}

const cell = (value: unknown) => `"${(typeof value === 'string' ? value : '').replaceAll('"', '""')}"`

/** A file that changes the price of each of these rows. */
function pricesFile(rows: readonly Record<string, unknown>[]): string {
  const columns = ['sku', 'name', 'short_description', 'description']
  const lines = rows.map((row) =>
    [(Number(row.price) + 2).toFixed(2), ...columns.map((name) => cell(row[name]))].join(','),
  )
  return [['price', ...columns].join(','), ...lines].join('\n')
}

async function watch(page: Page, name: string, act: () => Promise<unknown>): Promise<Watched> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { metrics } = await devtools.send('Performance.getMetrics')
      most = Math.max(most, metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? 0)
      await pause(100)
    }
  })()
  const from = performance.now()
  try {
    await act()
  } finally {
    isOver = true
    await watching
  }
  const seconds = (performance.now() - from) / 1000
  const heapMegabytes = most / 1024 / 1024
  console.log(`browser: ${name}: ${seconds.toFixed(1)} s, heap ${heapMegabytes.toFixed(0)} MB`)
  return { name, seconds, heapMegabytes }
}

async function signIn(page: Page, backend: Backend): Promise<void> {
  const { email, password } = demoUsers.admin
  const response = await page.request.post(`${backend.url}/auth/v1/token?grant_type=password`, {
    headers: { apikey: backend.publishableKey },
    data: { email, password },
  })
  if (!response.ok()) throw new Error(`The sign-in of ${email} answered ${String(response.status())}`)
  await page.goto(`${officeUrl}/robots.txt`)
  await page.evaluate(
    (session) => {
      localStorage.setItem('aurelle_staff', session)
    },
    await response.text(),
  )
}

async function exportAndImport(page: Page, rows: readonly Record<string, unknown>[]): Promise<Watched[]> {
  await page.goto(`${officeUrl}/admin/products`)
  await page.getByRole('table').waitFor()
  const exported = await watch(page, 'export all rows', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await (await download).path()
  })
  await page.goto(`${officeUrl}/admin/products/import`)
  const buffer = Buffer.from(pricesFile(rows))
  const lines = rows.length.toLocaleString('en-GB')
  const imported = await watch(page, `check and import ${lines} lines`, async () => {
    await page.getByLabel('CSV file').setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: `Import ${lines} lines` }).click()
    await page.getByText(`All ${lines} lines are done.`).waitFor()
  })
  return [exported, imported]
}

/**
 * Exports every product and imports a price for each of the rows, as staff do, in Chromium before a shop of its own.
 *
 * @param backend one with the demo accounts, for a shop at `officeUrl`
 */
export async function browserFigures(
  backend: Backend,
  rows: readonly Record<string, unknown>[],
): Promise<Watched[]> {
  const shop = await startShopProcess({
    PORT: port,
    SITE_URL: officeUrl,
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    ALLOW_SIMULATED_PAYMENT: '1',
  })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const page = await browser.newPage({ baseURL: officeUrl })
    page.setDefaultTimeout(600_000)
    await signIn(page, backend)
    return await exportAndImport(
      page,
      rows.filter(({ sku }) => sku !== null),
    )
  } finally {
    await browser.close()
    await shop.stop()
  }
}
