import { atom, idList, storedAtom } from '@shop/state'

const maxProducts = 12

/** The products looked at last in this browser, by id and the latest first. Ids, since names would tell who looks over a shoulder. */
export const recentProducts = storedAtom('aurelle_recent', idList(maxProducts), {
  storage: 'local',
  fallback: [],
})

/**
 * Notes the product of the page as the latest, if there is one.
 * @returns the ids of the others that were looked at before
 */
export const visitProduct = atom(null, (get, set, current?: string): readonly string[] => {
  const others = get(recentProducts).filter((id) => id !== current)
  if (current) {
    set(recentProducts, (stored) => [current, ...stored.filter((id) => id !== current)].slice(0, maxProducts))
  }
  return others
})
