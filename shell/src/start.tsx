import { createRemotes, type VisitorsSet } from '@shop/federation'
import { createBackend, createQueryClient, readGuestCookie } from '@shop/supabase'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { composeRouter } from './composition/compose'
import { openAnew } from './composition/kept-set'
import { createDrawnPage } from './drawn-page/drawn-page'
import { loadDrawnPage, readDrawnState } from './composition/server-rendered-page'
import { registerServiceWorker } from './offline/register-service-worker'
import { parsePageConfig } from './page-config'
import { measureSpeed } from './vitals'
import { loadWebFonts } from './web-fonts'
import { yieldToMain } from './yield-to-main'

async function visitorsSet(): Promise<VisitorsSet> {
  const response = await fetch('/config.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`/config.json answered ${String(response.status)}`)
  const { releaseSet, lastGoodSet } = parsePageConfig(await response.text())
  return { set: releaseSet, lastGood: lastGoodSet }
}

/** How long the shell waits for the scripts of a drawn page, in milliseconds: most are there, and hydrate with it. */
const patienceMs = 1000

/** Resolves when the shell should wait no longer: in a while, or when the visitor presses something of the shell's. */
function impatience(): Promise<null> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('click', onClick, true)
      resolve(null)
    }
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('#main')) setTimeout(end, patienceMs / 5)
    }
    window.addEventListener('click', onClick, true)
    const hasPressed = document.querySelector('header [data-queued]') !== null
    const timer = setTimeout(end, hasPressed ? patienceMs / 5 : patienceMs)
  })
}

/** The server's meta elements are for clients without scripts; each page renders its own. */
function removeServerMeta(): void {
  document.querySelectorAll('meta:is([name=description], [name=keywords], [name=robots])').forEach((meta) => {
    meta.remove()
  })
}

/** Resolves once the whole document has arrived: scripts from the cache, loaded by an early press, can be there before its end. */
function documentArrived(): Promise<unknown> {
  return new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', resolve, { once: true })
    else resolve(null)
  })
}

/** Starts the shop in this tab: hydrates a server-rendered page, or renders it. @throws Error without root or config */
export async function start(): Promise<void> {
  await documentArrived()
  const root = document.getElementById('root')
  const config = parsePageConfig(document.getElementById('shop-config')?.textContent ?? '')
  if (!root) throw new Error('The page has no #root')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl, crumbs } = config
  const data = {
    backend: createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId: readGuestCookie() }),
    queryClient: createQueryClient(),
  }
  const remotes = createRemotes(releaseSet, visitorsSet, openAnew)
  const state = readDrawnState(data)
  const loading = state && loadDrawnPage(remotes, data, state)
  // When its scripts fail or take long, the shell starts without them and the page stands as it was drawn.
  const inTime = loading && (await Promise.race([loading.catch(() => null), impatience()]))
  // The last script has just been evaluated.
  await yieldToMain()
  const drawn =
    state && loading
      ? createDrawnPage(inTime ? null : loading.then(({ own }) => own), async () => {
          await remotes.renew()
          return (await loadDrawnPage(remotes, data, state)).own
        })
      : null
  const router = composeRouter(remotes, data, inTime ?? undefined, drawn ?? undefined)
  const site = { siteUrl, backendUrl: supabaseUrl }
  const frameCrumbs = crumbs ? { pathname: location.pathname, crumbs } : null
  const app = <App {...{ data, remotes, settings, site, router, frameCrumbs, drawn }} />
  if (drawn) {
    // The inline script records the values of all fields, which hydration may overwrite.
    if (inTime) document.dispatchEvent(new Event('shop-starting'))
    else void drawn.routes?.then(removeServerMeta)
    // A transition hydrates in slices, between which the page stays responsive.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    removeServerMeta()
    createRoot(root).render(app)
  }
  registerServiceWorker(router)
  loadWebFonts()
  await measureSpeed(settings, remotes, router)
}
