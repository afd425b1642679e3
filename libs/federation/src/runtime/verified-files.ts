import { registerPlugins } from '@module-federation/enhanced/runtime'
import { codeTimeoutMs, fetchBypassingCaches } from '@shop/router/fetch-bypassing-caches'
import type { ReleaseSet } from './release-set'

/** The absolute address of a file of a release. */
export const absolute = (url: string): string => new URL(url, document.baseURI).href

/** Whether the browser can check a file of a remote; a development server's have no hashes. */
export function hasHash({ remotes }: ReleaseSet, name: string, file: 'entry' | 'manifest'): boolean {
  if (process.env.NODE_ENV === 'development') return true
  const release = remotes[name]
  return !release || release.integrity?.[release[file]] !== undefined
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

/**
 * Fetches the files that start a remote past every cache, which then hold what came.
 * @throws when one does not come in time, or not as it was released
 */
export async function fetchAnew({ remotes }: ReleaseSet, name: string): Promise<void> {
  const release = remotes[name]
  const files = release ? [release.manifest, release.entry, ...release.routes] : []
  await Promise.all(
    files.map(async (url) => {
      const { ok, status } = await fetchBypassingCaches(url, release?.integrity?.[url])
      if (!ok) throw new Error(`${url} answered ${String(status)}`)
    }),
  )
}

/**
 * Makes Module Federation load the manifests and scripts of a release set with their hashes.
 * @returns gives up the container of a remote, which does not run should it come after all
 */
export function verifyFiles({ remotes }: ReleaseSet): (name: string) => void {
  const hashes = new Map(
    Object.values(remotes).flatMap(({ integrity = {} }) =>
      Object.entries(integrity).map(([url, hash]) => [absolute(url), hash] as const),
    ),
  )
  const scripts = new Map<string, HTMLScriptElement>()
  registerPlugins([
    {
      name: 'shop-verified-files',
      createScript({ url }) {
        const hash = hashes.get(url)
        if (hash === undefined) return { timeout: codeTimeoutMs }
        const script = verifiedScript(url, hash)
        scripts.set(url, script)
        return { script, timeout: codeTimeoutMs }
      },
      fetch(url, options) {
        const integrity = hashes.get(url)
        const signal = AbortSignal.timeout(codeTimeoutMs)
        return fetch(url, { ...options, signal, ...(integrity !== undefined && { integrity }) })
      },
    },
  ])
  return (name) => {
    const script = scripts.get(absolute(remotes[name]?.entry ?? ''))
    // In another document it is neither run nor found by Module Federation.
    if (script) new Document().adoptNode(script)
  }
}
