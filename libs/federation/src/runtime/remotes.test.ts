import { beforeEach, expect, test, vi } from 'vitest'
import { createRemotes } from './remotes'
import type { ReleaseSet } from './release-set'

const federation = vi.hoisted(() => ({
  loadRemote: vi.fn(),
  registerRemotes: vi.fn(),
  registerPlugins: vi.fn(),
}))
vi.mock('@module-federation/enhanced/runtime', () => federation)

const set = (id: string, integrity: Record<string, string> = { '/e': 'sha384-e' }): ReleaseSet => ({
  id,
  remotes: {
    'mf-catalog': {
      ...{ version: id, manifest: '/m', entry: '/e', globalName: 'g', routes: [], pages: [] },
      ...{ mounts: ['/'], server: null, integrity },
    },
  },
})
const openAnew = vi.fn()

beforeEach(() => {
  vi.resetAllMocks()
  vi.stubGlobal('document', { baseURI: 'https://shop.example/' })
  federation.loadRemote.mockRejectedValue(new Error('offline'))
})

test('a retry with the same set registers what failed once more, in the same document', async () => {
  const remotes = createRemotes(set('a'), () => Promise.resolve(set('a')), openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  await remotes.renew()
  expect(federation.registerRemotes).toHaveBeenCalledTimes(2)
  expect(openAnew).not.toHaveBeenCalled()
})

test('a retry that finds another set opens the document anew, and runs nothing of that set in this one', async () => {
  const remotes = createRemotes(set('a'), () => Promise.resolve(set('b')), openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  void remotes.renew()
  await vi.waitFor(() => {
    expect(openAnew).toHaveBeenCalledTimes(1)
  })
  expect(federation.registerRemotes).toHaveBeenCalledTimes(1)
})

test('while the set cannot be fetched a retry stays with its own', async () => {
  const remotes = createRemotes(set('a'), () => Promise.reject(new Error('offline')), openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  await remotes.renew()
  expect(openAnew).not.toHaveBeenCalled()
})

test('a remote without the hash of its container is not loaded', async () => {
  const remotes = createRemotes(set('a', {}), () => Promise.reject(new Error('offline')), openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  expect(federation.loadRemote).not.toHaveBeenCalled()
})
