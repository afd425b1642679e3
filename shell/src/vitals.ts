import type { ReleaseSet, Remotes } from '@shop/federation'
import type { Settings } from '@shop/settings'
import type { Metric } from 'web-vitals'
import type { ShopRouter } from './composition/compose'

const optsOutOfMeasurement = () =>
  Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1'

/** The route's pattern instead of the path, which would reveal what the visitor looked at. */
function routeOf({ state }: ShopRouter): string {
  return state.matches.flatMap(({ route }) => route.path ?? []).at(-1) ?? '/'
}

/**
 * Reports the Web Vitals of this page with its remote, version and route, and no data of the visitor. Only when the setting
 * `privacy.measureSpeed` is on and the browser sends neither Do Not Track nor Global Privacy Control.
 */
export async function measureSpeed(
  settings: Settings,
  { shell, remotes: releases }: ReleaseSet,
  remotes: Remotes,
  router: ShopRouter,
): Promise<void> {
  if (settings.privacy.measureSpeed !== 'on' || optsOutOfMeasurement()) return
  const remote = remotes.at(location.pathname)
  const release = remote === null ? shell : releases[remote]
  const from = { remote: remote ?? 'shell', version: release?.version, route: routeOf(router) }
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  const send = ({ name, value }: Metric) => {
    navigator.sendBeacon(
      '/vitals',
      new Blob([JSON.stringify({ ...from, metric: name, value })], { type: 'application/json' }),
    )
  }
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(send)
}
