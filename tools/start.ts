import { demoUsers } from '@shop/local-supabase'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { listen } from '../shell/server/listen'
import { startRefundWorker } from '../shell/server/payments/refund-worker'
import { followReleases } from '../shell/server/live-releases'
import { releasesInDatabase } from '../shell/server/release-source'
import { loadServerBuilds } from '../shell/server/server-builds'
import { shellsOfSets } from '../shell/server/set-builds'
import { shopData } from '../shell/server/shop-data'
import { startBackend, type EmbeddedBackend } from './backend'
import { startShopMailer } from './start-mailer'
import { goLive } from './go-live'
import { buildReleases, memberNames, versionsOf } from './build'
import { ensureConfirmsEmail } from './email-confirmation'
import {
  command,
  ensureAnswers,
  ensureDataDir,
  ensureFree,
  ensurePayable,
  isLocal,
  readEnvironment,
  root,
  stripeSecrets,
  type Environment,
} from './environment'
import { externalSettings } from './external-settings'
import { shutdownOnSignals } from './shutdown'
import { readinessReport, tradingGaps } from './trading-readiness'

/** Where the last good release sets are kept. */
const lastGoodFile = (dataDir: string) => path.join(dataDir, 'release-set.json')

async function ensureStartable(environment: Environment): Promise<void> {
  const { dataDir, port, backendPort, external, releases } = environment
  ensureDataDir(dataDir)
  ensureDataDir(releases, 'RELEASES')
  await ensureFree('PORT', port)
  if (external) {
    const answers = await ensureAnswers(external).then(
      () => true,
      (error: unknown) => {
        // A server that has been serving this shop comes up on its last good set, and its pages once the data is back.
        if (!existsSync(lastGoodFile(dataDir))) throw error
        console.warn(error instanceof Error ? error.message : String(error))
        return false
      },
    )
    if (!answers) return
    await ensureConfirmsEmail(external)
    const settings = await externalSettings(external)
    ensurePayable(settings.payment.provider, environment)
    const report = readinessReport(tradingGaps(settings, environment))
    if (report) console.warn(report)
  } else await ensureFree('BACKEND_PORT', backendPort)
}

/** The releases of this checkout; null where what is in the store is served. */
async function builtReleases({ releases, fromStore }: Environment) {
  if (fromStore) return null
  console.log('Building what changed …')
  return buildReleases(releases, memberNames)
}

function introduce(backend: EmbeddedBackend, siteUrl: string): void {
  console.log(`Backend: ${backend.url}`)
  // Where others come in there are no accounts with published passwords.
  const accounts = isLocal(siteUrl) ? Object.values(demoUsers) : []
  for (const { email, password } of accounts) console.log(`Account: ${email} / ${password}`)
  console.log(`Mailbox: http://localhost:${new URL(backend.url).port}/mailbox`)
}

command(async () => {
  const environment = readEnvironment()
  const { dataDir, port, siteUrl, external } = environment
  await ensureStartable(environment)

  const shutdown = shutdownOnSignals()
  const built = await builtReleases(environment)
  if (shutdown.stopping) return

  const embedded = external ? null : await startBackend(environment, shutdown)
  if (embedded) shutdown.add(() => embedded.stop())
  if (shutdown.stopping) return
  if (embedded) introduce(embedded, siteUrl)
  const backend = external ?? embedded
  if (!backend) throw new Error('No backend to serve')
  const warn = (message: string) => {
    console.warn(message)
  }
  const data = shopData({ url: backend.url, key: backend.key }, warn)
  shutdown.add(() => data.stop())
  // Of another Supabase this was looked at before the build.
  if (embedded) ensurePayable((await data.settings()).payment.provider, environment)
  const stripe = stripeSecrets(environment, backend.secretKey)
  if (built) await goLive(built, backend.url, backend.secretKey, warn)
  const shells = shellsOfSets(environment.releases, (folder) =>
    loadServerBuilds(folder, createRequire(import.meta.url), warn),
  )
  const releases = await followReleases({
    store: environment.releases,
    source: releasesInDatabase({ url: backend.url, key: backend.key }),
    lastGoodFile: lastGoodFile(dataDir),
    fallback: built && versionsOf(built),
    prepare: shells.prepare,
    warn,
  })
  shutdown.add(() => releases.stop())
  // It reads the inline scripts of the build when it is imported.
  const { createWebApp } = await import('../shell/server/app')
  const app = await createWebApp({
    root,
    store: environment.releases,
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
})
