import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { benchCommits } from './commits'
import { benchGrowth } from './growth'
import { listRate, orderRate, type Access } from './load'
import { benchOffice } from './office'
import { benchOrders } from './orders'
import { loadPage, type PageLoad } from './page-load'
import { benchPeople } from './people'
import { promotionTimes } from './promotion'
import { benchWeb } from './web'
import { benchBytes } from './weigh'
import { browserArguments, findBrowser } from '../test/browser'
import { readArguments } from '../arguments'
import { command, root } from '../environment'
import { startShopProcess } from '../test/shop-process'

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

async function access(siteUrl: string): Promise<Access> {
  const config: { supabaseUrl: string; supabaseKey: string } = await (
    await fetch(`${siteUrl}/config.json`)
  ).json()
  return { url: config.supabaseUrl, key: config.supabaseKey }
}

command(async () => {
  const { values } = readArguments({
    call: 'bench',
    does: 'Measures the shop; without an option its start, page loads, load and promotions.',
    options: {
      bytes: { type: 'boolean', help: 'what the shell’s start weighs' },
      commits: { type: 'boolean', help: 'how many commits stay within one app' },
      growth: { type: 'boolean', help: 'what queries read as tables grow' },
      web: { type: 'boolean', help: 'pages on a simulated slow phone' },
      office: { type: 'boolean', help: 'products of the back office' },
      orders: { type: 'boolean', help: 'orders of the back office' },
      people: { type: 'boolean', help: 'customers and messages of the back office' },
      quick: { type: 'boolean', help: 'of --web: fewer rounds' },
      sizes: { type: 'string', help: 'of --growth: numbers of rows, such as 1000,20000' },
      count: { type: 'string', help: 'of --office, --orders and --people: how many there are' },
    },
  })
  if (values.bytes) {
    await benchBytes()
    return
  }
  if (values.commits) {
    benchCommits()
    return
  }
  if (values.growth) {
    process.exitCode = (await benchGrowth(values.sizes)) ? 0 : 1
    return
  }
  if (values.web) {
    process.exitCode = (await benchWeb(values.quick ?? false)) ? 0 : 1
    return
  }
  if (values.office) {
    process.exitCode = (await benchOffice(values.count)) ? 0 : 1
    return
  }
  if (values.orders) {
    process.exitCode = (await benchOrders(values.count)) ? 0 : 1
    return
  }
  if (values.people) {
    process.exitCode = (await benchPeople(values.count)) ? 0 : 1
    return
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-bench-'))
  const start = async () => {
    const from = performance.now()
    const shop = await startShopProcess({ DATA_DIR: dataDir, RELEASES: path.join(dataDir, 'releases') })
    return { shop, seconds: (performance.now() - from) / 1000 }
  }
  const first = await start()
  await first.shop.stop()
  const { shop, seconds } = await start()

  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  const pages: PageLoad[] = []
  for (const [route, content] of routes) pages.push(await loadPage(browser, shop.siteUrl, route, content))
  await browser.close()
  const backend = await access(shop.siteUrl)
  const lists = await listRate(backend)
  const orders = await orderRate(backend)
  const promotion = await promotionTimes(shop)
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
  const figures = {
    'start with empty data, seconds': first.seconds,
    'start with data, seconds': seconds,
    'product lists a second (20 at once)': lists,
    'checkouts prepared a second (10 at once)': orders.prepared,
    'orders paid a second (10 at once)': orders.paid,
    'promotion to visitor, seconds': promotion.promoted,
    'rollback to visitor, seconds': promotion.rolledBack,
    'load of the machine': loadavg()[0] ?? 0,
  }
  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, { value: Number(value.toFixed(2)) }]),
    ),
  )
  const file = path.join(root, 'bench.json')
  writeFileSync(file, `${JSON.stringify({ pages, figures }, null, 2)}\n`)
  console.log(`Written to ${file}`)
})
