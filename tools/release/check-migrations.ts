import { command, readEnvironment, UsageError } from '../environment'
import { brokenReleases } from './release-contract'

// No migration takes away what a release uses that visitors of this machine's shops can reach.
command(async () => {
  const { releases } = readEnvironment()
  const problems = await brokenReleases(releases, null)
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
})
