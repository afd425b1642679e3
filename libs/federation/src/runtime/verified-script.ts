import { registerPlugins } from '@module-federation/enhanced/runtime'
import type { ReleaseSet } from './release-set'

/** Whether the browser can check a remote's container; a development server's has no hash. */
export function hasHash({ remotes }: ReleaseSet, name: string): boolean {
  if (process.env.NODE_ENV === 'development') return true
  const release = remotes[name]
  return !release || release.integrity?.[release.entry] !== undefined
}

/** The script element of a container, which the browser runs only if its content has the hash. */
function verifiedScript(url: string, hash: string): HTMLScriptElement {
  const script = document.createElement('script')
  script.integrity = hash
  // As all scripts and preloads of the shop, so that none is fetched twice.
  script.crossOrigin = 'anonymous'
  script.src = url
  return script
}

/** Makes Module Federation load the containers of a release set with their hashes. */
export function checkContainers({ remotes }: ReleaseSet): void {
  const hashes = new Map(
    Object.values(remotes).map(({ entry, integrity }) => [
      new URL(entry, document.baseURI).href,
      integrity?.[entry],
    ]),
  )
  registerPlugins([
    {
      name: 'shop-verified-scripts',
      createScript({ url }) {
        const hash = hashes.get(url)
        return hash === undefined ? undefined : verifiedScript(url, hash)
      },
    },
  ])
}
