import * as v from 'valibot'

const assets = v.object({
  js: v.object({ sync: v.array(v.string()), async: v.array(v.string()) }),
})

const manifest = v.object({
  metaData: v.object({
    globalName: v.string(),
    remoteEntry: v.object({ name: v.string(), path: v.string(), type: v.string() }),
  }),
  shared: v.array(
    v.object({
      name: v.string(),
      assets,
      // What is optional in a build, its plugin may leave out or write as false.
      version: v.fallback(v.optional(v.string()), undefined),
      requiredVersion: v.fallback(v.optional(v.string()), undefined),
      singleton: v.fallback(v.optional(v.boolean(), false), false),
    }),
  ),
  exposes: v.array(v.object({ path: v.string(), assets })),
})

/** Name of the manifest that Module Federation's plugins write. */
export const manifestFile = 'mf-manifest.json'

/** The facts of a container's manifest. Paths are relative to its folder. */
export interface ContainerManifest {
  /** The container's script. */
  entry: string
  /** Whether the script sets a global variable or is imported as a module. */
  type: 'global' | 'module'
  globalName: string
  /** Scripts needed to load `./routes`, in addition to the entry. */
  routes: string[]
  /** Scripts that the routes load later. */
  pages: string[]
  /** The shared libs of which it has no copy of its own, so that the host must have them. */
  needs: string[]
  /** The versions that it accepts of each shared lib, as a range of semantic versions, and that of its own; null where it does not say. */
  shared: {
    lib: string
    version: string | null
    range: string | null
    singleton: boolean
    hasCopy: boolean
  }[]
  /** All scripts that the manifest names but the entry. */
  scripts: string[]
}

/**
 * Parses an `mf-manifest.json`, of whichever bundler.
 * @throws Error that says what is missing: it is not a manifest, exposes no `./routes`, or is of a type that browsers cannot load
 */
export function parseContainerManifest(document: unknown): ContainerManifest {
  const parsed = v.safeParse(manifest, document)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`${manifestFile} is unusable: ${v.getDotPath(issue) ?? 'it'} – ${issue.message}`)
  }
  const { metaData, shared, exposes } = parsed.output
  const { name, path, type } = metaData.remoteEntry
  const exposed = exposes.find((each) => each.path === './routes')
  if (!exposed) throw new Error('The container exposes no ./routes')
  if (!['global', 'var', 'module', 'esm'].includes(type))
    throw new Error(`The container is of type ${type}: build it as a script or as a module`)
  const scriptsOf = ({ js }: v.InferOutput<typeof assets>) => [...js.sync, ...js.async]
  const sharedLibs = shared.map(({ name: lib, version = null, requiredVersion, singleton, assets: own }) => ({
    ...{ lib, version, range: requiredVersion ?? null, singleton, hasCopy: scriptsOf(own).length > 0 },
  }))
  return {
    entry: [path.replace(/^\.?\/|\/$/g, ''), name].filter(Boolean).join('/'),
    type: type === 'module' || type === 'esm' ? 'module' : 'global',
    globalName: metaData.globalName,
    routes: exposed.assets.js.sync,
    pages: exposed.assets.js.async,
    needs: sharedLibs.filter(({ hasCopy }) => !hasCopy).map(({ lib }) => lib),
    shared: sharedLibs,
    scripts: [...new Set([...exposes, ...shared].flatMap((each) => scriptsOf(each.assets)))].sort(),
  }
}
