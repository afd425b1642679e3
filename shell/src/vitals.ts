import type { Remotes } from '@shop/federation'
import type { Settings } from '@shop/settings'
import type { Metric } from 'web-vitals'
import type { ShopRouter } from './composition/compose'

const refusesToBeMeasured = () =>
  Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1'

/** The page as its route names it, so that a figure tells nothing of what the visitor looked at. */
function routeOf({ state }: ShopRouter): string {
  return state.matches.flatMap(({ route }) => route.path ?? []).at(-1) ?? '/'
}

/**
 * Sends how fast this page was, with the remote and the route it came from and nothing of the visitor. Only where the
 * setting `privacy.measureSpeed` allows it, and never for those whose browser asks not to be measured.
 */
export async function measureSpeed(settings: Settings, remotes: Remotes, router: ShopRouter): Promise<void> {
  if (settings.privacy.measureSpeed !== 'on' || refusesToBeMeasured()) return
  const from = { remote: remotes.at(location.pathname) ?? 'shell', route: routeOf(router) }
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  const send = ({ name, value }: Metric) => {
    navigator.sendBeacon(
      '/vitals',
      new Blob([JSON.stringify({ ...from, metric: name, value })], { type: 'application/json' }),
    )
  }
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(send)
}
