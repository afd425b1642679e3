import './provide-shared'
import { createRemotes } from '@shop/federation'
import { createBackend, createQueryClient } from '@shop/supabase'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { composeRouter } from './composition/compose'
import { drawnPage } from './composition/drawn-page'
import { parsePageConfig } from './page-config'

async function liveReleaseSet() {
  const answer = await fetch('/config.json', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`/config.json answered ${String(answer.status)}`)
  return parsePageConfig(await answer.text()).releaseSet
}

async function start() {
  const root = document.getElementById('root')
  const config = parsePageConfig(document.getElementById('shop-config')?.textContent ?? '')
  if (!root) throw new Error('The page has no #root')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl } = config
  const data = { backend: createBackend({ url: supabaseUrl, key: supabaseKey }), queryClient: createQueryClient() }
  const remotes = createRemotes(releaseSet, liveReleaseSet)
  const drawn = await drawnPage(remotes, data).catch((failure: unknown) => {
    console.error(failure)
    return null
  })
  const app = (first?: NonNullable<typeof drawn>) => <App {...{ data, remotes, settings, siteUrl, router: composeRouter(remotes, data, first) }} />
  if (drawn) {
    hydrateRoot(root, app(drawn))
  } else {
    // The server's description is for those who run no script; from here on each page brings its own.
    document.querySelector('meta[name=description]')?.remove()
    createRoot(root).render(app())
  }
}

void start()
