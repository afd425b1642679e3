import { demoUsers } from '@shop/local-supabase'
import type { Worker } from '@shop/worker'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createWebApp } from '../shell/server/app'
import { listen } from '../shell/server/listen'
import { loadServerBuilds } from '../shell/server/server-builds'
import { liveReleaseSet } from '../shell/server/release-set-file'
import { shopData } from '../shell/server/shop-data'
import { startBackend, type EmbeddedBackend } from './backend'
import { runBeside } from './beside'
import { buildAll, builtReleaseSet, promote } from './build'
import { command, ensureAnswers, ensureDataDir, ensureFree, ensurePayable, readEnvironment, root, stripeSecrets, type Environment } from './environment'

async function ensureStartable({ dataDir, port, backendPort, external }: Environment): Promise<void> {
  ensureDataDir(dataDir)
  await ensureFree('PORT', port)
  if (external) await ensureAnswers(external)
  else await ensureFree('BACKEND_PORT', backendPort)
}

function introduce(backend: EmbeddedBackend): void {
  console.log(`Backend: ${backend.url}`)
  for (const { email, password } of Object.values(demoUsers)) console.log(`Account: ${email} / ${password}`)
  console.log(`Mailbox: http://localhost:${new URL(backend.url).port}/mailbox`)
}

/** npm passes signals to a shell of its own, which ends without passing them on: its end counts as the signal. */
function whenParentGoes(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250).unref()
}

command(async () => {
  const environment = readEnvironment()
  const { dataDir, port, siteUrl, external } = environment
  await ensureStartable(environment)

  let stopping = false
  const stops: (() => Promise<void>)[] = []
  const stop = () => {
    if (stopping) return
    stopping = true
    void Promise.allSettled(stops.map((end) => end())).then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  whenParentGoes(stop)

  console.log('Building what changed …')
  await buildAll()
  const setFile = path.join(dataDir, 'release-set.json')
  promote(setFile, builtReleaseSet())
  if (stopping) return

  const embedded = external ? null : await startBackend(environment)
  // The worker settles its last letter with the backend, so it ends first.
  let worker: Worker | null = null
  stops.push(async () => {
    await worker?.stop()
    await embedded?.stop()
  })
  if (stopping) return void embedded?.stop()
  if (embedded) introduce(embedded)
  const backend = external ?? embedded
  if (!backend) throw new Error('No backend to serve')
  const warn = (message: string) => { console.warn(message) }
  const data = shopData({ url: backend.url, key: backend.key }, warn)
  stops.push(() => data.stop())
  await data.settings().then(({ payment, reviews }) => {
    ensurePayable(payment.provider, environment)
    if (external && reviews.placeholder) warn('reviews.placeholder is true: pages show invented ratings, which are unlawful in trade. Set it to false in shop_settings.')
  }, () => undefined)
  const app = await createWebApp({
    root,
    siteUrl,
    supabaseUrl: backend.url,
    supabaseKey: backend.key,
    proxied: environment.proxied,
    trustedProxies: environment.trustedProxies,
    releases: liveReleaseSet(setFile, warn),
    data,
    builds: await loadServerBuilds(root, createRequire(import.meta.url), warn),
    stripe: stripeSecrets(environment, backend.secretKey),
    warn,
  })
  const web = await listen(app, port, environment.proxied ? backend.url : null, environment.trustedProxies)
  stops.push(() => web.close())
  const answer = await fetch(`http://127.0.0.1:${String(web.port)}/healthz`)
  if (!answer.ok) throw new Error(`/healthz answered ${String(answer.status)}`)
  worker = runBeside(environment, embedded)
  console.log(`Shop ready: http://localhost:${String(web.port)}`)
})
