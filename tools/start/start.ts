import { demoUsers } from '@shop/local-supabase'
import { createLog } from '../../shell/server/observability/log'
import { shopData } from '../../shell/server/cache/shop-data'
import { startBackend, type EmbeddedBackend } from './backend'
import { buildReleases } from '../build/build'
import { readArguments } from '../arguments'
import { command, ensurePayable, isLocal, readEnvironment, type Environment } from '../environment'
import { ensureDataDir, ensureFree, ensureStore } from '../preconditions'
import { ensureExternal } from './external-start'
import { signingKey } from '../build/release-records'
import { serveShop } from './serve-shop'
import { shutdownOnSignals } from './shutdown'
import { memberNames } from '../remotes'

async function ensureStartable(environment: Environment): Promise<void> {
  const { dataDir, host, port, backendPort, external, releases, fromStore } = environment
  ensureDataDir(dataDir)
  if (fromStore) ensureStore(releases)
  else ensureDataDir(releases, 'RELEASES')
  await ensureFree('PORT', port, host)
  if (external) await ensureExternal(environment, external)
  else await ensureFree('BACKEND_PORT', backendPort)
}

/** The releases of this checkout; null where what is in the store is served. */
async function builtReleases(environment: Environment) {
  const { releases, fromStore } = environment
  if (fromStore) return null
  console.log('Building what changed …')
  return buildReleases(releases, memberNames, await signingKey(environment))
}

function introduce(backend: EmbeddedBackend, siteUrl: string): void {
  console.log(`Backend: ${backend.url}`)
  // Where others come in there are no accounts with published passwords.
  const accounts = isLocal(siteUrl) ? Object.values(demoUsers) : []
  for (const { email, password } of accounts) console.log(`Account: ${email} / ${password}`)
  console.log(`Mailbox: http://localhost:${new URL(backend.url).port}/mailbox`)
}

command(async () => {
  readArguments({
    call: 'start',
    does: 'Builds what changed and serves the shop, with its backend. Variables of the environment set it up: docs/deploying.md.',
  })
  const environment = readEnvironment()
  const { siteUrl, external } = environment
  await ensureStartable(environment)

  const shutdown = shutdownOnSignals(environment.shutdown)
  const built = await builtReleases(environment)
  if (shutdown.stopping) return

  const embedded = external ? null : await startBackend(environment, shutdown)
  if (embedded) shutdown.add(() => embedded.stop())
  if (shutdown.stopping) return
  if (embedded) introduce(embedded, siteUrl)
  const backend = external ?? embedded
  if (!backend) throw new Error('No backend to serve')
  const log = createLog(environment.logLevel)
  const data = shopData({ url: backend.url, key: backend.key }, (message) => {
    log.warn(message)
  })
  shutdown.add(() => data.stop())
  // Of another Supabase this was looked at before the build.
  if (embedded) ensurePayable((await data.settings()).payment.provider, environment)
  await serveShop({ environment, backend, embedded, data, built, shutdown, log })
})
