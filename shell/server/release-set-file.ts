import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import { readFile, stat } from 'node:fs/promises'

/** The live release set, read from a document that may change while the shop runs. */
export interface LiveReleaseSet {
  /** The set as it stands now; the last good one while the document is missing or broken. */
  current(): Promise<ReleaseSet>
}

const empty: ReleaseSet = { id: 'none', remotes: {} }

/**
 * @param file path of the JSON document
 * @param warn told once per change of a document that cannot be used
 */
export function liveReleaseSet(file: string, warn: (message: string) => void): LiveReleaseSet {
  let set = empty
  let readAt = -1
  return {
    async current() {
      const changedAt = await stat(file).then(
        (found) => found.mtimeMs,
        () => 0,
      )
      if (changedAt === readAt) return set
      readAt = changedAt
      try {
        set = parseReleaseSet(JSON.parse(await readFile(file, 'utf8')))
      } catch (error) {
        warn(
          `Release set ${file} cannot be used, keeping ${set.id}: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      return set
    },
  }
}
