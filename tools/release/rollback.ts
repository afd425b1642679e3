import { releaseVerifier } from '@shop/federation/store'
import { errorMessage } from '../../shell/server/error-message'
import { rollbackProblems } from '../../shell/server/releases/verdict'
import { trustedKeys } from '../build/release-records'
import { readArguments } from '../arguments'
import { command, readEnvironment, UsageError } from '../environment'
import { takenAway } from './release-contract'
import { runningShop, printWhenServed } from './release-service'

// Makes the set live that was before the live one; with --withdraw visitors leave that one at once, open checkouts too.
command(async () => {
  const { values } = readArguments({
    call: 'rollback',
    does: 'Makes the set live that was before the live one, further back each time.',
    options: { withdraw: { type: 'boolean', help: 'nobody stays on the set that it leaves' } },
  })
  const environment = readEnvironment()
  const service = await runningShop(environment)
  const known = await service.known()
  const { last_good: before, sets } = known
  const verified = releaseVerifier(environment.releases, await trustedKeys(environment))
  const records = await Promise.all(
    Object.entries<string>(sets[before ?? ''] ?? {}).map(([name, version]) => verified(name, version)),
  ).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })
  // Web servers reject one that does not fit, and would go on with the live one.
  const problems = await rollbackProblems(records, known, takenAway)
  if (problems.length > 0)
    throw new UsageError([`Set ${before ?? ''} does not go live.`, ...problems].join('\n'))
  const { live } = await service.rollBack(values.withdraw ?? false).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })
  await printWhenServed(service, environment, live)
})
