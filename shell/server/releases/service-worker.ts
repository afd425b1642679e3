import type { ReleaseSet } from '@shop/federation'
import type { CachedSet } from '../../service-worker/release-set'
import { ownInlineScripts, type InlineScripts } from './inline-scripts'
import type { SitePages } from './site-pages'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The regular expression of a page's path, which may end with a slash. */
const expression = (path: string) =>
  `^${path
    .split('/')
    .filter(Boolean)
    .map((part) => (part === '*' ? '(?:/.*)?' : `/${part.startsWith(':') ? '[^/]+' : escaped(part)}`))
    .join('')}/?$`

/**
 * Source code of the service worker for a release set. Another set gives another source, which browsers install as an update.
 * @param files SHA-384 of its files, by their addresses
 * @param pages the pages of the set, which say what of them may stay on a device
 * @param inline scripts of that shell
 */
export function serviceWorker(
  set: ReleaseSet,
  files: CachedSet['files'],
  pages: Pick<SitePages, 'rules'>,
  { serviceWorkerScript }: InlineScripts = ownInlineScripts,
): string {
  const pathsOf = (kind: 'notice' | 'nothing') => {
    const chosen = pages.rules.filter(({ offline }) => offline === kind).map(({ path }) => path)
    // What another one covers is left out: the list is part of a script.
    return chosen
      .filter((path) => !chosen.some((wider) => wider !== path && new RegExp(expression(wider)).test(path)))
      .map(expression)
  }
  const releaseSet: CachedSet = {
    id: set.id,
    files,
    bypassed: pathsOf('nothing'),
    uncached: pathsOf('notice'),
  }
  return serviceWorkerScript(releaseSet)
}
