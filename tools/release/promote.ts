import { blocking } from '../../shell/server/releases/policy'
import { readArguments } from '../arguments'
import { trustedKeys } from '../build/release-records'
import { command, readEnvironment, UsageError } from '../environment'
import { printVerdict } from './print-verdict'
import { promoteChecked } from './promote-checked'
import { publicBackend, runningShop, printWhenServed } from './release-service'

// Makes the live set with another version of one member live, once it has been run in that set.
command(async () => {
  const { positionals, values } = readArguments({
    call: 'promote -- <name> <version>',
    does: 'Checks a release inside the live set, and makes it live there.',
    most: 2,
    options: { json: { type: 'boolean', help: 'prints the verdict as JSON' } },
  })
  const [name, version] = positionals
  if (!name || !version)
    throw new UsageError(
      'Say what to promote: npm run promote -- mf-catalog <version>; npm run releases lists the versions.',
    )
  const environment = readEnvironment()
  const service = await runningShop(environment)
  const release = { store: environment.releases, keys: await trustedKeys(environment), name, version }
  // It loads the browser library, a third of the time of a command that rejects its arguments.
  const { runWithBrowser } = await import('./run-with-browser')
  const run = runWithBrowser(release, publicBackend(environment))
  const live = await promoteChecked(service, release, run, (found) => {
    // What blocks is the error.
    if (values.json || blocking(found).length === 0)
      printVerdict({ name, version, found }, values.json ?? false)
  })
  await printWhenServed(service, environment, live)
})
