// In place of @module-federation/runtime in the host: remotes are named by a release set, with the address of their container and the global
// variable in which it registers itself. Nothing is described by a manifest, and a lib is shared in one version.
// `__webpack_share_scopes__` is what the host shares, by scope, lib and version.

const remotes = new Map()
const plugins = []

// Where Module Federation's own tools look for what runs in a page.
globalThis.__FEDERATION__ ??= {
  __INSTANCES__: [
    {
      name: 'shell',
      get options() {
        return { remotes: [...remotes.values()] }
      },
    },
  ],
  __SHARE__: {},
  moduleInfo: {},
}

/** @param added plugins, of which `createScript({ url })` may give the script element of a container */
export const registerPlugins = (added) => {
  plugins.push(...added)
}

/** Registers remotes by name. @param options.force replaces a registered one, whose container is then loaded again */
export function registerRemotes(added, { force = false } = {}) {
  for (const { name, entry, entryGlobalName } of added) {
    if (remotes.has(name) && !force) continue
    if (remotes.get(name)?.container) globalThis[entryGlobalName] = undefined
    remotes.set(name, { name, entry, entryGlobalName })
  }
}

function scriptOf(url) {
  for (const { createScript } of plugins) {
    const script = createScript?.({ url })
    if (script) return script
  }
  return Object.assign(document.createElement('script'), { src: url })
}

/** Runs a script. Rejects when it cannot be fetched, is not the expected one, or throws. */
const run = (url) =>
  new Promise((resolve, reject) => {
    const script = scriptOf(url)
    let thrown
    const note = ({ filename, message }) => {
      if (filename === url) thrown = new Error(`${url} threw: ${message}`)
    }
    const end = (settle) => () => {
      removeEventListener('error', note)
      script.remove()
      settle()
    }
    addEventListener('error', note)
    script.onload = end(() => (thrown ? reject(thrown) : resolve()))
    script.onerror = end(() => reject(new Error(`${url} could not be loaded`)))
    document.head.append(script)
  })

/** The container of a remote, initialised with what the host shares. */
async function load({ name, entry, entryGlobalName }) {
  if (!globalThis[entryGlobalName]) await run(entry)
  const container = globalThis[entryGlobalName]
  if (!container) throw new Error(`${entry} registers no container ${entryGlobalName} for ${name}`)
  const scopes = __webpack_share_scopes__
  await container.init(scopes.default, [], { shareScopeMap: scopes, shareScopeKeys: 'default' })
  return container
}

/** A module that a remote exposes. @param id such as `mf-catalog/routes` */
export async function loadRemote(id) {
  const [name, ...path] = id.split('/')
  const remote = remotes.get(name)
  if (!remote) throw new Error(`No remote is registered as ${name}`)
  remote.container ??= load(remote)
  let container
  try {
    container = await remote.container
  } catch (error) {
    // The next call tries again.
    remote.container = undefined
    throw error
  }
  const factory = await container.get(`./${path.join('/')}`)
  return factory()
}
