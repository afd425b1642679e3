import { pruneReleases } from '@shop/federation/store'
import { buildReleases, memberNames } from './build'
import { command, ensureDataDir, readEnvironment, UsageError } from './environment'
import { signingKey } from './release-records'
import { contractWithLive, runningShop } from './release-service'

// Builds one app and adds it to the release store. Nothing goes live by it.
command(async () => {
  const wanted = process.argv[2]
  const name = memberNames.find((member) => member === wanted)
  if (!name) throw new UsageError(`Name what to release: npm run release -- ${memberNames.join(' | ')}.`)
  const environment = readEnvironment()
  const { dataDir, releases } = environment
  ensureDataDir(dataDir)
  ensureDataDir(releases, 'RELEASES')
  const { [name]: record } = await buildReleases(releases, [name], await signingKey(environment))
  await pruneReleases(releases)
  // Told early: a promotion refuses it.
  const known = await runningShop(environment).then(
    (service) => service.known(),
    () => null,
  )
  for (const problem of known ? await contractWithLive(releases, record, known) : [])
    console.warn(`It cannot go live now: ${problem}`)
  console.log(`Released ${name} ${record.version}`)
})
