import type { ShopRouter } from '../composition/compose'
import { whenIdle } from '../when-idle'

const firstUse = ['pointerdown', 'keydown'] as const
const useAfterMs = 10_000

/** Calls back when the visitor first does something, or in ten seconds: until then the page has the network for itself. */
function whenInUse(call: () => void): void {
  const begin = () => {
    clearTimeout(timer)
    for (const type of firstUse) removeEventListener(type, begin, true)
    whenIdle(call)
  }
  const timer = setTimeout(begin, useAfterMs)
  if (navigator.userActivation.hasBeenActive) begin()
  else for (const type of firstUse) addEventListener(type, begin, true)
}

/** URLs of all resources that the page has loaded from the shop's origin. */
function ownFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/`))
}

/**
 * Makes visited pages available offline: registers the service worker once the page is in use, and sends every page opened
 * to the newest one. Only in production, where file names contain a content hash.
 */
export function registerServiceWorker(router: ShopRouter): void {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const cachePage = () => {
    whenIdle(() => {
      void serviceWorker.ready.then(({ active, waiting }) =>
        (waiting ?? active)?.postMessage({ page: location.href, files: ownFiles() }),
      )
    })
  }
  whenInUse(() => {
    // When the browser rejects, the shop works without a service worker.
    serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(cachePage, () => undefined)
  })
  let lastAddress = location.pathname + location.search
  router.subscribe(({ location: { pathname, search }, navigation }) => {
    if (navigation.state !== 'idle' || pathname + search === lastAddress) return
    lastAddress = pathname + search
    cachePage()
  })
  // The service worker of another release set has taken over and has not cached this page yet.
  serviceWorker.addEventListener('controllerchange', cachePage)
}
