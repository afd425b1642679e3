import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../environment'
import { freePort } from '../shop-process'
import { startShop } from './shop-process'
import { promises } from './web/promises'
import { openOnPhones } from './web/rounds'
import { askServer } from './web/server-side'
import { printWeb } from './web/tables'

const load = () => Number((loadavg()[0] ?? 0).toFixed(1))

/**
 * Measures the first flight, the first press and the web server, beside the floor page, and prints them.
 *
 * @param args of the command: `--quick` takes 2 rounds for 5, and asks the server for less
 * @returns whether every promise held
 */
export async function benchWeb(args: readonly string[]): Promise<boolean> {
  const quick = args.includes('--quick')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-bench-'))
  const [port, backendPort] = [await freePort(), await freePort()]
  const base = `http://localhost:${String(port)}`
  const shop = await startShop({
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    DATA_DIR: dataDir,
    RELEASES: '',
    SUPABASE_URL: '',
  })
  try {
    const loads = [load()]
    const from = performance.now()
    const phones = await openOnPhones(base, quick ? 2 : 5)
    loads.push(load())
    const releasing = { port, backendPort, dataDir, releases: path.join(dataDir, 'releases') }
    const serving = await askServer(shop.child.pid ?? 0, base, releasing, quick)
    loads.push(load())
    const promised = promises(phones, serving)
    printWeb(phones, serving, promised)
    console.log(`Took ${((performance.now() - from) / 60_000).toFixed(1)} minutes`)
    console.log(`Load of the machine at the start, after the pages, at the end: ${loads.join(', ')}`)
    const file = path.join(root, 'bench-web.json')
    writeFileSync(file, `${JSON.stringify({ ...phones, serving, loads, promises: promised }, null, 2)}\n`)
    console.log(`Written to ${file}`)
    return promised.every(({ held }) => held)
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
