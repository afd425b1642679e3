import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import path from 'node:path'
import { onlyFilesForBrowsers } from './release-files'

const immutableCache = 'public, max-age=31536000, immutable'
const dayCache = 'public, max-age=86400, stale-while-revalidate=604800'

const cacheFor =
  (cache: string): MiddlewareHandler =>
  async (context, next) => {
    await next()
    if (context.res.ok) context.header('cache-control', cache)
  }

const files = (folder: string, prefix: RegExp | string, replacement = ''): MiddlewareHandler => {
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    rewriteRequestPath: (requested) => requested.replace(prefix, replacement),
  })
  // serveStatic answers other methods with a content-length and no body.
  return (context, next) => (['GET', 'HEAD'].includes(context.req.method) ? serve(context, next) : next())
}

/**
 * Pictures, fonts and the files of releases.
 * @param root folder of the shop; @param store folder of the release store
 */
export function staticFiles(root: string, store: string): Hono {
  const app = new Hono()
  app.use('/media/*', cacheFor(dayCache), files(path.join(root, 'shell/media'), '/media'))
  app.use('/fonts/*', cacheFor(immutableCache), files(path.join(root, 'libs/ui/fonts'), '/fonts'))
  app.use('/releases/*', onlyFilesForBrowsers, cacheFor(immutableCache), files(store, '/releases'))
  for (const folder of ['/assets/*', '/media/*', '/fonts/*', '/releases/*']) {
    app.all(folder, (context) => context.text('Not found', 404, { 'cache-control': 'no-store' }))
  }
  return app
}
