import { createLog } from '../../shell/server/observability/log'
import { shopData } from '../../shell/server/cache/shop-data'
import { command, readEnvironment, UsageError } from '../environment'
import { ensureDataDir, ensureFree, ensureStore } from '../preconditions'
import { ensureExternal } from './external-start'
import { serveShop } from './serve-shop'
import { shutdownOnSignals } from './shutdown'

// What production runs: `run/tools/serve.mjs` in the release of a shell. It needs neither sources nor packages, and builds nothing.
command(async () => {
  const environment = readEnvironment()
  const { dataDir, releases, host, port, external } = environment
  if (!external)
    throw new UsageError(
      'Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY: the embedded backend is for checkouts.',
    )
  // Its default lies beside this file, in a stored release.
  if (!process.env.DATA_DIR)
    throw new UsageError(
      'Set DATA_DIR to a folder in which the web server may write, outside of the release store.',
    )
  ensureDataDir(dataDir)
  ensureStore(releases)
  await ensureFree('PORT', port, host)
  await ensureExternal(environment, external)
  const shutdown = shutdownOnSignals(environment.shutdown)
  const log = createLog(environment.logLevel)
  const data = shopData({ url: external.url, key: external.key }, (message) => {
    log.warn(message)
  })
  shutdown.add(() => data.stop())
  await serveShop({ environment, backend: external, embedded: null, data, built: null, shutdown, log })
})
