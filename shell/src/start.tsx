import { createRemotes } from '@shop/federation'
import { createBackend, createQueryClient, guestCookie, guestIdIn } from '@shop/supabase'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { composeRouter } from './composition/compose'
import { drawnPage } from './composition/drawn-page'
import { keepForOffline } from './offline/offline'
import { parsePageConfig } from './page-config'
import { measureSpeed } from './vitals'

async function liveReleaseSet() {
  const answer = await fetch('/config.json', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`/config.json answered ${String(answer.status)}`)
  return parsePageConfig(await answer.text()).releaseSet
}

/** Who this visitor was while the web server kept their cart for want of scripts; from here on the browser does. */
function takeGuestCookie(): string | null {
  const id = guestIdIn(document.cookie)
  if (id) document.cookie = `${guestCookie}=; path=/; max-age=0`
  return id
}

/** Starts the shop in this tab: on the page that the server drew, or from nothing. @throws Error when the page is not the shop's */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  const config = parsePageConfig(document.getElementById('shop-config')?.textContent ?? '')
  if (!root) throw new Error('The page has no #root')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl } = config
  const data = {
    backend: createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId: takeGuestCookie() }),
    queryClient: createQueryClient(),
  }
  const remotes = createRemotes(releaseSet, liveReleaseSet)
  const drawn = await drawnPage(remotes, data).catch((failure: unknown) => {
    console.error(failure)
    return null
  })
  const router = composeRouter(remotes, data, drawn ?? undefined)
  const app = <App {...{ data, remotes, settings, siteUrl, router }} />
  if (drawn) {
    // The page's first script takes note of what stands in the fields: hydrating may write over it.
    document.dispatchEvent(new Event('shop-starting'))
    // As a transition it is done in small pieces, between which the page answers.
    startTransition(() => {
      hydrateRoot(root, app)
    })
  } else {
    // The server's words are for those who run no script; from here on each page brings its own.
    document
      .querySelectorAll('meta:is([name=description], [name=keywords], [name=robots])')
      .forEach((meta) => {
        meta.remove()
      })
    createRoot(root).render(app)
  }
  keepForOffline(router)
  await measureSpeed(settings, remotes, router)
}
