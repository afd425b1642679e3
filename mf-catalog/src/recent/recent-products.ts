import { atom, idList, storedAtom } from '@shop/state'

const maxProducts = 12

/** The ids of the recently viewed products, latest first. Only ids, so that the storage does not reveal names. */
export const recentProducts = storedAtom('aurelle_recent', idList(maxProducts), {
  storage: 'local',
  fallback: [],
})

/**
 * Adds the product of the page, if any, as the latest.
 * @returns the ids of the other products
 */
export const visitProduct = atom(null, (get, set, current?: string): readonly string[] => {
  const others = get(recentProducts).filter((id) => id !== current)
  if (current) {
    set(recentProducts, (stored) => [current, ...stored.filter((id) => id !== current)].slice(0, maxProducts))
  }
  return others
})
