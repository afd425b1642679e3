import type { RouteObject } from '@shop/router'
import type { Crumb } from '@shop/ui'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { holdPresses } from './held-presses'

/** What the visitor reads about the scripts of a drawn page: they take long, or cannot be had. */
type Note = 'late' | 'failed'

/** The page of this document as the server drew it. It stands until its own scripts have taken it over. */
export interface DrawnPage {
  pathname: string
  /** Its breadcrumbs, which the shell cannot know without the page's routes. */
  crumbs: Crumb[]
  /** A copy of its content, shown again when its code throws. */
  content: DocumentFragment
  /** The routes of its remote, however often they must be asked for; null when they were there at once. */
  routes: Promise<RouteObject[]> | null
  /** Whether its scripts are there, and about to take it over. */
  isReady(): boolean
  /** Stands until the scripts have taken the page over, since its buttons do nothing before. */
  note(): Note | null
  subscribe(listener: () => void): () => void
  /** Asks for the scripts again. */
  retry(): void
}

/** After this time without its scripts a page says so, in milliseconds. */
const lateMs = 4000

/** The breadcrumbs in the page's structured data. */
function drawnCrumbs(): Crumb[] {
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    const data: unknown = JSON.parse(textContent || 'null')
    if (typeof data !== 'object' || !data || !('itemListElement' in data)) continue
    if (!('@type' in data) || data['@type'] !== 'BreadcrumbList' || !Array.isArray(data.itemListElement))
      continue
    return data.itemListElement.map(({ name, item }: { name: string; item: string }) => ({
      label: name,
      to: new URL(item, location.href).pathname,
    }))
  }
  return []
}

/**
 * @param first the first attempt to load the page's scripts, when it was not there in time
 * @param again another one
 */
export function createDrawnPage(
  first: Promise<RouteObject[]> | null,
  again: () => Promise<RouteObject[]>,
): DrawnPage {
  const content = document.createDocumentFragment()
  const main = document.getElementById('main')?.cloneNode(true)
  if (main) content.append(...main.childNodes)
  const listeners = new Set<() => void>()
  let isReady = !first
  let note: Note | null = null
  let wake: () => void = () => undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const setNote = (next: Note) => {
    note = next
    notify()
  }
  const load = async (attempt: Promise<RouteObject[]>): Promise<RouteObject[]> => {
    holdPresses(true)
    const timer = setTimeout(setNote, lateMs, 'late')
    const retried = new Promise<null>((resolve) => {
      wake = () => {
        resolve(null)
      }
    })
    try {
      const routes = await Promise.race([attempt, retried])
      clearTimeout(timer)
      if (routes) {
        isReady = true
        notify()
        return routes
      }
    } catch (error) {
      clearTimeout(timer)
      console.error(error)
      setNote('failed')
      holdPresses(false)
      await retried
    }
    setNote('late')
    return load(again())
  }
  return {
    pathname: location.pathname,
    crumbs: drawnCrumbs(),
    content,
    routes: first && load(first),
    isReady: () => isReady,
    note: () => note,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: () => {
      wake()
    },
  }
}

const DrawnPageContext = createContext<DrawnPage | null>(null)

export const DrawnPageProvider = DrawnPageContext.Provider

/** The page that the server drew, or null. */
export function useDrawnPage(): DrawnPage | null {
  return useContext(DrawnPageContext)
}

function useOfDrawnPage<Value>(read: (drawn: DrawnPage | null) => Value): Value {
  const drawn = useDrawnPage()
  const subscribe = useCallback(
    (listener: () => void) => drawn?.subscribe(listener) ?? (() => undefined),
    [drawn],
  )
  return useSyncExternalStore(
    subscribe,
    () => read(drawn),
    () => read(drawn),
  )
}

/** Whether the scripts of the drawn page are there; true without one. */
export const useIsDrawnReady = (): boolean => useOfDrawnPage((drawn) => drawn?.isReady() ?? true)

/** What the visitor reads about the scripts of the drawn page, or null. */
export const useDrawnNote = (): Note | null => useOfDrawnPage((drawn) => drawn?.note() ?? null)
