import type { ShopRouter } from './compose'

/** Cookie with the release set that a browser keeps, and since when: `<id>.<seconds since 1970>`. */
export const setCookie = 'aurelle_set'

/** A browser keeps a set for two hours at most. */
export const keptForSeconds = 2 * 60 * 60

/** Whether a browser keeps its release set while a page is open: that of a cart or a checkout, the provider's page included. */
export const keepsSet = (pathname: string): boolean => /^\/(?:cart|checkout)(?:\/|$)/.test(pathname)

/** How long a browser stays with the last good set before it tries the live one again. */
const fallBackSeconds = 10 * 60

const cookieOf = (set: string, seconds: number) => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  return `${setCookie}=${set}.${String(Math.floor(Date.now() / 1000))}; path=/; max-age=${String(seconds)}; samesite=lax${secure}`
}

/** Opens the document anew. @param set id of the set to open it with, for ten minutes; null for the one that the visitor gets */
export function openAnew(set: string | null): void {
  if (set !== null) document.cookie = cookieOf(set, fallBackSeconds)
  location.reload()
}

const isKept = () => document.cookie.split('; ').some((entry) => entry.startsWith(`${setCookie}=`))

/**
 * Keeps the document's release set for the documents that follow, while a cart or checkout is open in it.
 * @param set id of the release set that this document runs
 * @returns ends it
 */
export function keepSetWhileShopping(router: ShopRouter, set: string): () => void {
  // Another tab's checkout keeps its set: only what was kept for this document is let go.
  let keeps = false
  const follow = (pathname: string) => {
    if (keepsSet(pathname)) {
      if (!isKept()) document.cookie = cookieOf(set, keptForSeconds)
      keeps = true
    } else if (keeps) {
      document.cookie = `${setCookie}=; path=/; max-age=0`
      keeps = false
    }
  }
  follow(router.state.location.pathname)
  return router.subscribe(({ location: { pathname }, navigation }) => {
    if (navigation.state === 'idle') follow(pathname)
  })
}
