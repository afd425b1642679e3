import type { ReleaseSet } from '@shop/federation'
import { createHash } from 'node:crypto'

const editions = new WeakMap<ReleaseSet, { scripts: string; edition: string }>()

/** Build id of a release set together with its shell. Pages and files of different editions must not be mixed. */
export function editionOf(set: ReleaseSet, scripts: readonly string[]): string {
  const [known, joined] = [editions.get(set), scripts.join()]
  if (known?.scripts === joined) return known.edition
  const edition = createHash('sha256')
    .update(JSON.stringify([set, scripts]))
    .digest('hex')
    .slice(0, 16)
  editions.set(set, { scripts: joined, edition })
  return edition
}
