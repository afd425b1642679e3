// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import bundlerRuntime from './bundler-runtime.js'

type Factory = () => unknown
type Factories = Record<string, () => Factory | Promise<Factory>>

/** A bundle as the bundler writes it: what it shares or exposes, what it takes of shared libs, and its modules. */
function bundle(data: {
  shares?: Factories
  /** Shared libs by id, of the first chunk or of a later one. */
  consumes?: { chunk: string | null; ids: Record<string, string> }
  exposes?: (importModule: (id: string) => unknown) => Factories
}) {
  const modules: Record<string, (module: { exports: unknown }) => void> = {}
  const cache: Record<string, { exports: unknown }> = {}
  const importModule = (id: string) => {
    const known = (cache[id] ??= { exports: undefined })
    if (known.exports === undefined) modules[id]?.(known)
    return known.exports
  }
  const { chunk = null, ids = {} } = data.consumes ?? {}
  const shares = Object.entries(data.shares ?? {}).map(([name, factory]) => ({
    name,
    version: '1.0.0',
    factory,
  }))
  const webpackRequire = {
    m: modules,
    c: cache,
    f: { consumes: (_chunk: string, _promises: Promise<unknown>[]) => undefined },
    S: {} as Record<string, Record<string, object>>,
    initializeSharingData: { scopeToSharingDataMapping: shares.length > 0 ? { default: shares } : {} },
    consumesLoadingData: {
      initialConsumes: chunk === null ? Object.keys(ids) : undefined,
      chunkMapping: chunk === null ? {} : { [chunk]: Object.keys(ids) },
      moduleIdToConsumeDataMapping: Object.fromEntries(
        Object.entries(ids).map(([id, shareKey]) => [id, { shareKey, shareScope: 'default' }]),
      ),
    },
    ...(data.exposes && {
      initializeExposesData: { shareScope: 'default', moduleMap: data.exposes(importModule) },
    }),
    initContainer: (_scope: object | undefined, _tokens: unknown[], _options?: object): unknown => undefined,
    getContainer: (_name: string): unknown => undefined,
  }
  bundlerRuntime.start(webpackRequire, 'app')
  const load = async (name: string) => {
    const promises: Promise<unknown>[] = []
    webpackRequire.f.consumes(name, promises)
    await Promise.all(promises)
  }
  const container = { init: webpackRequire.initContainer, get: webpackRequire.getContainer }
  return { webpackRequire, importModule, load, container }
}

const entry = 'http://shop.test/releases/mf-small/1/remoteEntry.js'
const small = { name: 'mf-small', entry, entryGlobalName: 'mf_small' }
const page = globalThis as Record<string, unknown>
const ui = { name: 'ui' }
const makeUi = vi.fn(() => ui)
let runtime: typeof import('./federation-runtime.js')
/** What happens when the script of a container runs. */
let script: (element: HTMLScriptElement) => void
let scripts: string[]

/** A remote whose routes take `@shop/ui` from the host, with the chunk that has their code. */
const routesRemote = (load: () => Promise<unknown> = () => Promise.resolve()) => {
  const remote = bundle({
    consumes: { chunk: 'routes', ids: { '7': '@shop/ui' } },
    exposes: (importModule) => ({
      './routes': async () => {
        await load()
        await remote.load('routes')
        return () => ({ default: importModule('7') })
      },
    }),
  })
  return remote.container
}

beforeEach(async () => {
  makeUi.mockClear()
  scripts = []
  const host = bundle({ shares: { '@shop/ui': () => makeUi } })
  vi.stubGlobal('__webpack_share_scopes__', host.webpackRequire.S)
  vi.resetModules()
  runtime = await import('./federation-runtime.js')
  vi.spyOn(document.head, 'append').mockImplementation((element) => {
    if (!(element instanceof HTMLScriptElement)) throw new Error('Only scripts are expected')
    scripts.push(element.src)
    queueMicrotask(() => {
      script(element)
    })
  })
  script = (element) => {
    page.mf_small = routesRemote()
    element.onload?.(new Event('load'))
  }
  runtime.registerRemotes([small])
})
afterEach(() => {
  page.mf_small = undefined
})
const loaded = () => runtime.loadRemote('mf-small/routes')

test('a remote gets the host’s instance of a shared lib, and its container is fetched once', async () => {
  expect(await Promise.all([loaded(), loaded()])).toEqual([{ default: ui }, { default: ui }])
  expect(scripts).toEqual([entry])
})

test('the host itself takes a shared lib when it is first imported', () => {
  const host = bundle({
    shares: { '@shop/ui': () => makeUi },
    consumes: { chunk: null, ids: { '3': '@shop/ui' } },
  })
  expect(makeUi).not.toHaveBeenCalled()
  expect(host.importModule('3')).toBe(ui)
})

test('plugins give the script element of a container', async () => {
  const element = Object.assign(document.createElement('script'), { src: entry, integrity: 'sha384-x' })
  const createScript = vi.fn(() => element)
  const seen = vi.fn()
  script = (given) => {
    seen(given)
    page.mf_small = routesRemote()
    given.onload?.(new Event('load'))
  }
  runtime.registerPlugins([{ name: 'other' }, { name: 'hashes', createScript }])
  await loaded()
  expect(createScript).toHaveBeenCalledWith({ url: entry })
  expect(seen).toHaveBeenCalledWith(element)
})

test.each<[string, (element: HTMLScriptElement) => void, string]>([
  [
    'cannot be fetched or is another than the released one',
    (element) => element.dispatchEvent(new Event('error')),
    'could not be loaded',
  ],
  [
    'throws',
    (element) => {
      dispatchEvent(Object.assign(new Event('error'), { filename: entry, message: 'Uncaught oops' }))
      element.onload?.(new Event('load'))
    },
    'threw: Uncaught oops',
  ],
  ['registers nothing', (element) => element.onload?.(new Event('load')), 'registers no container mf_small'],
])(
  'a container whose script %s rejects, and is fetched again by the next try',
  async (_what, fault, message) => {
    const works = script
    script = fault
    await expect(loaded()).rejects.toThrow(message)
    script = works
    expect(await loaded()).toEqual({ default: ui })
    expect(scripts).toEqual([entry, entry])
    expect(document.querySelector('script')).toBeNull()
  },
)

test('a chunk that is missing rejects, and is asked for again by the next try', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('404')).mockResolvedValue(undefined)
  script = (element) => {
    page.mf_small = routesRemote(load)
    element.onload?.(new Event('load'))
  }
  await expect(loaded()).rejects.toThrow('404')
  expect(await loaded()).toEqual({ default: ui })
  expect(scripts).toEqual([entry])
})

test('a remote that is registered anew is loaded anew, one that is registered twice is not', async () => {
  await loaded()
  runtime.registerRemotes([small])
  await loaded()
  expect(scripts).toEqual([entry])
  runtime.registerRemotes([small], { force: true })
  await loaded()
  expect(scripts).toEqual([entry, entry])
})

test('what is not registered, not exposed or not shared is named', async () => {
  await expect(runtime.loadRemote('mf-other/routes')).rejects.toThrow('No remote is registered as mf-other')
  await expect(runtime.loadRemote('mf-small/other')).rejects.toThrow('The container has no module ./other')
  const wanting = bundle({ consumes: { chunk: 'a', ids: { '1': '@shop/new' } }, exposes: () => ({}) })
  wanting.container.init({}, [])
  await wanting.load('a')
  expect(() => wanting.importModule('1')).toThrow('The host does not share @shop/new')
})

test('a host of Module Federation’s own runtime shares with it too: libs that it loads, or has loaded before', async () => {
  const later = { a: { '1.0.0': { get: () => Promise.resolve(() => 'late') } } }
  const before = { b: { '1.0.0': { lib: () => 'ready', get: () => Promise.reject(new Error('not again')) } } }
  const remote = bundle({ consumes: { chunk: 'x', ids: { '1': 'a', '2': 'b' } }, exposes: () => ({}) })
  remote.container.init({ ...later, ...before }, [])
  await Promise.all([remote.load('x'), remote.load('x')])
  expect([remote.importModule('1'), remote.importModule('2')]).toEqual(['late', 'ready'])
})
