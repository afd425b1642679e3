import { command, readEnvironment, UsageError } from './environment'
import { completeRelease, runningShop, untilServed } from './release-service'

// Makes the set live that was before the live one; with --withdraw visitors leave that one at once, open checkouts too.
command(async () => {
  const environment = readEnvironment()
  const service = await runningShop(environment)
  const { last_good: before, sets } = await service.known()
  for (const [name, version] of Object.entries(sets[before ?? ''] ?? {}))
    await completeRelease(environment.releases, name, version)
  const { live } = await service.rollBack(process.argv.includes('--withdraw')).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })
  await untilServed(environment.port, live)
  console.log(`Live: set ${live}`)
})
