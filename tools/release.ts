import { pruneReleases } from '@shop/federation/store'
import { buildReleases, memberNames } from './build'
import { command, ensureDataDir, readEnvironment, UsageError } from './environment'
import { brokenReleases, promotionProblems, releaseProblems } from './release-contract'
import { signingKey } from './release-records'
import { runningShop } from './release-service'

// Builds one app and adds it to the release store, unless it could not run there. Nothing goes live by it.
command(async () => {
  const wanted = process.argv[2]
  const name = memberNames.find((member) => member === wanted)
  if (!name) throw new UsageError(`Name what to release: npm run release -- ${memberNames.join(' | ')}.`)
  const environment = readEnvironment()
  const { dataDir, releases } = environment
  ensureDataDir(dataDir)
  ensureDataDir(releases, 'RELEASES')
  const known = await runningShop(environment).then(
    (service) => service.known(),
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      console.warn(`What is live is not known, so the promotion checks whether this fits. ${why}`)
      return null
    },
  )
  // What nobody could promote is not stored: the list of what is at hand would name it.
  const { [name]: record } = await buildReleases(
    releases,
    [name],
    await signingKey(environment),
    async (build) => [
      ...(await releaseProblems(releases, build, known)),
      ...(await brokenReleases(releases, known)),
    ],
  )
  await pruneReleases(releases)
  for (const problem of known ? await promotionProblems(releases, record, known) : [])
    console.warn(`It cannot go live yet. ${problem}`)
  console.log(`Released ${name} ${record.version}`)
})
