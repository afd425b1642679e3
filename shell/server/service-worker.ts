import type { ReleaseSet } from '@shop/federation'
import { fontFiles } from '@shop/ui/document'
import type { Edition } from '../service-worker/edition'
import { editionOf } from './edition'
import { serviceWorkerScript } from './inline-scripts'

/**
 * The service worker's text for a release set: another set is another text, which browsers install in place of the old.
 * @param scripts the shell's own scripts, which tell one build of it from another
 * @param assets addresses of all files of the shell
 */
export function serviceWorker(
  set: ReleaseSet,
  scripts: readonly string[],
  assets: readonly string[],
): string {
  const edition: Edition = {
    id: editionOf(set, scripts),
    releaseSet: set.id,
    files: [...assets, ...fontFiles.map((font) => `/fonts/${font}`)],
    folders: Object.entries(set.remotes).map(([name, { version }]) => `/releases/${name}/${version}/`),
  }
  return serviceWorkerScript(edition)
}
