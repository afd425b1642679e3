import type { Release } from '@shop/federation/build'
import {
  readRecord,
  signRelease,
  storeRelease,
  versionOf,
  type FinishedBuild,
  type ReleaseRecord,
  type SigningKey,
} from '@shop/federation/store'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { serverFolder } from './bundle-server'
import { root, UsageError } from '../environment'
import { withLock } from './file-lock'
import { runMany } from './nx'
import { databaseNames, providedNames, searchablePages } from './release-records'

/** Runs the builds of what changed. @throws UsageError with the build's own output in the log */
export async function runBuilds(names: readonly string[]): Promise<void> {
  const projects = names.map((name) => `@shop/${name}`).join(',')
  const options = ['-t', 'build,bundle', '-p', projects, '--outputStyle=static', '--parallel=2']
  const { ok, text } = await runMany(options, 'pipe', { NODE_ENV: 'production' })
  if (ok) return
  console.error(text)
  throw new UsageError('The build failed; see above.')
}

/** Where a release of these sources comes from. */
async function origin() {
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
  const migration = readdirSync(path.join(root, 'supabase/migrations'))
    .map((file) => file.slice(0, 14))
    .sort()
    .at(-1)
  return {
    commit,
    builtAt: new Date().toISOString(),
    migration: migration ?? null,
  }
}

/** What a build knows of the contract, of a stored release as it was read then. */
type Contract = Pick<ReleaseRecord, 'provides' | 'versions' | 'database'>

/** The contract of a build, read anew only where it is not stored. @param read reads it from the build */
async function contractOf(
  store: string,
  name: string,
  version: string,
  read: () => Promise<Contract> | Contract,
): Promise<Contract> {
  const stored = await readRecord(store, name, version).catch(() => null)
  if (!stored) return read()
  const { provides, versions, database } = stored
  return { provides, versions, database }
}

async function shellBuild(store: string): Promise<FinishedBuild> {
  const dist = path.join(root, 'shell/dist')
  // Module Federation's own accounts of the build: nobody reads them, and their order differs between builds.
  for (const name of ['mf-stats.json', 'mf-manifest.json'])
    for (const copy of ['', '.br', '.gz']) await rm(path.join(dist, 'web', name + copy), { force: true })
  const manifest: { entries: { index: { initial: { js: string[] } } } } = JSON.parse(
    readFileSync(path.join(dist, 'web/manifest.json'), 'utf8'),
  )
  const [entry = '', ...routes] = manifest.entries.index.initial.js
  const version = await versionOf(dist, ['web', 'server', 'inline', 'run'])
  const contract = await contractOf(store, 'shell', version, async () => ({
    provides: providedNames(path.join(dist, 'server/render.cjs')),
    // It knows the bundlers, which nothing else of a start needs.
    versions: (await import('@shop/federation/build')).sharedVersions(),
    database: databaseNames([path.join(dist, 'web'), path.join(dist, 'server')]),
  }))
  return {
    about: {
      ...{ name: 'shell', owner: 'platform' },
      ...(await origin()),
      ...contract,
      version,
      entry,
      routes,
      manifest: 'manifest.json',
      globalName: 'shell',
      pages: [],
      searchable: searchablePages(path.join(dist, 'web')),
      mounts: [],
      server: 'server.cjs',
      needs: {},
    },
    parts: {
      '': path.join(dist, 'web'),
      'server.cjs': path.join(dist, 'server/render.cjs'),
      inline: path.join(dist, 'inline'),
      run: serverFolder,
    },
  }
}

async function remoteBuild(store: string, name: string): Promise<FinishedBuild> {
  const release = releaseOf(name)
  const folder = path.join(root, name, 'dist/releases', release.version)
  const contract = await contractOf(store, name, release.version, () => ({
    provides: {},
    versions: {},
    database: databaseNames([folder]),
  }))
  return {
    about: {
      ...(await origin()),
      ...contract,
      ...release,
      searchable: searchablePages(folder),
    },
    parts: { '': folder },
  }
}

/** Says why a finished build must not be stored, in sentences; nothing for one that may. */
export type Reject = (about: FinishedBuild['about']) => Promise<string[]>

/**
 * Adds a finished build to the release store.
 * @param key signs it; null leaves that to the shops which serve it
 * @throws UsageError that says why it is rejected
 */
export async function addRelease(
  store: string,
  build: FinishedBuild,
  key: SigningKey | null,
  reject: Reject,
): Promise<ReleaseRecord> {
  const { name } = build.about
  const problems = await reject(build.about)
  if (problems.length > 0) throw new UsageError([`${name} is not released.`, ...problems].join('\n'))
  const record = await storeRelease(store, build)
  if (key) await signRelease(path.join(store, name, record.version), key)
  return record
}

/**
 * Builds what changed of some apps since their last build, and adds it to the release store, where it stays whatever is built
 * next. Nothing goes live by it.
 * @param store folder of the release store
 * @param key signs what is added; null leaves that to the shops which serve it
 * @throws UsageError with the build's own output in the log, or why a build is rejected
 */
export async function buildReleases(
  store: string,
  names: readonly string[],
  key: SigningKey | null,
  reject: Reject = () => Promise.resolve([]),
): Promise<Record<string, ReleaseRecord>> {
  return withLock(path.join(root, '.nx/build.lock'), async () => {
    // `npm test` builds once; its shops would each wait some seconds for Nx to find that nothing has changed.
    if (!process.env.TEST_BUILT) await runBuilds(names)
    const records: Record<string, ReleaseRecord> = {}
    for (const name of names) {
      const build = name === 'shell' ? await shellBuild(store) : await remoteBuild(store, name)
      records[name] = await addRelease(store, build, key, reject)
    }
    return records
  })
}

/** The release that a remote's last build left behind. @throws Error when there is none */
export function releaseOf(name: string): Release {
  const record: Release = JSON.parse(
    readFileSync(path.join(root, name, 'dist/releases/release.json'), 'utf8'),
  )
  return record
}
