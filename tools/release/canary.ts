import { errorMessage } from '../../shell/server/error-message'
import { blocking } from '../../shell/server/releases/policy'
import { readArguments } from '../arguments'
import { trustedKeys } from '../build/release-records'
import { command, readEnvironment, UsageError } from '../environment'
import { printVerdict } from './print-verdict'
import { checkedRecord } from './promote-checked'
import { publicBackend, runningShop, type ReleaseService } from './release-service'

const asUsageError = (error: unknown) => new UsageError(errorMessage(error))

/** The canary that runs. @throws UsageError without one */
async function running(service: ReleaseService) {
  const canary = await service.canary()
  if (!canary) throw new UsageError('No canary runs: npm run canary -- mf-catalog <version> 10 starts one.')
  return canary
}

async function printCanary(service: ReleaseService): Promise<void> {
  const canary = await service.canary()
  if (!canary) {
    console.log(`No canary runs. Live: set ${(await service.known()).live ?? 'unknown'}`)
    return
  }
  const { candidate, share, by_hand, counts, verdict } = canary
  const loads = [counts.candidate.load.n, counts.live.load.n].map(String)
  console.log(
    `Canary: set ${candidate} for ${String(share)} % of visitors${by_hand ? ', advanced by hand' : ''}; ` +
      `${loads[0] ?? ''} loads counted, of the live set ${loads[1] ?? ''}. ${verdict.why}`,
  )
}

// Gives a share of visitors the live set with another version of one member, once it has been run in that set; says how a canary goes.
command(async () => {
  const { positionals, values } = readArguments({
    call: 'canary -- <name> <version> <share>',
    does: 'Checks a release inside the live set, and gives it to a share of visitors, in percent; without arguments says how the canary goes.',
    most: 3,
    options: {
      manual: { type: 'boolean', help: 'it is advanced by hand alone' },
      advance: { type: 'boolean', help: 'gives the canary its next share of 10, 50 and 100 percent' },
      stop: { type: 'string', help: 'gives everybody the live set again, and keeps the reason' },
    },
  })
  const [name, version, share] = positionals
  const environment = readEnvironment()
  if ([name !== undefined, values.advance, values.stop !== undefined].filter(Boolean).length > 1)
    throw new UsageError('Start, advance or stop: one at a time.')
  const service = await runningShop(environment)
  if (values.stop !== undefined) {
    if (values.stop.trim() === '') throw new UsageError('Say why: npm run canary -- --stop "reason".')
    await service.stopCanary((await running(service)).id, values.stop.trim())
  } else if (values.advance) {
    const canary = await running(service)
    if (!(await service.advanceCanary(canary.id, canary.share, 'By hand.')))
      throw new UsageError('The canary has moved on meanwhile. Look at it, and try again.')
  } else if (name !== undefined) {
    if (!version) throw new UsageError('Say what to try: npm run canary -- mf-catalog <version> 10.')
    const percent = Number(share ?? 10)
    if (!Number.isInteger(percent) || percent < 1 || percent > 99)
      throw new UsageError(
        'The share is a whole number of percent from 1 to 99: npm run canary -- mf-catalog <version> 10.',
      )
    const release = { store: environment.releases, keys: await trustedKeys(environment), name, version }
    // It loads the browser library, a third of the time of a command that rejects its arguments.
    const { runWithBrowser } = await import('./run-with-browser')
    const run = runWithBrowser(release, publicBackend(environment))
    const record = await checkedRecord(service, release, run, (found) => {
      // What blocks is the error.
      if (blocking(found).length === 0) printVerdict({ name, version, found }, false)
    })
    await service.startCanary(record, percent, values.manual ?? false).catch((error: unknown) => {
      throw asUsageError(error)
    })
  }
  await printCanary(service)
})
