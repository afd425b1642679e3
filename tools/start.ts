import { localSigningKey, releaseVerifier, storeOf, verifiedReader } from '@shop/federation/store'
import { demoUsers } from '@shop/local-supabase'
import { createRequire } from 'node:module'
import path from 'node:path'
import { listen } from '../shell/server/listen'
import { startRefundWorker } from '../shell/server/payments/refund-worker'
import { loadServerBuilds } from '../shell/server/server-builds'
import { liveReleaseSet } from '../shell/server/release-set-file'
import { shopData } from '../shell/server/shop-data'
import { verifiedReleases } from '../shell/server/verified-releases'
import { startBackend, type EmbeddedBackend } from './backend'
import { startShopMailer } from './start-mailer'
import { buildAll, olderShells, promote, shellFolder } from './build'
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
import { signReleases } from './release-records'
import { shutdownOnSignals } from './shutdown'
import { readinessReport, tradingGaps } from './trading-readiness'

async function ensureStartable(environment: Environment): Promise<void> {
  const { dataDir, port, backendPort, external } = environment
  ensureDataDir(dataDir)
  await ensureFree('PORT', port)
  if (external) {
    await ensureAnswers(external)
    await ensureConfirmsEmail(external)
    const settings = await externalSettings(external)
    ensurePayable(settings.payment.provider, environment)
    const report = readinessReport(tradingGaps(settings, environment))
    if (report) console.warn(report)
  } else await ensureFree('BACKEND_PORT', backendPort)
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
  console.log('Building what changed …')
  const built = await buildAll()
  const setFile = path.join(dataDir, 'release-set.json')
  const key = await localSigningKey(path.join(dataDir, 'release-key.pem'))
  const trustedKeys = [key.publicKey, ...environment.releaseKeys]
  const versions = Object.entries(built.set.remotes).map(([name, { version }]) => [name, version] as const)
  await signReleases({ ...Object.fromEntries(versions), shell: built.shell }, key)
  await promote(setFile, built)
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
  const shell = shellFolder(built.shell)
  // It reads the inline scripts of the build when it is imported.
  const { createWebApp } = await import('../shell/server/app')
  const store = storeOf(root)
  const releases = verifiedReleases(liveReleaseSet(setFile, warn), {
    verify: releaseVerifier(store, trustedKeys),
    shell: built.shell,
    warn,
  })
  const app = await createWebApp({
    root,
    shell,
    olderShells: await olderShells(built.shell),
    siteUrl,
    supabaseUrl: backend.url,
    supabaseKey: backend.key,
    proxied: environment.proxied,
    trustedProxies: environment.trustedProxies,
    releases,
    refused: releases.refused,
    data,
    builds: await loadServerBuilds(
      shell,
      createRequire(import.meta.url),
      warn,
      verifiedReader(store, trustedKeys),
    ),
    stripe,
    warn,
  })
  const web = await listen(app, port, environment.proxied ? backend.url : null, environment.trustedProxies)
  shutdown.add(() => web.close())
  const answer = await fetch(`http://127.0.0.1:${String(web.port)}/healthz`)
  if (!answer.ok) throw new Error(`/healthz answered ${String(answer.status)}`)
  const mailer = startShopMailer(environment, embedded)
  // It settles its last letter with the backend, so it ends first.
  shutdown.add(() => mailer?.stop())
  const refunds = stripe ? startRefundWorker({ ...stripe, supabaseUrl: backend.url, log: warn }) : null
  shutdown.add(() => refunds?.stop())
  console.log(`Shop ready: http://localhost:${String(web.port)}`)
})
