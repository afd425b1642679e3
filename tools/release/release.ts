import { pruneReleases, type FinishedBuild } from '@shop/federation/store'
import path from 'node:path'
import { addRelease, buildReleases } from '../build/build'
import { readArguments } from '../arguments'
import { command, readEnvironment, UsageError } from '../environment'
import { ensureDataDir } from '../preconditions'
import { brokenReleases, promotionProblems, releaseProblems } from './release-contract'
import { signingKey } from '../build/release-records'
import { runningShop } from './release-service'
import { memberNames } from '../remotes'

const usage = `Name what to release: npm run release -- ${memberNames.join(' | ')}, or npm run release -- <name> --from <folder of a build>.`

/** What was asked for. @throws UsageError for an option that there is not */
function chosen(): { name: string; from: string | undefined } {
  const { positionals, values } = readArguments({
    call: 'release -- <name>',
    does: 'Builds a member and adds its release to the store. Nothing goes live by it.',
    most: 1,
    options: { from: { type: 'string', help: 'folder of a build made elsewhere' } },
  })
  const [name] = positionals
  if (name === undefined) throw new UsageError(usage)
  return { name, from: values.from }
}

// Adds a release of one app, or of a build made elsewhere, to the store, unless it could not run there. Nothing goes live by it.
command(async () => {
  const { name, from } = chosen()
  const isMember = memberNames.includes(name)
  if (from === undefined && !isMember) throw new UsageError(usage)
  const environment = readEnvironment()
  const { dataDir, releases } = environment
  ensureDataDir(dataDir)
  ensureDataDir(releases, 'RELEASES')
  const shop = await runningShop(environment).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    console.warn(`What is live is not known, so the promotion checks whether this fits. ${why}`)
    return null
  })
  const known = shop && (await shop.known())
  const key = await signingKey(environment)
  // A release that nobody could promote is not stored, since the list of releases would name it.
  const reject = async (build: FinishedBuild['about']) => [
    ...(await releaseProblems(releases, build, known)),
    ...(await brokenReleases(releases, known)),
  ]
  /** Adds the build of another repository, which serves the paths that it has in this shop. */
  const addBuild = async (folder: string) => {
    const owned = await shop?.remote(name)
    if (!owned)
      throw new UsageError(
        `${name} is no member of this shop, or the shop does not run. Say first who owns it and which paths it serves: ` +
          `npm run releases -- own ${name} <team> /path.`,
      )
    const { withFinishedBuild } = await import('@shop/federation/build')
    const origin = { name, ...owned, commit: null, builtAt: new Date().toISOString(), migration: null }
    return withFinishedBuild(path.resolve(folder), origin, (build) =>
      addRelease(releases, build, key, reject),
    ).catch((error: unknown) => {
      throw new UsageError(error instanceof Error ? error.message : String(error))
    })
  }
  const record =
    from !== undefined ? await addBuild(from) : (await buildReleases(releases, [name], key, reject))[name]
  if (!record) throw new UsageError(usage)
  await pruneReleases(releases)
  for (const problem of known ? await promotionProblems(releases, record, known) : [])
    console.warn(`It cannot go live yet. ${problem}`)
  console.log(`Released ${name} ${record.version}`)
})
