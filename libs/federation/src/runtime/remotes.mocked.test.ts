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
const fetched = vi.fn<typeof fetch>()
const offline = () => Promise.reject(new Error('offline'))

beforeEach(() => {
  vi.resetAllMocks()
  vi.stubGlobal('document', { baseURI: 'https://shop.example/' })
  vi.stubGlobal('location', { pathname: '/' })
  federation.loadRemote.mockRejectedValue(new Error('offline'))
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(() => Promise.resolve(new Response('file')))
})

test('a remote that failed is registered and loaded once more, with files that come past every cache', async () => {
  federation.loadRemote
    .mockRejectedValueOnce(new Error('damaged'))
    .mockResolvedValueOnce({ default: ['its routes'] })
  const remotes = createRemotes(set('a'), offline, openAnew)
  expect(await remotes.routes('mf-catalog')).toEqual(['its routes'])
  expect(federation.registerRemotes).toHaveBeenCalledTimes(2)
  expect(fetched.mock.calls.map(([url, options]) => [url, options?.cache, options?.integrity])).toEqual([
    ['/m', 'reload', undefined],
    ['/e', 'reload', 'sha384-e'],
  ])
})

test('one that fails again is loaded anew by whoever needs it next', async () => {
  const remotes = createRemotes(set('a'), offline, openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  federation.loadRemote.mockResolvedValue({ default: ['its routes'] })
  expect(await remotes.routes('mf-catalog')).toEqual(['its routes'])
})

test('who asks again waits no longer for what has not come', async () => {
  const remotes = createRemotes(set('a'), offline, openAnew)
  federation.loadRemote.mockReturnValueOnce(new Promise(() => undefined))
  void remotes.routes('mf-catalog')
  await remotes.renew()
  federation.loadRemote.mockResolvedValue({ default: ['its routes'] })
  expect(await remotes.routes('mf-catalog')).toEqual(['its routes'])
  expect(federation.registerRemotes).toHaveBeenCalledTimes(2)
  expect(openAnew).not.toHaveBeenCalled()
})

test('a retry that finds another set opens the document anew, and runs nothing of that set in this one', async () => {
  const remotes = createRemotes(set('a'), () => Promise.resolve(set('b')), openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  void remotes.renew()
  await vi.waitFor(() => {
    expect(openAnew).toHaveBeenCalledOnce()
  })
  expect(federation.loadRemote).toHaveBeenCalledTimes(2)
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

test('a remote is registered by its manifest where the hash of that is known, otherwise by its container', () => {
  const hashes = { '/e': 'sha384-e', '/m': 'sha384-m' }
  for (const integrity of [hashes, { '/e': 'sha384-e' }])
    createRemotes(set('a', integrity), () => Promise.reject(new Error('offline')), openAnew)
  expect(federation.registerRemotes.mock.calls.flat()).toEqual([
    [{ name: 'mf-catalog', entry: 'https://shop.example/m' }],
    { force: true },
    [{ name: 'mf-catalog', entry: 'https://shop.example/e', entryGlobalName: 'g', type: 'global' }],
    { force: true },
  ])
})

/** Presses "Try again" some times; what it loads fails. */
async function failAgain(remotes: ReturnType<typeof createRemotes>, times: number) {
  for (let press = 0; press < times; press += 1) {
    await remotes.renew()
    await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  }
}

test('a remote that fails again although its files arrive is reported, and the document opened with the fallback', async () => {
  const responses = [set('b'), set('a')]
  const visitorsSet = vi.fn(() => Promise.resolve(responses.shift() ?? set('a')))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')))
  const remotes = createRemotes(set('b'), visitorsSet, openAnew)
  await expect(remotes.routes('mf-catalog')).rejects.toThrow('mf-catalog')
  await failAgain(remotes, 1)
  expect(openAnew).not.toHaveBeenCalled()
  void remotes.renew()
  await vi.waitFor(() => {
    expect(openAnew).toHaveBeenCalledOnce()
  })
  expect(visitorsSet.mock.calls).toEqual([[null], ['b']])
})

test('a remote whose files did not arrive at one of its failures is retried in place, and never reported', async () => {
  const visitorsSet = vi.fn(() => Promise.resolve(set('b')))
  const responses = [new Error('offline'), new Response('', { status: 502 })]
  vi.stubGlobal('fetch', () => {
    const response = responses.shift() ?? new Response('')
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
  })
  const remotes = createRemotes(set('b'), visitorsSet, openAnew)
  await failAgain(remotes, 4)
  expect(openAnew).not.toHaveBeenCalled()
  expect(visitorsSet.mock.calls).toEqual([[null], [null], [null], [null]])
})
