import type { ShopRouter } from '../composition/compose'

/** Calls back when the browser has nothing better to do. */
function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call)
  else setTimeout(call, 200)
}

/** What the page fetched from the shop itself so far. */
function ownFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/`))
}

/**
 * Lets visited pages be read without a network: registers the service worker once the shop rests, and tells it of every
 * page opened. Only in production, where files are named after their content.
 */
export function keepForOffline(router: ShopRouter): void {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const remember = () => {
    whenIdle(() => {
      void serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ page: location.href, files: ownFiles() }),
      )
    })
  }
  const register = () => {
    whenIdle(() => {
      // Where the browser refuses, the shop works as it does without.
      serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(remember, () => undefined)
    })
  }
  document.addEventListener('shop-ready', register, { once: true })
  let known = location.pathname + location.search
  router.subscribe(({ location: { pathname, search }, navigation }) => {
    if (navigation.state !== 'idle' || pathname + search === known) return
    known = pathname + search
    remember()
  })
  // Another edition's worker has taken over: it has yet to see this page.
  serviceWorker.addEventListener('controllerchange', remember)
}
