import type { ReleaseSet } from '@shop/federation'
import { access } from 'node:fs/promises'
import { releaseFile } from '../releases/release-files'
import type { Release } from './resolved-page'

/** Address of the shell's folder, by those of its scripts; undefined in development. */
export const shellFolder = (scripts: readonly string[]): string | undefined =>
  scripts[0]?.replace(/js\/[^/]*$/, '')

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)

/**
 * The addresses of a page's files beside the shell's start: manifest and start of its remote, and its own scripts. None if a
 * file is missing: a failed preload would also fail the retry.
 * @param store folder of the release store
 * @param remote the release that serves the page; null for a page of the shell
 * @param own the page's own scripts, by their release's folder
 */
export async function pageScripts(
  store: string,
  { shell }: ReleaseSet,
  remote: Release | null,
  own: readonly string[],
): Promise<string[]> {
  // A rejected release: the browser says that this part is not available.
  const isRejected = remote !== null && Object.keys(remote.integrity ?? {}).length === 0
  const folder = remote ? folderOf(remote.entry) : shellFolder(shell?.scripts ?? [])
  if (isRejected || folder === undefined) return []
  const hasManifest = remote?.integrity?.[remote.manifest] !== undefined
  const start = remote ? [...(hasManifest ? [remote.manifest] : []), remote.entry, ...remote.routes] : []
  const urls = [...start, ...own.map((file) => folder + file)]
  return Promise.all(urls.map((url) => access(releaseFile(store, url)))).then(
    () => urls,
    () => [],
  )
}
