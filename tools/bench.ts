import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { commitsOfOneRemote } from './bench/commits'
import { renderRates } from './bench/rendering'
import { benchGrowth } from './bench/growth'
import { listRate, orderRate, type Access } from './bench/load'
import { benchKept } from './bench/kept'
import { benchOffice } from './bench/office'
import { benchOrders } from './bench/orders'
import { loadPage, type PageLoad } from './bench/page-load'
import { benchPeople } from './bench/people'
import { promotionTimes } from './bench/promotion'
import { startShop } from './bench/shop-process'
import { benchWeb } from './bench/web'
import { benchBytes } from './bench/weigh'
import { browserArguments, findBrowser } from './browser'
import { command, root } from './environment'

const port = '3900'
const base = `http://localhost:${port}`
const routes: [string, RegExp | null][] = [
  ['/', /\/rest\/v1\/products/],
  ['/products', /\/rest\/v1\/products/],
  ['/products/riva-pebble', /\/rest\/v1\/products/],
  ['/categories', /\/rest\/v1\/categories/],
  ['/categories/accessories', /\/rest\/v1\/(products|categories)/],
  ['/cart', null],
  ['/auth', null],
  ['/admin/login', null],
]

async function access(): Promise<Access> {
  const config: { supabaseUrl: string; supabaseKey: string } = await (
    await fetch(`${base}/config.json`)
  ).json()
  return { url: config.supabaseUrl, key: config.supabaseKey }
}

command(async () => {
  if (process.argv.includes('--bytes')) {
    await benchBytes()
    return
  }
  if (process.argv.includes('--growth')) {
    process.exitCode = (await benchGrowth(process.argv)) ? 0 : 1
    return
  }
  if (process.argv.includes('--web')) {
    process.exitCode = (await benchWeb(process.argv)) ? 0 : 1
    return
  }
  if (process.argv.includes('--kept')) {
    process.exitCode = (await benchKept()) ? 0 : 1
    return
  }
  if (process.argv.includes('--office')) {
    process.exitCode = (await benchOffice(process.argv)) ? 0 : 1
    return
  }
  if (process.argv.includes('--orders')) {
    process.exitCode = (await benchOrders(process.argv)) ? 0 : 1
    return
  }
  if (process.argv.includes('--people')) {
    process.exitCode = (await benchPeople(process.argv)) ? 0 : 1
    return
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-bench-'))
  const env = { PORT: port, BACKEND_PORT: '54900', DATA_DIR: dataDir, RELEASES: '', SUPABASE_URL: '' }
  const first = await startShop(env)
  await first.stop()
  const shop = await startShop(env)

  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  const pages: PageLoad[] = []
  for (const [route, content] of routes) pages.push(await loadPage(browser, base, route, content))
  await browser.close()
  const backend = await access()
  const lists = await listRate(backend)
  const orders = await orderRate(backend)
  const releasing = {
    port: Number(port),
    backendPort: 54900,
    dataDir,
    releases: path.join(dataDir, 'releases'),
  }
  const rendering = await renderRates(releasing, backend)
  const promotion = await promotionTimes(releasing)
  const { commits, ofOneRemote } = await commitsOfOneRemote()
  await shop.stop()
  rmSync(dataDir, { recursive: true, force: true })

  console.table(
    Object.fromEntries(
      pages.map(({ route, scriptBytes, htmlBytes, requests, scriptLevel, contentLevel }) => [
        route,
        {
          'JS KB (br)': Number((scriptBytes / 1024).toFixed(1)),
          'HTML KB': Number((htmlBytes / 1024).toFixed(1)),
          requests,
          'levels to scripts': scriptLevel,
          'levels to data': contentLevel ?? '',
        },
      ]),
    ),
  )
  console.table(
    Object.fromEntries(
      rendering.map(({ page, workers, perSecond, cpuMs, load }) => [
        `${page}, ${String(workers)} render worker${workers === 1 ? '' : 's'}`,
        {
          'uncached pages a second': Number(perSecond.toFixed(1)),
          'processor time a page, ms': Number(cpuMs.toFixed(1)),
          'a second and processor': Number((1000 / cpuMs).toFixed(1)),
          'load of the machine': Number(load.toFixed(1)),
        },
      ]),
    ),
  )
  const figures = {
    'start with empty data, seconds': first.readyAfterMs / 1000,
    'start with data, seconds': shop.readyAfterMs / 1000,
    'product lists a second (20 at once)': lists,
    'checkouts prepared a second (10 at once)': orders.prepared,
    'orders paid a second (10 at once)': orders.paid,
    'promotion to visitor, seconds': promotion.promoted,
    'rollback to visitor, seconds': promotion.rolledBack,
    'commits, merges left out': commits,
    'of these touch one remote only, with journeys and documentation, %': (100 * ofOneRemote) / commits,
    'load of the machine': loadavg()[0] ?? 0,
  }
  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, { value: Number(value.toFixed(2)) }]),
    ),
  )
  const file = path.join(root, 'bench.json')
  writeFileSync(file, `${JSON.stringify({ pages, rendering, figures }, null, 2)}\n`)
  console.log(`Written to ${file}`)
})
