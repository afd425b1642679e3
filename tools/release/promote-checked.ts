import { readRecord } from '@shop/federation/store'
import { UsageError } from '../environment'
import { blocking } from './policy'
import type { ReleaseService } from './release-service'
import { verdict, type Candidate, type Finding, type RunCandidate } from './verdict'

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
  const found = await verdict({ ...release, known: await service.known(), mounts }, run)
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
