import type { Remotes } from '@shop/federation'
import { matchRoutes } from '@shop/router'
import { loaderContext, type DataContextValue } from '@shop/supabase'
import { parseRemoteRoutes } from './compose'

/** Prefetches a page: its remote, its code and its loaders' queries. The page itself shows any error. */
export async function prefetchPage(remotes: Remotes, data: DataContextValue, url: URL): Promise<void> {
  const remote = remotes.at(url.pathname)
  if (!remote) return
  const routes = parseRemoteRoutes(remote, await remotes.routes(remote))
  await Promise.all(
    (matchRoutes(routes, url.pathname) ?? []).flatMap(({ route: { lazy, loader }, params }) => [
      typeof lazy === 'function' && lazy(),
      typeof loader === 'function' &&
        loader({ params, request: new Request(url), context: loaderContext(data), url, pattern: '' }),
    ]),
  )
}

/** A pointer that only crosses a link hovers for less than this. */
const hoverDelayMs = 80

const savesData = () => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}

/** URL of the page of this shop that a link opens in this tab, or null. */
function linkedPage(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.origin !== location.origin || link.pathname === location.pathname)
    return null
  return new URL(link.href)
}

/**
 * Calls `prefetch` with the page that the visitor is about to open: on hover, touch or focus of its link. Once per page,
 * and not with the browser's data saver on.
 * @returns removes the listeners
 */
export function onLinkIntent(prefetch: (url: URL) => void): () => void {
  const prefetched = new Set<string>()
  let hoverTimer: ReturnType<typeof setTimeout> | undefined
  const prefetchOnce = (url: URL | null) => {
    if (!url || prefetched.has(url.pathname) || savesData()) return
    prefetched.add(url.pathname)
    prefetch(url)
  }
  const onPointerOver = ({ target }: Event) => {
    clearTimeout(hoverTimer)
    const url = linkedPage(target)
    if (url)
      hoverTimer = setTimeout(() => {
        prefetchOnce(url)
      }, hoverDelayMs)
  }
  const onPressOrFocus = ({ target }: Event) => {
    prefetchOnce(linkedPage(target))
  }
  document.addEventListener('pointerover', onPointerOver, { passive: true })
  document.addEventListener('pointerdown', onPressOrFocus, { passive: true })
  document.addEventListener('focusin', onPressOrFocus)
  return () => {
    clearTimeout(hoverTimer)
    document.removeEventListener('pointerover', onPointerOver)
    document.removeEventListener('pointerdown', onPressOrFocus)
    document.removeEventListener('focusin', onPressOrFocus)
  }
}
