import { buildReleases } from '../build/build'
import { readArguments } from '../arguments'
import { command } from '../environment'
import { memberNames } from '../remotes'
import { startShopProcess } from '../test/shop-process'
import { testStore } from '../test/test-store'
import { installBrowsers, installedBrowsers, type Installed } from '../test/installed-browsers'
import { account, backOffice, purchase } from './journeys'
import { startByPuppeteer } from './puppeteer'
import { Tab, type Browser } from './tab'
import { startWebKit } from './webkit'

const start = ({ name, executables: [first = '', second = ''] }: Installed): Promise<Browser> =>
  name === 'WebKitGTK'
    ? startWebKit(first, second)
    : startByPuppeteer(name === 'Firefox' ? 'firefox' : 'chrome', first)

/** Goes through a journey as a new visitor, and prints what came of it. @returns whether it passed without an error in the console */
async function passes(browser: Browser, siteUrl: string, name: string, journey: (tab: Tab) => Promise<void>) {
  const from = performance.now()
  const page = await browser.newPage()
  const tab = new Tab(page, siteUrl)
  const failure = await journey(tab).then(() => null, String)
  const errors = await tab.errors().catch((error: unknown) => [String(error)])
  await page.close()
  const passed = failure === null && errors.length === 0
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(
    `  ${passed ? 'passed' : 'FAILED'}  ${name.padEnd(12)}${seconds.padStart(6)} s  console errors: ${String(errors.length)}`,
  )
  for (const line of [failure ?? [], errors].flat()) console.log(`    ${line}`)
  return passed
}

/** The journeys in one browser, the purchase first. @returns for each whether it passed */
async function run(installed: Installed, siteUrl: string, onlyPurchase: boolean): Promise<boolean[]> {
  const browser = await start(installed)
  console.log(`${installed.name} ${browser.version}`)
  const results: boolean[] = []
  let order = ''
  const journeys: Record<string, (tab: Tab) => Promise<void>> = {
    purchase: async (tab) => {
      order = await purchase(tab)
    },
    ...(!onlyPurchase && { account, 'back office': (tab) => backOffice(tab, order) }),
  }
  try {
    for (const [name, journey] of Object.entries(journeys))
      results.push(await passes(browser, siteUrl, name, journey))
  } finally {
    await browser.close()
  }
  return results
}

// With --purchase, as `npm test` runs it, only a purchase in each browser that is installed.
command(async () => {
  const { values } = readArguments({
    call: 'test:browsers',
    does: 'Runs journeys in each browser, which it installs where it may.',
    options: { purchase: { type: 'boolean', help: 'only a purchase, in the browsers that are installed' } },
  })
  const onlyPurchase = values.purchase ?? false
  if (!onlyPurchase) installBrowsers()
  const { installed, missing } = installedBrowsers()
  await buildReleases(testStore, memberNames, null)
  const shop = await startShopProcess()
  const results: boolean[] = []
  try {
    for (const each of installed) results.push(...(await run(each, shop.siteUrl, onlyPurchase)))
  } finally {
    await shop.stop()
  }
  if (missing) console.log(missing)
  const passed = results.filter(Boolean).length
  console.log(`${String(passed)} passed, ${String(results.length - passed)} failed`)
  process.exit(passed === results.length ? 0 : 1)
})
