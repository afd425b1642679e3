import { pruneReleases } from '@shop/federation/store'
import { buildReleases, memberNames } from './build'
import { command, ensureDataDir, readEnvironment, UsageError } from './environment'

// Builds one app and adds it to the release store. Nothing goes live by it.
command(async () => {
  const wanted = process.argv[2]
  const name = memberNames.find((member) => member === wanted)
  if (!name) throw new UsageError(`Name what to release: npm run release -- ${memberNames.join(' | ')}.`)
  const { releases } = readEnvironment()
  ensureDataDir(releases, 'RELEASES')
  const { [name]: record } = await buildReleases(releases, [name])
  await pruneReleases(releases)
  console.log(`Released ${name} ${record.version}`)
})
