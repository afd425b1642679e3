import type { ReleaseSet } from '@shop/federation'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/** Answers 304 to who has the page, with the headers that belong to it. */
export const pageEtag = etag({
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'content-security-policy',
    'integrity-policy',
    'link',
    'x-release-set',
  ],
})

/** Tag of every page that is the same for all visitors: any change of the shop's data may change it. */
export const shopTag = 'shop'

/** Tag of the pages of a release set. */
export const setTag = (id: string): string => `set-${id}`

/** Seconds for which a CDN or proxy caches a page: without purges as long as this server does. */
const sharedSeconds = { purged: 600, alone: 30 }

/**
 * Headers of a page that is the same for all visitors: browsers revalidate it each time, a CDN or proxy caches it.
 * @param purges whether the CDN is purged by tags, which a page then has
 */
function sharedCaching(purges: boolean, { id }: ReleaseSet, pathname: string): Record<string, string> {
  const seconds = purges ? sharedSeconds.purged : sharedSeconds.alone
  const control = `public, max-age=0, must-revalidate, s-maxage=${String(seconds)}`
  if (!purges) return { 'cache-control': control }
  // A comma ends a tag for some caches, a space for others; a path has none.
  const tags = [shopTag, setTag(id), `path-${pathname.replaceAll(',', '%2C')}`]
  return { 'cache-control': control, 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }
}

/** Decides who may cache a page, and for how long. */
interface CacheOptions {
  /** Whether the page is of one visitor alone, by a cookie. */
  own: boolean
  /** Whether the page is the same for every visitor. */
  shareable: boolean
  /** Whether the CDN is purged when pages change. */
  purges: boolean
}

/** The caching headers of a page. */
export function cachingOf({ own, shareable, purges }: CacheOptions, set: ReleaseSet, pathname: string) {
  if (own) return { 'cache-control': 'private, no-store' }
  return shareable ? sharedCaching(purges, set, pathname) : { 'cache-control': 'no-cache' }
}

/** Marks a page that depends on a cookie as private, so that no shared cache gives it to another visitor. */
export function ownCaching(headers: Headers): void {
  headers.delete('cache-tag')
  headers.delete('surrogate-key')
  if (!/private|no-store/.test(headers.get('cache-control') ?? ''))
    headers.set('cache-control', 'private, no-cache')
}
