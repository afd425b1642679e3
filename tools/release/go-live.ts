import type { ReleaseRecord } from '@shop/federation/store'
import { errorMessage } from '../../shell/server/error-message'
import { releaseService } from './release-service'

/**
 * Makes the releases of a checkout live, while the live set is one that a start made. Where somebody promoted or rolled back, that
 * set stays and is served.
 * @param key the secret key of the backend; without it nothing is changed
 */
export async function goLive(
  built: Readonly<Record<string, ReleaseRecord>>,
  url: string,
  key: string | null,
  warn: (message: string) => void,
): Promise<void> {
  if (!key) return
  const service = releaseService(url, key)
  try {
    await service.promote(Object.values(built), true)
    const { live, sets } = await service.known()
    const members = sets[live ?? ''] ?? {}
    const other = Object.values(built).filter(({ name, version }) => members[name] !== version)
    if (other.length > 0)
      warn(
        `This checkout differs from the live set ${live ?? ''}, which somebody promoted or rolled back and which is served: ` +
          `npm run promote -- ${other.map(({ name, version }) => `${name} ${version}`).join(', ')}`,
      )
  } catch (error) {
    // The set that is live goes on being served.
    warn(`The releases of this checkout are not live: ${errorMessage(error)}`)
  }
}
