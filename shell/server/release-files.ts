import { isServerFile } from '@shop/federation/store'
import type { MiddlewareHandler } from 'hono'
import path from 'node:path'

const releasePath = /^\/releases\/([a-z][a-z0-9-]*)\/([0-9a-z]+)\/(.*)$/

/** Path of a release's file on disk, from its URL. @param store folder of the release store */
export function releaseFile(store: string, url: string): string {
  return path.join(store, url.replace(releasePath, '/$1/$2/$3'))
}

/** Answers 404 for what is no file of a release, or one that only the web server reads, however its address is written. */
export const onlyFilesForBrowsers: MiddlewareHandler = async (context, next) => {
  let pathname = new URL(context.req.url).pathname
  // Decoded until nothing changes, and with the slashes of any system.
  for (let before = ''; before !== pathname;) {
    before = pathname
    try {
      pathname = decodeURIComponent(pathname).replaceAll('\\', '/')
    } catch {
      break
    }
  }
  const file = releasePath.exec(path.posix.normalize(pathname))?.[3]
  if (file !== undefined && !isServerFile(file.toLowerCase())) return next()
  return context.text('Not found', 404, { 'cache-control': 'no-store' })
}
