import { createRemotes } from '@shop/federation'
import { createBackend, createQueryClient, guestCookie, guestIdIn } from '@shop/supabase'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { composeRouter } from './composition/compose'
import { readServerRenderedPage } from './composition/server-rendered-page'
import { registerServiceWorker } from './offline/register-service-worker'
import { parsePageConfig } from './page-config'
import { measureSpeed } from './vitals'

async function liveReleaseSet() {
  const response = await fetch('/config.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`/config.json answered ${String(response.status)}`)
  return parsePageConfig(await response.text()).releaseSet
}

/** Guest id that the web server set for a browser without scripts; from here on the browser's storage has it. */
function consumeGuestCookie(): string | null {
  const id = guestIdIn(document.cookie)
  if (id) document.cookie = `${guestCookie}=; path=/; max-age=0`
  return id
}

/** Starts the shop in this tab: hydrates a server-rendered page, or renders it. @throws Error without root or config */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  const config = parsePageConfig(document.getElementById('shop-config')?.textContent ?? '')
  if (!root) throw new Error('The page has no #root')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl, crumbs } = config
  const data = {
    backend: createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId: consumeGuestCookie() }),
    queryClient: createQueryClient(),
  }
  const remotes = createRemotes(releaseSet, liveReleaseSet)
  const serverRendered = await readServerRenderedPage(remotes, data).catch((failure: unknown) => {
    console.error(failure)
    return null
  })
  const router = composeRouter(remotes, data, serverRendered ?? undefined)
  const site = { siteUrl, backendUrl: supabaseUrl }
  const frameCrumbs = crumbs ? { pathname: location.pathname, crumbs } : null
  const app = <App {...{ data, remotes, settings, site, router, frameCrumbs }} />
  if (serverRendered) {
    // The inline script records the values of all fields, which hydration may overwrite.
    document.dispatchEvent(new Event('shop-starting'))
    // A transition hydrates in slices, between which the page stays responsive.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    // The server's meta elements are for clients without scripts; each page renders its own.
    document
      .querySelectorAll('meta:is([name=description], [name=keywords], [name=robots])')
      .forEach((meta) => {
        meta.remove()
      })
    createRoot(root).render(app)
  }
  registerServiceWorker(router)
  await measureSpeed(settings, remotes, router)
}
