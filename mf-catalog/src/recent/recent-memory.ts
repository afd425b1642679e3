const key = 'aurelle_recent'
const most = 12
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function kept(json: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(json ?? '[]')
    if (!Array.isArray(stored)) return []
    return [...new Set(stored.filter((id): id is string => typeof id === 'string' && uuid.test(id)))].slice(
      0,
      most,
    )
  } catch {
    return []
  }
}

/** The products looked at last in this browser, by id and the latest first. Ids, since names would tell who looks over a shoulder. */
export function recentProducts(): string[] {
  try {
    return kept(localStorage.getItem(key))
  } catch {
    return [] // storage is closed to us in some private windows
  }
}

/** Keeps a product as the latest looked at. */
export function rememberProduct(id: string): void {
  try {
    const ids = kept(JSON.stringify([id, ...recentProducts()]))
    localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // what cannot be kept is not missed
  }
}

/** Forgets them all. */
export function forgetProducts(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}

/** Calls back when another tab has forgotten them. @returns what ends it */
export function onForgotten(call: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if ((event.key === key || event.key === null) && recentProducts().length === 0) call()
  }
  addEventListener('storage', hear)
  return () => {
    removeEventListener('storage', hear)
  }
}
