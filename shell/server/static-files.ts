import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Handler, type MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { negotiateEncoding } from './content-encoding'
import { releaseFileReader, type ReadReleaseFile } from './release-files'

const immutableCache = 'public, max-age=31536000, immutable'
const dayCache = 'public, max-age=86400, stale-while-revalidate=604800'

const cacheFor =
  (cache: string): MiddlewareHandler =>
  async (context, next) => {
    await next()
    if (context.res.ok) context.header('cache-control', cache)
  }

/** Serves the files in a folder. A symbolic link is not followed. @param prefix of their addresses */
const files = (folder: string, prefix: string): MiddlewareHandler => {
  const inFolder = (address: string) => address.slice(prefix.length)
  const serve = serveStatic({ root: folder, precompressed: true, rewriteRequestPath: inFolder })
  return async (context, next) => {
    // serveStatic answers other methods with a content-length and no body.
    if (!['GET', 'HEAD'].includes(context.req.method)) return next()
    const file = inFolder(context.req.path)
    const isOwn = await Promise.all([realpath(folder), realpath(path.join(folder, file))]).then(
      ([real, found]) => found === path.join(real, file),
      () => false,
    )
    return isOwn ? serve(context, next) : next()
  }
}

const encodedSuffixes = { br: '.br', gzip: '.gz' } as const

/** Serves the files of releases as they were signed, compressed where the release has it. */
const releaseFiles =
  (read: ReadReleaseFile): Handler =>
  async (context, next) => {
    const { name = '', version = '', file = '' } = context.req.param()
    const encoding = negotiateEncoding(context.req.header('accept-encoding') ?? null)
    const encoded = encoding && (await read({ name, version, file: file + encodedSuffixes[encoding] }))
    const content = encoded ?? (await read({ name, version, file }))
    if (content === null) return next()
    return context.body(content, 200, {
      'content-type': getMimeType(file) ?? 'application/octet-stream',
      'content-length': String(content.length),
      ...(encoded && { 'content-encoding': encoding }),
      'cache-control': immutableCache,
      vary: 'accept-encoding',
    })
  }

/** Options of the static files. */
export interface StaticFilesOptions {
  /** Folder of the shop: of its media and its fonts. */
  root: string
  /** Folder of the release store. */
  store: string
  /** Public keys, PEM, by which releases may be signed. */
  releaseKeys: readonly string[]
}

/** Pictures, fonts and the files of signed releases. */
export function staticFiles({ root, store, releaseKeys }: StaticFilesOptions): Hono {
  const app = new Hono()
  app.use('/media/*', cacheFor(dayCache), files(path.join(root, 'shell/media'), '/media'))
  app.use('/fonts/*', cacheFor(immutableCache), files(path.join(root, 'libs/ui/fonts'), '/fonts'))
  app.get('/releases/:name/:version/:file{.+}', releaseFiles(releaseFileReader(store, releaseKeys)))
  for (const folder of ['/assets/*', '/media/*', '/fonts/*', '/releases/*']) {
    app.all(folder, (context) => context.text('Not found', 404, { 'cache-control': 'no-store' }))
  }
  return app
}
