import { contractProblems, readRecord, type ReleaseRecord } from '@shop/federation/store'
import type { KnownReleases } from '../shell/server/release-source'
import { command, readEnvironment, UsageError } from './environment'
import { completeRelease, runningShop, untilServed } from './release-service'

/** Why a release cannot run with the live set's other members, as far as the store holds their records. */
async function contractOf(
  store: string,
  record: ReleaseRecord,
  { live, sets }: KnownReleases,
): Promise<string[]> {
  const others = Object.entries(sets[live ?? ''] ?? {}).filter(([name]) => name !== record.name)
  const found = await Promise.all(
    others.map(([name, version]) => readRecord(store, name, version).catch(() => null)),
  )
  const records = [record, ...found.filter((other) => other !== null)]
  return records.some(({ name }) => name === 'shell') ? contractProblems(records, null) : []
}

// Makes the live set with another version of one app live.
command(async () => {
  const [, , name, version] = process.argv
  if (!name || !version)
    throw new UsageError(
      'Say what to promote: npm run promote -- mf-catalog <version>; npm run releases lists the versions.',
    )
  const environment = readEnvironment()
  const record = await completeRelease(environment.releases, name, version)
  const service = await runningShop(environment)
  const problems = await contractOf(environment.releases, record, await service.known())
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  const { live } = await service.promote([record]).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })
  await untilServed(environment.port, live)
  console.log(`Live: set ${live}`)
})
