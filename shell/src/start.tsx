import { createRemotes, type ReleaseSet } from '@shop/federation'
import { reportUncaughtErrors } from '@shop/router'
import { createBackend, createQueryClient, readGuestCookie } from '@shop/supabase'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { composeRouter } from './composition/compose'
import { brokenSetPath } from './composition/pinned-set'
import { loadPageCode } from './composition/page-code'
import { loadServerRenderedPage, readServerState } from './composition/server-rendered-page'
import { registerServiceWorker } from './offline/register-service-worker'
import { parsePageConfig } from './page-config'
import { renewDamagedFonts } from './renew-fonts'
import { measureSpeed } from './vitals'

/** The set that the visitor would get now, once the set of this id is reported as broken. */
async function visitorsSet(broken: string | null): Promise<ReleaseSet> {
  if (broken !== null) await fetch(`${brokenSetPath}/${broken}`, { method: 'PUT' })
  const response = await fetch(`/config.json?at=${encodeURIComponent(location.pathname)}`, {
    cache: 'no-store',
  })
  if (!response.ok) throw new Error(`/config.json answered ${String(response.status)}`)
  return parsePageConfig(await response.text()).releaseSet
}

/** The server's meta elements are for clients without scripts; each page renders its own. */
function removeServerMeta(): void {
  document.querySelectorAll('meta:is([name=description], [name=keywords], [name=robots])').forEach((meta) => {
    meta.remove()
  })
}

/** Starts the shop in this tab: hydrates a server-rendered page, or renders it. @throws Error without root or config */
export async function start(): Promise<void> {
  reportUncaughtErrors()
  const root = document.getElementById('root')
  const config = parsePageConfig(document.getElementById('shop-config')?.textContent ?? '')
  if (!root) throw new Error('The page has no #root')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl, crumbs } = config
  const data = {
    backend: createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId: readGuestCookie() }),
    queryClient: createQueryClient(),
  }
  const remotes = createRemotes(releaseSet, visitorsSet, () => {
    location.reload()
  })
  const state = readServerState(data)
  const code =
    state &&
    loadPageCode(location.pathname, async (again) => {
      if (again) await remotes.renew()
      return loadServerRenderedPage(remotes, data, state)
    })
  const router = composeRouter(remotes, data, state && code ? { ...state, code } : undefined)
  const site = { siteUrl, backendUrl: supabaseUrl }
  const known = state?.crumbs ?? crumbs
  const frameCrumbs = known ? { pathname: location.pathname, crumbs: known } : null
  const fragments = state?.fragments ?? []
  const app = <App {...{ data, remotes, settings, site, router, frameCrumbs, code, fragments }} />
  if (state) {
    // A transition hydrates in slices, between which the page stays responsive.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    removeServerMeta()
    createRoot(root).render(app)
  }
  registerServiceWorker(router)
  void renewDamagedFonts()
  await measureSpeed(settings, releaseSet, remotes, router)
}
