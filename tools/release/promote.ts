import { readArguments } from '../arguments'
import { command, readEnvironment, UsageError } from '../environment'
import { promotionProblems } from './release-contract'
import { completeRelease, runningShop, sayWhatIsLive } from './release-service'

// Makes the live set with another version of one app live.
command(async () => {
  const { positionals } = readArguments({
    call: 'promote -- <name> <version>',
    does: 'Makes the live set with another version of one member live.',
    most: 2,
  })
  const [name, version] = positionals
  if (!name || !version)
    throw new UsageError(
      'Say what to promote: npm run promote -- mf-catalog <version>; npm run releases lists the versions.',
    )
  const environment = readEnvironment()
  const record = await completeRelease(environment.releases, name, version)
  const service = await runningShop(environment)
  const problems = await promotionProblems(environment.releases, record, await service.known())
  if (problems.length > 0)
    throw new UsageError([`${name} ${version} does not go live.`, ...problems].join('\n'))
  const { live } = await service.promote([record]).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })
  await sayWhatIsLive(service, environment, live)
})
