import type { ReleaseSet } from '@shop/federation'

/** Remembers the result of a function for each release set, as long as the set is in use. */
export function memoizePerSet<Result>(compute: (set: ReleaseSet) => Result): (set: ReleaseSet) => Result {
  const known = new WeakMap<ReleaseSet, { result: Result }>()
  return (set) => {
    const found = known.get(set) ?? { result: compute(set) }
    known.set(set, found)
    return found.result
  }
}
