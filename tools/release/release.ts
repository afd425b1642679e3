import {
  pruneReleases,
  type FinishedBuild,
  type ReleaseRecord,
  type SigningKey,
} from '@shop/federation/store'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { errorMessage } from '../../shell/server/error-message'
import { findings } from '../../shell/server/releases/finding'
import { blocking } from '../../shell/server/releases/policy'
import { verdict, type RunCandidate } from '../../shell/server/releases/verdict'
import { readArguments } from '../arguments'
import { addRelease, buildReleases, type Reject } from '../build/build'
import { command, readEnvironment, root, UsageError, type Environment } from '../environment'
import { ensureDataDir } from '../preconditions'
import { brokenReleases, releaseProblems, takenAway } from './release-contract'
import { signingKey, trustedKeys } from '../build/release-records'
import { printVerdict } from './print-verdict'
import { publicBackend, runningShop, type ReleaseService } from './release-service'
import { runWithBrowser } from './run-with-browser'
import { memberNames } from '../remotes'

const usage = `Name what to release: npm run release -- ${memberNames.join(' | ')}, or npm run release -- <name> --from <folder of a build>.`

/** What was asked for. @throws UsageError for an option that there is not */
function chosen() {
  const { positionals, values } = readArguments({
    call: 'release -- <name>',
    does: 'Builds a member and adds its release to the store. Nothing goes live by it.',
    most: 1,
    options: {
      from: { type: 'string', help: 'folder of a build made elsewhere' },
      check: { type: 'boolean', help: 'only says whether the build could go live, run inside the live set' },
      json: { type: 'boolean', help: 'of --check: prints the verdict as JSON' },
    },
  })
  const { from, check = false, json = false } = values
  const [name] = positionals
  if (name === undefined || (from === undefined && !memberNames.includes(name))) throw new UsageError(usage)
  if (json && !check) throw new UsageError('--json is the form of a verdict: add --check.')
  return { name, from, check, json }
}

interface Task {
  environment: Environment
  name: string
  /** Folder of a build made elsewhere; undefined for one of this checkout. */
  from: string | undefined
  /** The shop that runs; null when there is none to ask. */
  shop: ReleaseService | null
  key: SigningKey
}

/** Adds the build of another repository, which serves the paths that it has in this shop. */
async function addBuild({ name, shop, key }: Task, from: string, store: string, reject: Reject) {
  const owned = await shop?.remote(name)
  if (!owned)
    throw new UsageError(
      `${name} is no member of this shop, or the shop does not run. Say first who owns it and which paths it serves: ` +
        `npm run releases -- own ${name} <team> /path.`,
    )
  const { withFinishedBuild } = await import('@shop/federation/build')
  const origin = { name, ...owned, commit: null, builtAt: new Date().toISOString(), migration: null }
  return withFinishedBuild(path.resolve(from), origin, (build) =>
    addRelease(store, build, key, reject),
  ).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })
}

/** Adds what was asked for to a store. @throws UsageError that says why it is rejected */
async function add(task: Task, store: string, reject: Reject): Promise<ReleaseRecord> {
  const { name, from, key } = task
  const record =
    from === undefined
      ? (await buildReleases(store, [name], key, reject))[name]
      : await addBuild(task, from, store, reject)
  if (!record) throw new UsageError(usage)
  return record
}

const notRun: RunCandidate = () => Promise.resolve([])

/** Says whether a build could go live. It is added to a copy of the store that has the live set alone. */
async function check(task: Task, asJson: boolean): Promise<void> {
  const { environment, name, shop } = task
  const known = shop && (await shop.known())
  const store = await mkdtemp(path.join(tmpdir(), 'shop-check-'))
  try {
    for (const [member, version] of Object.entries(known?.sets[known.live ?? ''] ?? {}))
      await cp(path.join(environment.releases, member, version), path.join(store, member, version), {
        recursive: true,
        preserveTimestamps: true,
      }).catch(() => undefined)
    const { version, mounts } = await add(task, store, () => Promise.resolve([]))
    const owned = shop ? ((await shop.remote(name))?.mounts ?? null) : mounts
    const candidate = { store, keys: await trustedKeys(environment), name, version, known, mounts: owned }
    const run = shop ? runWithBrowser(candidate, publicBackend(environment)) : notRun
    const broken = await brokenReleases(environment.releases, known)
    const found = [
      ...(await verdict(candidate, { root, takenAway, run })),
      ...(broken.length > 0 ? findings('migrations', broken, '') : []),
    ]
    printVerdict({ name, version, found }, asJson)
    if (blocking(found).length > 0) throw new UsageError(`${name} ${version} would not go live.`)
  } finally {
    await rm(store, { recursive: true })
  }
}

/** Adds a release to the store, unless it could not run there. */
async function release(task: Task): Promise<void> {
  const { name, shop } = task
  const { releases } = task.environment
  const known = shop && (await shop.known())
  // A release that nobody could promote is not stored, since the list of releases would name it.
  const record = await add(task, releases, async (build: FinishedBuild['about']) => [
    ...(await releaseProblems(releases, build, known)),
    ...(await brokenReleases(releases, known)),
  ])
  await pruneReleases(releases)
  const candidate = {
    ...{ store: releases, keys: await trustedKeys(task.environment), name, version: record.version, known },
    mounts: record.mounts,
  }
  const found = await verdict(candidate, { root, takenAway, run: notRun })
  for (const { message } of blocking(found)) console.warn(`It cannot go live yet. ${message}`)
  console.log(`Released ${name} ${record.version}`)
}

// Adds a release of one app, or of a build made elsewhere, to the store. Nothing goes live by it.
command(async () => {
  const { name, from, check: isCheck, json } = chosen()
  const environment = readEnvironment()
  ensureDataDir(environment.dataDir)
  ensureDataDir(environment.releases, 'RELEASES')
  const shop = await runningShop(environment).catch((error: unknown) => {
    const why = errorMessage(error)
    console.warn(`What is live is not known, so the promotion checks whether this fits. ${why}`)
    return null
  })
  const task = { environment, name, from, shop, key: await signingKey(environment) }
  await (isCheck ? check(task, json) : release(task))
})
