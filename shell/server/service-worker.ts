import type { ReleaseSet } from '@shop/federation'
import { fontFiles } from '@shop/ui/document'
import type { Edition } from '../service-worker/edition'
import { editionOf } from './edition'
import { ownInlineScripts, type InlineScripts } from './inline-scripts'

/**
 * Source code of the service worker for a release set. Another set gives another source, which browsers install as an update.
 * @param scripts URLs of the shell's own scripts, which identify its build
 * @param assets URLs of all files of the shell
 * @param inline scripts of that shell
 */
export function serviceWorker(
  set: ReleaseSet,
  scripts: readonly string[],
  assets: readonly string[],
  { serviceWorkerScript }: InlineScripts = ownInlineScripts,
): string {
  const edition: Edition = {
    id: editionOf(set, scripts),
    releaseSet: set.id,
    files: [...assets, ...fontFiles.map((font) => `/fonts/${font}`)],
    folders: Object.entries(set.remotes).map(([name, { version }]) => `/releases/${name}/${version}/`),
  }
  return serviceWorkerScript(edition)
}
