import type { ReleaseRecord } from '@shop/federation/store'
import { createRequire } from 'node:module'
import path from 'node:path'
import { listen } from '../shell/server/listen'
import { followReleases } from '../shell/server/live-releases'
import { startRefundWorker } from '../shell/server/payments/refund-worker'
import { releasesInDatabase } from '../shell/server/release-source'
import { loadServerBuilds } from '../shell/server/server-builds'
import { shellsOfSets } from '../shell/server/set-builds'
import type { ShopData } from '../shell/server/shop-data'
import type { EmbeddedBackend } from './backend'
import { root, stripeSecrets, type Environment, type ExternalBackend } from './environment'
import { goLive } from './go-live'
import type { Shutdown } from './shutdown'
import { startShopMailer } from './start-mailer'

/** What a web server and the workers beside it are started with. */
export interface ServeOptions {
  environment: Environment
  backend: ExternalBackend
  /** The same backend, when it is the embedded one. */
  embedded: EmbeddedBackend | null
  data: ShopData
  /** The releases of this checkout; null where what is in the store is served. */
  built: Readonly<Record<string, ReleaseRecord>> | null
  shutdown: Shutdown
  warn: (message: string) => void
}

/** Where the last good release sets are kept. */
export const lastGoodFile = (dataDir: string) => path.join(dataDir, 'release-set.json')

/**
 * Serves the shop, and says when it is ready.
 * @throws Error when no release set can be served, or the port is in use
 */
export async function serveShop(options: ServeOptions): Promise<void> {
  const { environment, backend, embedded, data, built, shutdown, warn } = options
  const { dataDir, port, siteUrl, releases: store } = environment
  const stripe = stripeSecrets(environment, backend.secretKey)
  if (built) await goLive(built, backend.url, backend.secretKey, warn)
  const shells = shellsOfSets(store, (folder) =>
    loadServerBuilds(folder, createRequire(import.meta.url), warn),
  )
  const releases = await followReleases({
    store,
    source: releasesInDatabase({ url: backend.url, key: backend.key }),
    lastGoodFile: lastGoodFile(dataDir),
    fallback:
      built && Object.fromEntries(Object.entries(built).map(([name, { version }]) => [name, version])),
    prepare: shells.prepare,
    warn,
  })
  shutdown.add(() => releases.stop())
  // It reads the inline scripts of the build when it is imported.
  const { createWebApp } = await import('../shell/server/app')
  const app = await createWebApp({
    root,
    store,
    siteUrl,
    supabaseUrl: backend.url,
    supabaseKey: backend.key,
    proxied: environment.proxied,
    trustedProxies: environment.trustedProxies,
    releases,
    data,
    builds: shells.builds,
    inlineScripts: shells.inlineScripts,
    stripe,
    warn,
  })
  const web = await listen(app, port, environment.proxied ? backend.url : null, environment.trustedProxies)
  shutdown.add(() => web.close())
  const answer = await fetch(`http://127.0.0.1:${String(web.port)}/healthz`)
  // Another set is served in place of one that is refused, and was warned of.
  if (!answer.ok && (!releases.problem() || (await releases.current()).id === 'none'))
    throw new Error(`/healthz answered ${String(answer.status)}: ${await answer.text()}`)
  const mailer = startShopMailer(environment, embedded)
  // It settles its last letter with the backend, so it ends first.
  shutdown.add(() => mailer?.stop())
  const refunds = stripe ? startRefundWorker({ ...stripe, supabaseUrl: backend.url, log: warn }) : null
  shutdown.add(() => refunds?.stop())
  console.log(`Shop ready: http://localhost:${String(web.port)}`)
}
