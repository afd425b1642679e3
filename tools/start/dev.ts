import type { ReleaseSet } from '@shop/federation'
import { composeSet } from '@shop/federation/store'
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { insideShop } from '../../shell/server/http/inside-shop'
import { listen } from '../../shell/server/listen'
import { startRefundWorker } from '../../shell/server/payments/refund-worker'
import { fixedReleaseSet } from '../../shell/server/releases/live-releases'
import { shopData } from '../../shell/server/cache/shop-data'
import { startBackend } from './backend'
import { startShopMailer } from './start-mailer'
import { deployedShop } from './deployed-shop'
import { buildReleases } from '../build/build'
import { readArguments } from '../arguments'
import { command, readEnvironment, root, stripeSecrets, UsageError } from '../environment'
import { ensureDataDir, ensureFree } from '../preconditions'
import { signingKey, trustedKeys } from '../build/release-records'
import { endChild, shutdownOnSignals } from './shutdown'
import { memberNames, remoteNames } from '../remotes'

const portOf = (name: string) => 3001 + memberNames.indexOf(name)
const originOf = (name: string) => `http://127.0.0.1:${String(portOf(name))}`

/** The remotes to run from source, all or those named after --only, and the address after --shop. */
function chosen(): { names: string[]; shop: string | undefined } {
  const { values } = readArguments({
    call: 'dev',
    does: 'Runs the shell and the remotes from source, with hot reload.',
    options: {
      only: { type: 'string', help: `remotes to run from source, of ${remoteNames.join(',')}` },
      shop: {
        type: 'string',
        help: 'address of a deployed shop: its data and its other releases, seen on this machine alone. Needs RELEASE_TOKEN for the remote',
      },
    },
  })
  const { only, shop } = values
  const names = only?.split(',').filter(Boolean) ?? [...remoteNames]
  const unknown = names.find((name) => !remoteNames.includes(name))
  if (names.length === 0 || unknown)
    throw new UsageError(`--only ${unknown ?? ''}: name remotes out of ${remoteNames.join(', ')}.`)
  if (shop !== undefined && names.length > 1)
    throw new UsageError(`--shop takes one remote: npm run dev -- --only ${names[0] ?? ''} --shop ${shop}`)
  return { names, shop }
}

async function responding(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return response
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function devServer(name: string): ChildProcess {
  const rsbuild = path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  return spawn(process.execPath, [rsbuild, 'dev', '--port', String(portOf(name))], {
    cwd: path.join(root, name),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  })
}

function fromSource(set: ReleaseSet, names: readonly string[]): ReleaseSet {
  const remotes = Object.entries(set.remotes).map(([name, release]) => {
    if (!names.includes(name)) return [name, release]
    const origin = originOf(name)
    return [
      name,
      {
        ...release,
        version: 'source',
        entry: `${origin}/remoteEntry.js`,
        manifest: `${origin}/mf-manifest.json`,
        routes: [],
      },
    ]
  })
  return { id: 'dev', remotes: Object.fromEntries(remotes) }
}

// The refresh runtimes of shell and remotes meet at this hook; it must be there before any of them.
const preamble = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,inject(r){var id=this.renderers.size+1;this.renderers.set(id,r);return id},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}`

command(async () => {
  const environment = readEnvironment()
  const { names, shop } = chosen()
  const [name = ''] = names
  const deployed =
    shop === undefined
      ? null
      : // It knows the bundlers, which nothing else of a start needs.
        await deployedShop(shop, name, environment, (await import('@shop/federation/build')).sharedVersions())
  const running = ['shell', ...names]
  const shutdown = shutdownOnSignals(environment.shutdown)
  ensureDataDir(environment.dataDir)
  await ensureFree('PORT', environment.port, environment.host)
  for (const name of running) await ensureFree(`the port of ${name}`, portOf(name))
  const built = await buildReleases(environment.releases, memberNames, await signingKey(environment))
  if (shutdown.stopping) return
  const servers = running.map(devServer)
  // Also where the start fails further on.
  process.once('exit', () => {
    for (const server of servers) server.kill('SIGTERM')
  })
  shutdown.add(async () => {
    await Promise.all(servers.map(endChild))
  })
  const embedded = deployed || environment.external ? null : await startBackend(environment, shutdown)
  if (embedded) shutdown.add(() => embedded.stop())
  const backend = deployed?.backend ?? environment.external ?? embedded
  if (!backend) throw new Error('No backend to serve')
  const data = shopData({ url: backend.url, key: backend.key }, (message) => {
    console.warn(message)
  })
  // Its open connection for changes would keep the backend waiting.
  shutdown.add(() => data.stop())

  const manifest: { entries: { index: { initial: { js: string[] } } } } = await (
    await responding(`${originOf('shell')}/manifest.json`)
  ).json()
  await Promise.all(names.map((name) => responding(`${originOf(name)}/remoteEntry.js`)))
  const builtSet = composeSet('dev', Object.values(built))
  const set = fromSource(deployed?.set ?? builtSet, names)
  // Its backend may take requests of its own pages alone.
  const proxied = environment.proxied || deployed !== null
  const stripe = stripeSecrets(environment, backend.secretKey)
  // It reads the inline scripts of the build when it is imported.
  const { createWebApp } = await import('../../shell/server/app')
  const app = await createWebApp({
    root,
    store: environment.releases,
    releaseKeys: await trustedKeys(environment),
    siteUrl: environment.siteUrl,
    supabaseUrl: backend.url,
    supabaseKey: backend.key,
    proxied,
    trustedProxies: environment.trustedProxies,
    releases: fixedReleaseSet(set),
    data,
    stripe,
    dev: {
      origins: running.map(originOf),
      scripts: manifest.entries.index.initial.js.map((file) => new URL(file, originOf('shell')).href),
      preamble,
      built: builtSet,
      ...(deployed && { inShop: { remote: name, shop: deployed.url } }),
    },
  })
  if (shutdown.stopping) return
  const web = await listen(deployed ? insideShop(app, deployed.url) : app, {
    port: environment.port,
    host: environment.host,
    proxiedBackend: proxied ? backend.url : null,
    trustedProxies: environment.trustedProxies,
    shutdown: environment.shutdown,
  })
  shutdown.add(() => web.close())
  const refunds = stripe
    ? startRefundWorker({
        ...stripe,
        supabaseUrl: backend.url,
        log: (line) => {
          console.warn(line)
        },
      })
    : null
  shutdown.add(() => refunds?.stop())
  const mailer = deployed
    ? null
    : startShopMailer(environment, embedded, (line) => {
        console.warn(line)
      })
  // It settles its last email with the backend, so it ends first.
  shutdown.add(() => mailer?.stop())
  if (deployed && deployed.shell !== built.shell?.version)
    console.log(
      'The shell of this checkout is another than the live one: so may be what it shows and shares.',
    )
  console.log(`Shop from source: http://localhost:${String(web.port)} (${running.join(', ')})`)
})
