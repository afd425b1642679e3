import type { Remotes } from '@shop/federation'
import { matchRoutes } from '@shop/router'
import { loaderContext, type DataContextValue } from '@shop/supabase'
import { routesOf } from './compose'

/** Fetches what a page will need: its remote, its code and the reads it opens with. Failing is the page's to tell. */
export async function preparePage(remotes: Remotes, data: DataContextValue, url: URL): Promise<void> {
  const remote = remotes.at(url.pathname)
  if (!remote) return
  const routes = routesOf(remote, await remotes.routes(remote))
  await Promise.all(
    (matchRoutes(routes, url.pathname) ?? []).flatMap(({ route: { lazy, loader }, params }) => [
      typeof lazy === 'function' && lazy(),
      typeof loader === 'function' &&
        loader({ params, request: new Request(url), context: loaderContext(data), url, pattern: '' }),
    ]),
  )
}

/** A pointer that only passes by rests on a link for less than this. */
const restsMs = 80

const savesData = () => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}

/** The page of this shop that a link leads to, or null. */
function pageOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.origin !== location.origin || link.pathname === location.pathname)
    return null
  return new URL(link.href)
}

/**
 * Calls `prepare` with the page that the visitor is about to open: a pointer rests on its link, a finger or the focus
 * reaches it. Once for each page, and not for those who asked to save data.
 * @returns ends listening
 */
export function whenAboutToOpen(prepare: (url: URL) => void): () => void {
  const prepared = new Set<string>()
  let resting: ReturnType<typeof setTimeout> | undefined
  const open = (url: URL | null) => {
    if (!url || prepared.has(url.pathname) || savesData()) return
    prepared.add(url.pathname)
    prepare(url)
  }
  const onOver = ({ target }: Event) => {
    clearTimeout(resting)
    const url = pageOf(target)
    if (url)
      resting = setTimeout(() => {
        open(url)
      }, restsMs)
  }
  const onReach = ({ target }: Event) => {
    open(pageOf(target))
  }
  document.addEventListener('pointerover', onOver, { passive: true })
  document.addEventListener('pointerdown', onReach, { passive: true })
  document.addEventListener('focusin', onReach)
  return () => {
    clearTimeout(resting)
    document.removeEventListener('pointerover', onOver)
    document.removeEventListener('pointerdown', onReach)
    document.removeEventListener('focusin', onReach)
  }
}
