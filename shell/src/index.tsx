import './provide-shared'
import { createRemotes } from '@shop/federation'
import { createBackend, createQueryClient } from '@shop/supabase'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { composeRouter } from './composition/compose'
import { parsePageConfig } from './page-config'

async function liveReleaseSet() {
  const answer = await fetch('/config.json', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`/config.json answered ${String(answer.status)}`)
  return parsePageConfig(await answer.text()).releaseSet
}

function start() {
  const root = document.getElementById('root')
  const config = parsePageConfig(document.getElementById('shop-config')?.textContent ?? '')
  if (!root) throw new Error('The page has no #root')
  const { supabaseUrl, supabaseKey, releaseSet, settings, nonce } = config
  const data = { backend: createBackend({ url: supabaseUrl, key: supabaseKey }), queryClient: createQueryClient() }
  const remotes = createRemotes(releaseSet, liveReleaseSet)
  const router = composeRouter(remotes, data)
  // The server's description is for those who run no script; from here on each page brings its own.
  document.querySelector('meta[name=description]')?.remove()
  createRoot(root).render(<App {...{ data, remotes, settings, nonce, router }} />)
}

start()
