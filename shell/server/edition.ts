import type { ReleaseSet } from '@shop/federation'
import { createHash } from 'node:crypto'

/** Names a release set together with the shell that shows it: pages and files of two editions do not belong together. */
export function editionOf(set: ReleaseSet, scripts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([set, scripts]))
    .digest('hex')
    .slice(0, 16)
}
