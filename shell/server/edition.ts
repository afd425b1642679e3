import type { ReleaseSet } from '@shop/federation'
import { createHash } from 'node:crypto'

/** Build id of a release set together with its shell. Pages and files of different editions must not be mixed. */
export function editionOf(set: ReleaseSet, scripts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([set, scripts]))
    .digest('hex')
    .slice(0, 16)
}
