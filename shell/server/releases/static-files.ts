import type { TrustedKey } from '@shop/federation/store'
import { Hono, type Handler } from 'hono'
import { etag } from 'hono/etag'
import { getMimeType } from 'hono/utils/mime'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { negotiateEncoding } from '../http/content-encoding'
import { rangedBody } from '../http/ranged-body'
import { releaseFileReader, type ReadReleaseFile } from './release-files'

const immutableCache = 'public, max-age=31536000, immutable'
const dayCache = 'public, max-age=86400, stale-while-revalidate=604800'

const typeOf = (file: string) => getMimeType(file) ?? 'application/octet-stream'

/** Serves the files in a folder, without hidden ones. A symbolic link is not followed. @param prefix of their addresses */
const files =
  (folder: string, prefix: string, cache: string): Handler =>
  async (context, next) => {
    const file = context.req.path.slice(prefix.length)
    const location = path.join(folder, file)
    const read = async () => {
      if (file.includes('/.') || (await realpath(location)) !== path.join(await realpath(folder), file))
        return null
      const { size, mtimeMs } = await stat(location)
      return { content: await readFile(location), size, mtimeMs }
    }
    // A folder cannot be read, and an address with a null character names nothing.
    const found = await read().catch(() => null)
    if (!found) return next()
    return rangedBody(context, {
      content: found.content,
      etag: `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`,
      headers: { 'content-type': typeOf(file), 'cache-control': cache },
    })
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
    return rangedBody(context, {
      content,
      etag: `"${version}${encoded ? `-${encoding}` : ''}"`,
      headers: {
        'content-type': typeOf(file),
        ...(encoded && { 'content-encoding': encoding }),
        'cache-control': immutableCache,
        vary: 'accept-encoding',
      },
    })
  }

/** Options of the static files. */
export interface StaticFilesOptions {
  /** Folder of the shop: of its media and its fonts. */
  root: string
  /** Folder of the release store. */
  store: string
  /** Keys by which releases may be signed. */
  releaseKeys: readonly TrustedKey[]
}

/** Pictures, fonts and the files of signed releases. */
export function staticFiles({ root, store, releaseKeys }: StaticFilesOptions): Hono {
  const app = new Hono()
  app.get('/:folder{media|fonts|releases}/*', etag())
  app.get('/media/*', files(path.join(root, 'shell/media'), '/media', dayCache))
  app.get('/fonts/*', files(path.join(root, 'libs/ui/fonts'), '/fonts', immutableCache))
  app.get('/releases/:name/:version/:file{.+}', releaseFiles(releaseFileReader(store, releaseKeys)))
  for (const folder of ['/assets/*', '/media/*', '/fonts/*', '/releases/*']) {
    app.all(folder, (context) => context.text('Not found', 404, { 'cache-control': 'no-store' }))
  }
  return app
}
