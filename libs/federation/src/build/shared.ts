import { createRequire } from 'node:module'

const packages = ['react', 'react/jsx-runtime', 'react-dom']
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
  const sharingFor = (name: string): [string, Shared] => {
    const version = versionOf(name)
    const common = { singleton: true, version, requiredVersion: `^${version}` } as const
    return [name, role === 'host' ? { ...common, eager: true } : { ...common, import: false }]
  }
  return Object.fromEntries([...packages, ...facades].map(sharingFor))
}
