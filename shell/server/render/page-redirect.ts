import { renewedGuestHeader } from '../../src/composition/renewed-guest'
import type { UncompressedPage } from '../cache/page-cache'
import type { ResolvedPage } from './resolved-page'

/** The response for a page that leads elsewhere. */
export function pageRedirect(
  { own: isOwn, url }: ResolvedPage,
  { status, headers }: Response,
): UncompressedPage {
  const location = headers.get('location') ?? '/'
  // The answer to a form is for its sender alone.
  if (isOwn) {
    const guest = headers.get(renewedGuestHeader)
    const own = {
      location,
      'cache-control': 'private, no-store',
      ...(guest && { [renewedGuestHeader]: guest }),
    }
    return { status, html: '', headers: own, cacheable: false }
  }
  // A former address. Not cached by browsers: it may get a new owner.
  const shared: Record<string, string> =
    status === 301 ? { location: location + url.search, 'cache-control': 'no-cache' } : { location }
  return { status, html: '', headers: shared, cacheable: true }
}
