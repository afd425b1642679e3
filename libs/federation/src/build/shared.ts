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
  const found: unknown = createRequire(import.meta.url)(`${packageName}/package.json`)
  if (typeof found === 'object' && found && 'version' in found && typeof found.version === 'string')
    return found.version
  throw new Error(`${packageName}/package.json names no version`)
}

/**
 * The sharing policy of the house, in one place: facades rather than packages, one instance each, carried by the host.
 *
 * @returns Module Federation's `shared` for an app of this role
 */
export function sharedFor(role: Role): Record<string, Shared> {
  const policy = (name: string): [string, Shared] => {
    const version = versionOf(name)
    const one = { singleton: true, version, requiredVersion: `^${version}` } as const
    return [name, role === 'host' ? { ...one, eager: true } : { ...one, import: false }]
  }
  return Object.fromEntries([...packages, ...facades].map(policy))
}
