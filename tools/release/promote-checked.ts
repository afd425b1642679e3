import { readRecord, type ReleaseRecord } from '@shop/federation/store'
import { errorMessage } from '../../shell/server/error-message'
import type { Finding } from '../../shell/server/releases/finding'
import { blocking } from '../../shell/server/releases/policy'
import { verdict, type Candidate, type RunCandidate } from '../../shell/server/releases/verdict'
import { root, UsageError } from '../environment'
import { takenAway } from './release-contract'
import type { ReleaseService } from './release-service'

/**
 * The record of a release, once its verdict lets it run for visitors.
 * @param onVerdict is told the verdict before anything changes
 * @throws UsageError that says what blocks it
 */
export async function checkedRecord(
  service: ReleaseService,
  release: Pick<Candidate, 'store' | 'keys' | 'name' | 'version'>,
  run: RunCandidate,
  onVerdict: (found: readonly Finding[]) => void = () => undefined,
): Promise<ReleaseRecord> {
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
  return readRecord(store, name, version)
}

/**
 * Makes a release live in the database, once its verdict lets it.
 * @returns the live set
 * @throws UsageError that says what blocks it, when nothing has been changed, or why the database rejects it
 */
export async function promoteChecked(...checked: Parameters<typeof checkedRecord>): Promise<string> {
  const [service] = checked
  const record = await checkedRecord(...checked)
  const { live } = await service.promote([record]).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })
  return live
}
