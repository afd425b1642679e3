import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { root } from '../environment'
import { startShopProcess } from '../test/shop-process'
import { targetResults } from './web/targets'
import { openOnPhones } from './web/phone-results'
import { askServer } from './web/server-side'
import { printWeb } from './web/tables'

const load = () => Number((loadavg()[0] ?? 0).toFixed(1))

/**
 * Measures first page loads, the first press and the web server, beside the reference page, and prints them.
 *
 * @param quick takes 2 rounds for 5, and asks the server for less
 * @returns whether every target was met
 */
export async function benchWeb(quick: boolean): Promise<boolean> {
  const shop = await startShopProcess()
  try {
    const loads = [load()]
    const from = performance.now()
    const phones = await openOnPhones(shop.siteUrl, quick ? 2 : 5)
    loads.push(load())
    const serving = await askServer(shop.pid(), shop, quick)
    loads.push(load())
    const targets = targetResults(phones, serving)
    printWeb(phones, serving, targets)
    console.log(`Took ${((performance.now() - from) / 60_000).toFixed(1)} minutes`)
    console.log(`Load of the machine at the start, after the pages, at the end: ${loads.join(', ')}`)
    const file = path.join(root, 'bench-web.json')
    writeFileSync(file, `${JSON.stringify({ ...phones, serving, loads, targets }, null, 2)}\n`)
    console.log(`Written to ${file}`)
    return targets.every(({ met }) => met)
  } finally {
    await shop.stop()
  }
}
