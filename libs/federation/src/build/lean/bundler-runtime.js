// In place of @module-federation/webpack-bundler-runtime: what the host and containers of this shop use of it. The host shares one instance
// of each lib, bundled with it; containers take them from the host; no module of a remote is imported by the bundler.

/** What gives a shared lib's module. @returns it, or a promise of it; @throws Error when the host does not share it */
function factoryOf(webpackRequire, id) {
  const { shareKey, shareScope } = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping[id]
  const [shared] = Object.values(webpackRequire.S[shareScope]?.[shareKey] ?? {})
  if (!shared) throw new Error(`The host does not share ${shareKey}`)
  return shared.lib ?? shared.get()
}

const hasOwn = (object, key) => Object.prototype.hasOwnProperty.call(object, key)

/** Starts a bundle: `federation-start.cjs` calls it before any of its modules runs. @param name of the app */
function start(webpackRequire, name) {
  const { initializeSharingData, consumesLoadingData, initializeExposesData } = webpackRequire
  const shared = Object.entries(initializeSharingData?.scopeToSharingDataMapping ?? {})
  for (const [scope, libs] of shared)
    for (const { name: lib, version, factory } of libs)
      ((webpackRequire.S[scope] ??= {})[lib] ??= {})[version] = {
        version,
        from: name,
        get: factory,
        loaded: 1,
      }

  const install = (id, getFactory) => {
    webpackRequire.m[id] = (module) => {
      delete webpackRequire.c[id]
      module.exports = getFactory()()
    }
  }
  const installed = {}
  const consume = (id) => {
    const rejected = (error) => {
      delete installed[id]
      install(id, () => {
        throw error
      })
    }
    const resolved = (factory) => {
      installed[id] = 0
      install(id, () => factory)
    }
    try {
      const factory = factoryOf(webpackRequire, id)
      if (factory.then) return (installed[id] = factory.then(resolved, rejected))
      resolved(factory)
    } catch (error) {
      rejected(error)
    }
    return 0
  }
  if (consumesLoadingData) {
    // Those of the first chunk are taken when they are first imported.
    for (const id of consumesLoadingData.initialConsumes ?? [])
      install(id, () => factoryOf(webpackRequire, id))
    const { chunkMapping } = consumesLoadingData
    webpackRequire.f.consumes = (chunkId, promises) => {
      for (const id of hasOwn(chunkMapping, chunkId) ? chunkMapping[chunkId] : []) {
        const pending = hasOwn(installed, id) ? installed[id] : consume(id)
        if (pending) promises.push(pending)
      }
    }
  }
  if (!initializeExposesData) return
  webpackRequire.initContainer = (shareScope, _, { shareScopeMap } = {}) => {
    webpackRequire.S = shareScopeMap ?? { [initializeExposesData.shareScope]: shareScope }
    return true
  }
  webpackRequire.getContainer = (name) => {
    const { moduleMap } = initializeExposesData
    return hasOwn(moduleMap, name)
      ? moduleMap[name]()
      : Promise.reject(new Error(`The container has no module ${name}`))
  }
}

export default { start }
