// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createRemotes } from './remotes'
import type { ReleaseSet } from './release-set'

interface Plugin {
  createScript(options: { url: string }): { script?: HTMLScriptElement }
}
const federation = vi.hoisted(() => ({
  loadRemote: vi.fn(),
  registerRemotes: vi.fn(),
  registerPlugins: vi.fn<(plugins: Plugin[]) => void>(),
}))
vi.mock('@module-federation/enhanced/runtime', () => federation)

const set: ReleaseSet = {
  id: 'a',
  remotes: {
    'mf-catalog': {
      ...{ version: 'v1', manifest: '/m', entry: '/e', globalName: 'slow_container', routes: [], pages: [] },
      ...{ mounts: ['/'], server: null, integrity: { '/e': 'sha384-e' } },
    },
  },
}
const containers = () => document.querySelectorAll('script')

/** Loads as Module Federation does: by the container of the document, or by a new one. What it loads never comes. */
function openSlowShop() {
  const remotes = createRemotes(set, () => Promise.resolve(set), vi.fn())
  const [plugin] = federation.registerPlugins.mock.lastCall?.[0] ?? []
  federation.loadRemote.mockImplementation(() => {
    const { script } = plugin?.createScript({ url: new URL('/e', document.baseURI).href }) ?? {}
    // A script without a type that runs is not fetched.
    if (script && containers().length === 0) document.body.append(Object.assign(script, { type: 'held' }))
    return new Promise(() => undefined)
  })
  return remotes
}

afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

test('a slow container is given up by "Try again", so that it never runs beside the next', async () => {
  const remotes = openSlowShop()
  void remotes.routes('mf-catalog')
  const [slow] = containers()
  await remotes.renew()
  void remotes.routes('mf-catalog')
  expect(slow?.ownerDocument).not.toBe(document)
  expect(containers()).toHaveLength(1)
  expect(containers()[0]).not.toBe(slow)
})

test('one that has come goes on while its routes are slow', async () => {
  const remotes = openSlowShop()
  void remotes.routes('mf-catalog')
  vi.stubGlobal('slow_container', {})
  await remotes.renew()
  void remotes.routes('mf-catalog')
  expect(federation.registerRemotes).toHaveBeenCalledTimes(1)
  expect(federation.loadRemote).toHaveBeenCalledTimes(2)
})
