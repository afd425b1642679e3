import type { ReleaseSet } from '@shop/federation'

/** Tag of every page that is the same for all visitors: whatever changes in the shop's data may change any of them. */
export const shopTag = 'shop'

/** Tag of the pages of a release set. */
export const setTag = (id: string): string => `set-${id}`

/** Seconds that caches on the way keep a page: as long as this server itself where nothing purges them. */
const sharedSeconds = { purged: 600, alone: 30 }

/**
 * Headers of a page that is the same for all visitors: browsers ask each time whether it has changed, caches on the way keep it.
 * @param purges whether caches on the way are told what to forget; then a page has tags
 */
function sharedCaching(purges: boolean, { id }: ReleaseSet, pathname: string): Record<string, string> {
  const seconds = purges ? sharedSeconds.purged : sharedSeconds.alone
  const control = `public, max-age=0, must-revalidate, s-maxage=${String(seconds)}`
  if (!purges) return { 'cache-control': control }
  // A comma ends a tag for some caches, a space for others; a path has none.
  const tags = [shopTag, setTag(id), `path-${pathname.replaceAll(',', '%2C')}`]
  return { 'cache-control': control, 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }
}

/** What decides how long a page may be cached, and by whom. */
interface Keeping {
  /** One visitor's alone. */
  own: boolean
  /** Whether every visitor may get it. */
  shareable: boolean
  purges: boolean
}

/** Headers by which browsers and caches on the way keep a page. */
export function cachingOf({ own, shareable, purges }: Keeping, set: ReleaseSet, pathname: string) {
  if (own) return { 'cache-control': 'private, no-store' }
  return shareable ? sharedCaching(purges, set, pathname) : { 'cache-control': 'no-cache' }
}

/** Headers of a page that one visitor alone gets, by a cookie: no other may get it from a cache. */
export function ownCaching(headers: Headers): void {
  headers.delete('cache-tag')
  headers.delete('surrogate-key')
  if (!/private|no-store/.test(headers.get('cache-control') ?? ''))
    headers.set('cache-control', 'private, no-cache')
}
