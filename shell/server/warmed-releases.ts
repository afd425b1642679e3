import type { ReleaseSet } from '@shop/federation'
import type { LiveReleaseSet } from './release-set-file'
import type { ServerBuilds } from './server-builds'

/**
 * A live release set that changes once the threads of the next one are warm; until then visitors get the one before. The
 * first is there at once.
 */
export function warmedReleases(
  live: LiveReleaseSet,
  builds: Pick<ServerBuilds, 'prepare'>,
  warn: (message: string) => void,
): LiveReleaseSet {
  let serving: ReleaseSet | null = null
  let coming: string | null = null
  return {
    async current() {
      const next = await live.current()
      serving ??= next
      if (next.id === serving.id) {
        serving = next
        coming = null
      } else if (coming !== next.id) {
        coming = next.id
        const swap = () => {
          if (coming === next.id) serving = next
        }
        builds.prepare(next).then(swap, (error: unknown) => {
          warn(`Release set ${next.id} could not be warmed: ${String(error)}`)
          swap()
        })
      }
      return serving
    },
  }
}
