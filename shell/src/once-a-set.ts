import type { ReleaseSet } from '@shop/federation'

/** A function that works something out once for each release set, and forgets it with the set. */
export function onceASet<Result>(workOut: (set: ReleaseSet) => Result): (set: ReleaseSet) => Result {
  const known = new WeakMap<ReleaseSet, { result: Result }>()
  return (set) => {
    const found = known.get(set) ?? { result: workOut(set) }
    known.set(set, found)
    return found.result
  }
}
