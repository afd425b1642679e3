import type { ReleaseSet } from '@shop/federation'
import { memoizePerSet } from '../../src/memoize-per-set'

/** SHA-384 of files, by URL. */
export type Hashes = Readonly<Record<string, string>>

const hashesIn = (members: readonly { integrity?: Hashes }[]): Hashes =>
  Object.fromEntries(members.flatMap(({ integrity = {} }) => Object.entries(integrity)))

/** The hashes of some files, without those that are not known. */
const pick = (hashes: Hashes, urls: readonly string[]): Hashes =>
  Object.fromEntries(
    urls.flatMap((url) => {
      const hash = hashes[url]
      return hash === undefined ? [] : [[url, hash]]
    }),
  )

/** The import map with the hashes of the module containers' scripts, the one place where browsers look for them; null without such. */
export const importMap = memoizePerSet(({ remotes }): string | null => {
  const containers = Object.values(remotes).filter(({ type }) => type === 'module')
  return containers.length > 0 ? JSON.stringify({ integrity: hashesIn(containers) }) : null
})

/** A release set as pages need it: of each remote the hashes of what loads its routes; those of its other chunks are in its container. */
export const pageSet = memoizePerSet(({ id, remotes }): ReleaseSet => {
  const entries = Object.entries(remotes).map(([name, release]) => {
    const { manifest, entry, routes } = release
    const integrity = pick(release.integrity ?? {}, [manifest, entry, ...routes])
    const lean = { ...release, pages: [], server: null, integrity }
    return [name, lean] as const
  })
  return { id, remotes: Object.fromEntries(entries) }
})

/** The hashes of some files of the shell and of the remotes. */
export function hashesOf({ shell, remotes }: ReleaseSet, urls: readonly string[]): Hashes {
  return pick(hashesIn([...Object.values(remotes), ...(shell ? [shell] : [])]), urls)
}
