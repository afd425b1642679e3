import type { Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { root } from '../tools/environment'
import type { ShopProcess } from '../tools/test/shop-process'

/** Runs a command of the repository for a shop and gives what it printed. @throws Error when it fails */
export async function run(
  command: string,
  args: readonly string[],
  shop: Partial<ShopProcess>,
  store?: string,
) {
  // Beside NO_COLOR, which npm sets, Node would print a warning about it among the command's own words.
  const { FORCE_COLOR: _, ...inherited } = process.env
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    PORT: String(shop.port ?? 3000),
    BACKEND_PORT: String(shop.backendPort ?? 54321),
    DATA_DIR: shop.dataDir ?? '',
    RELEASES: store ?? shop.releases ?? '',
    SUPABASE_URL: '',
    TEST_BUILT: '1',
  }
  const child = spawn(process.execPath, ['tools/run.mjs', command, ...args], {
    cwd: shop.checkout ?? root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(output)
  return output.trim()
}

/** The HTML of a page, as a new visitor gets it. */
export const textOf = async (shop: ShopProcess, address: string) =>
  (await fetch(shop.siteUrl + address)).text()
/** Id of the release set that a web server serves. */
export const servedSet = async (shop: ShopProcess): Promise<string> => {
  const health: { releaseSet: string } = await (await fetch(`${shop.siteUrl}/healthz`)).json()
  return health.releaseSet
}
/** Id of the release set that a page runs. */
export const runsSet = async (page: Page): Promise<string> => {
  const config: { releaseSet: { id: string } } = JSON.parse(
    (await page.locator('#shop-config').textContent()) ?? '',
  )
  return config.releaseSet.id
}

/** A web server that runs out of a store, as production does. */
export interface StoreServer {
  /** The text of an address. */
  text(address: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts the web server of a stored shell, in a folder without sources and packages.
 * @param folder where the store lies, as `releases`
 * @throws Error with its output when it ends before it is ready
 */
export async function serveStore(
  folder: string,
  shell: string,
  env: Readonly<Record<string, string>>,
): Promise<StoreServer> {
  const store = path.join(folder, 'releases')
  const child = spawn(process.execPath, [path.join(store, 'shell', shell, 'run/tools/serve.mjs')], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), RELEASES: store, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Shop ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => {
      reject(new Error(output))
    })
  })
  const address = /Shop ready: (\S+)/.exec(output)?.[1] ?? ''
  return {
    text: async (path) => (await fetch(address + path)).text(),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
