import { readRecord } from '@shop/federation/store'
import type { Finding } from '../../shell/server/releases/finding'
import { blocking } from '../../shell/server/releases/policy'
import { verdict, type Candidate, type RunCandidate } from '../../shell/server/releases/verdict'
import { root, UsageError } from '../environment'
import { takenAway } from './release-contract'
import type { ReleaseService } from './release-service'

/**
 * Makes a release live in the database, once its verdict lets it.
 * @param onVerdict is told the verdict before anything changes
 * @returns the live set
 * @throws UsageError that says what blocks it, when nothing has been changed, or why the database rejects it
 */
export async function promoteChecked(
  service: ReleaseService,
  release: Pick<Candidate, 'store' | 'keys' | 'name' | 'version'>,
  run: RunCandidate,
  onVerdict: (found: readonly Finding[]) => void = () => undefined,
): Promise<string> {
  const { store, name, version } = release
  const mounts = (await service.remote(name))?.mounts ?? null
  const candidate = { ...release, known: await service.known(), mounts }
  const found = await verdict(candidate, { root, takenAway, run })
  onVerdict(found)
  const blocked = blocking(found)
  if (blocked.length > 0)
    throw new UsageError(
      [`${name} ${version} does not go live.`, ...blocked.map(({ message }) => message)].join('\n'),
    )
  const { live } = await service.promote([await readRecord(store, name, version)]).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })
  return live
}
