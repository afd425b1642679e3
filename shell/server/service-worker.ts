import type { ReleaseSet } from '@shop/federation'
import { fontFiles } from '@shop/ui/document'
import { readFile } from 'node:fs/promises'
import { editionOf } from './edition'

const source = new URL('worker.js', import.meta.url)

/**
 * The service worker's text for a release set: another set is another text, which browsers install in place of the old.
 * @param scripts the shell's own scripts, which tell one build of it from another
 * @param assets addresses of all files of the shell
 */
export async function serviceWorker(
  set: ReleaseSet,
  scripts: readonly string[],
  assets: readonly string[],
): Promise<string> {
  const edition = {
    id: editionOf(set, scripts),
    releaseSet: set.id,
    files: [...assets, ...fontFiles.map((font) => `/fonts/${font}`)],
    folders: Object.entries(set.remotes).map(([name, { version }]) => `/releases/${name}/${version}/`),
  }
  return `const edition = ${JSON.stringify(edition)}\n${await readFile(source, 'utf8')}`
}
