import { createRequire } from 'node:module'

const packages = ['react', 'react/jsx-runtime', 'react-dom']
/** Packages behind a facade that the host also shares under their own names, for remotes of other repositories. */
const exportsForRemotes = { 'react-router-dom': '@shop/router/exports-for-remotes' }
const facades = [
  '@shop/settings',
  '@shop/pricing',
  '@shop/state',
  '@shop/supabase',
  '@shop/router',
  '@shop/ui',
  '@shop/auth',
  '@shop/cart',
  '@shop/wishlist',
]

/** Whether an app brings the shared libs (the host) or uses those of the host. */
export type Role = 'host' | 'remote'

interface Shared {
  singleton: true
  version: string
  requiredVersion: string
  eager?: boolean
  import?: false
  /** The name by which remotes ask for it. */
  shareKey?: string
}

function versionOf(name: string): string {
  const packageName = name.startsWith('@') ? name : name.split('/', 1).join()
  const packageJson: unknown = createRequire(import.meta.url)(`${packageName}/package.json`)
  if (
    typeof packageJson === 'object' &&
    packageJson &&
    'version' in packageJson &&
    typeof packageJson.version === 'string'
  )
    return packageJson.version
  throw new Error(`${packageName}/package.json has no version`)
}

/**
 * Module Federation's sharing: facades rather than packages, one instance of each, bundled by the host.
 *
 * @returns Module Federation's `shared` for an app of this role
 */
export function sharedFor(role: Role): Record<string, Shared> {
  const sharingFor = (name: string): Shared => {
    const version = versionOf(name)
    const common = { singleton: true, version, requiredVersion: `^${version}` } as const
    return role === 'host' ? { ...common, eager: true } : { ...common, import: false }
  }
  const shared = [...packages, ...facades].map((name) => [name, sharingFor(name)] as const)
  const asPublished = Object.entries(exportsForRemotes).map(
    ([name, module]) => [module, { ...sharingFor(name), shareKey: name }] as const,
  )
  return Object.fromEntries(role === 'host' ? [...shared, ...asPublished] : shared)
}

/** The version of each lib that the host shares, by the name by which remotes ask for it. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sharedFor('host')).map(([name, { shareKey = name, version }]) => [shareKey, version]),
  )
