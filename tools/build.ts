import { globalNameOf, type Release } from '@shop/federation/build'
import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import {
  recordReleaseUse,
  storeRelease,
  pruneReleases,
  storedVersions,
  storeOf,
  versionOf,
} from '@shop/federation/store'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './file-lock'
import { root, UsageError } from './environment'
import { providedNames, recordRelease } from './release-records'

/** The remotes of this repository, by folder. */
export const remoteNames = ['mf-catalog', 'mf-cart-checkout', 'mf-account', 'mf-admin'] as const

const env = () => ({
  ...process.env,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
  NODE_ENV: 'production',
  FORCE_COLOR: '0',
})

/** Runs the builds of what changed. @throws UsageError with the build's own output in the log */
function runBuilds(): Promise<void> {
  const projects = ['@shop/shell', ...remoteNames.map((name) => `@shop/${name}`)]
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js')
  const bin = existsSync(nx) ? nx : path.join(root, 'node_modules/nx/bin/nx.js')
  const child = spawn(
    process.execPath,
    [bin, 'run-many', '-t', 'build', '-p', projects.join(','), '--outputStyle=static', '--parallel=2'],
    { cwd: root, env: env() },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      console.error(output)
      reject(new UsageError('The build failed; see above.'))
    })
  })
}

const shellParts = ['web', 'server']

/** What a build left in the store. */
export interface Built {
  set: ReleaseSet
  /** Version of the shell. */
  shell: string
}

/** Folder of a stored shell: `web/` for browsers, `server/` for the web server. */
export function shellFolder(version: string): string {
  return path.join(storeOf(root), 'shell', version)
}

/** Folders of the stored shells other than this, the last used first. */
export async function olderShells(version: string): Promise<string[]> {
  return (await storedVersions(storeOf(root), 'shell'))
    .filter((stored) => stored !== version)
    .map(shellFolder)
}

/**
 * Builds what changed since the last build, and puts it into the release store, where it stays whatever is built next.
 * Nothing goes live by it. @throws UsageError with the build's own output in the log
 */
export async function buildAll(): Promise<Built> {
  return withLock(path.join(root, '.releases/build.lock'), async () => {
    // `npm test` builds once; its shops would each wait some seconds for Nx to find that nothing has changed.
    if (!process.env.TEST_BUILT) await runBuilds()
    const store = storeOf(root)
    const shellBuild = path.join(root, 'shell/dist')
    const shell = await versionOf(shellBuild, shellParts)
    await storeRelease(store, 'shell', shell, shellBuild, shellParts)
    recordRelease({
      ...{ name: 'shell', version: shell, globalName: 'shell', mounts: [], routes: [], pages: [], needs: {} },
      entry: 'web/manifest.json',
      manifest: 'web/manifest.json',
      server: 'server/render.cjs',
      provides: providedNames(path.join(shellBuild, 'server/render.cjs')),
    })
    for (const name of remoteNames) {
      const { version, entry, manifest, routes, pages, mounts, server, needs } = releaseOf(name)
      await storeRelease(store, name, version, path.join(root, name, 'dist/releases', version))
      const globalName = globalNameOf(name)
      recordRelease({
        name,
        version,
        entry,
        manifest,
        globalName,
        routes,
        pages,
        mounts,
        server,
        needs,
        provides: {},
      })
    }
    return { set: builtReleaseSet(), shell }
  })
}

/** The release that an app's last build left behind. @throws Error when there is none */
export function releaseOf(name: string): Release {
  const record: Release = JSON.parse(
    readFileSync(path.join(root, name, 'dist/releases/release.json'), 'utf8'),
  )
  return record
}

/** The release set of what was built last. */
function builtReleaseSet(): ReleaseSet {
  const remotes = Object.fromEntries(
    remoteNames.map((name) => {
      const { version, entry, manifest, routes, pages, mounts, server, files } = releaseOf(name)
      const base = `/releases/${name}/${version}/`
      return [
        name,
        {
          version,
          manifest: base + manifest,
          entry: base + entry,
          globalName: globalNameOf(name),
          routes: routes.map((file) => base + file),
          pages: pages.map((file) => base + file),
          mounts,
          server: server && base + server,
          integrity: Object.fromEntries(
            [entry, ...routes].map((file) => [base + file, files[file]?.sha384 ?? '']),
          ),
        },
      ]
    }),
  )
  const id = createHash('sha256').update(JSON.stringify(remotes)).digest('hex').slice(0, 12)
  return parseReleaseSet({ id, remotes })
}

/**
 * Makes a release set live: the document is replaced in one step, so that no reader sees half of it. The store is told
 * what this shop needs, and old releases that no shop needs are removed.
 */
export async function promote(file: string, { set, shell }: Built): Promise<void> {
  const next = `${JSON.stringify(set, null, 2)}\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== next) {
    writeFileSync(`${file}.next`, next)
    renameSync(`${file}.next`, file)
  }
  await recordReleaseUse(storeOf(root), { setFile: file, shell })
  await pruneReleases(storeOf(root))
}
