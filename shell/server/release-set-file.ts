import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import { readFile, stat } from 'node:fs/promises'

/** The live release set, read from a file that may change while the shop runs. */
export interface LiveReleaseSet {
  /** The current set; the last valid one while the file is missing or invalid. */
  current(): Promise<ReleaseSet>
}

const empty: ReleaseSet = { id: 'none', remotes: {} }

/**
 * @param file path of the JSON document
 * @param warn called once per change to an invalid file
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
