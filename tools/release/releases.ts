import { storedNames, storedVersions } from '@shop/federation/store'
import { errorMessage } from '../../shell/server/error-message'
import { readArguments } from '../arguments'
import { command, readEnvironment, UsageError } from '../environment'
import { runningShop } from './release-service'
import { memberNames } from '../remotes'

// Lists what is live and what could be; with `own` gives a remote its paths.
command(async () => {
  const environment = readEnvironment()
  const { positionals } = readArguments({
    call: 'releases',
    does: 'Lists what is live and what could be; releases -- own <name> <team> /path … gives a remote its paths.',
    most: 60,
  })
  const [act, name, owner, ...mounts] = positionals
  if (act !== undefined && act !== 'own')
    throw new UsageError(`Unknown argument '${act}'. npm run releases -- --help prints what there is.`)
  if (act === 'own') {
    if (!name || !owner)
      throw new UsageError('Say who owns what: npm run releases -- own mf-catalog catalogue / /products …')
    await (await runningShop(environment)).setRemote(name, owner, mounts)
    console.log(`${name} (${owner}) serves ${mounts.join(' ') || 'no paths'}`)
    return
  }
  const known = await runningShop(environment).then(
    (service) => service.known(),
    (error: unknown) => {
      console.warn(errorMessage(error))
      return null
    },
  )
  const live = known?.sets[known.live ?? ''] ?? {}
  console.log(`Live set: ${known?.live ?? 'unknown'}`)
  for (const member of new Set([
    ...memberNames,
    ...Object.keys(live),
    ...(await storedNames(environment.releases)),
  ])) {
    const others = (await storedVersions(environment.releases, member)).filter(
      (version) => version !== live[member],
    )
    console.log(`${member}: live ${live[member] ?? 'unknown'}; at hand ${others.join(' ') || 'no other'}`)
  }
})
