import type { ReleaseSet } from '@shop/federation'
import { createHash } from 'node:crypto'
import { memoizePerSet } from '../../src/memoize-per-set'

const editionsOf = memoizePerSet(() => new Map<string, string>())

/** Build id of a release set together with its shell. Pages and files of different editions must not be mixed. */
export function editionOf(set: ReleaseSet, scripts: readonly string[]): string {
  const [editions, key] = [editionsOf(set), scripts.join()]
  const known = editions.get(key)
  if (known !== undefined) return known
  const edition = createHash('sha256')
    .update(JSON.stringify([set, scripts]))
    .digest('hex')
    .slice(0, 16)
  editions.set(key, edition)
  return edition
}
