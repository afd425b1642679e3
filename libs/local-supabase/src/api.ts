import { maxUploadBytes } from '@shop/settings/uploads'
import type { HttpBindings } from '@hono/node-server'
import { App } from '@supabase/lite'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Sql } from 'postgres'
import { Accounts } from './accounts'
import { respondAsAdminUsers } from './admin-users'
import { callerKey, isLoopback, trustedHeaders } from './caller'
import type { Keys } from './keys'
import { initWithStorage } from './lite-hooks'
import { mailPage, mailPagePolicy, readMail, receiveMail } from './mailbox'
import { extractQuoted } from './quoted-filters'
import type { RequestConnection, RequestFacts } from './request-context'
import { lowestMinimum } from './sign-up'
import { FileStorage } from './storage-files'
import { signedClaims } from './token'

import { hasUnstorableText } from './unstorable-text'
import { isUpload, plainUpload } from './upload-request'

export interface ApiOptions {
  url: string
  siteUrl: string
  keys: Keys
  connection: RequestConnection
  /** A superuser's connection. */
  sql: Sql
  objects: string
}

// An object with the multipart lines around it.
const maxBodyBytes = maxUploadBytes + 64 * 1024

/** Headers of a response that browsers may read. */
const exposeHeaders = [
  'Content-Range',
  'Content-Location',
  'Content-Encoding',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'X-Total-Count',
  'Link',
]

type Api = Hono<{ Bindings: HttpBindings }>

/** The HTTP API: the Supabase services, `/health`, and the mailbox for browsers on this machine. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { connection, sql, keys } = options
  const services = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      site_url: options.siteUrl,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      minimum_password_length: lowestMinimum,
      email: { enable_signup: true, enable_confirmations: true, double_confirm_changes: false },
    },
    storage: { enabled: true, file_size_limit: `${maxUploadBytes}` },
    db: { migrations: { enabled: false } },
    options: { server: { admin: false, disableStudio: true } },
  })
  await initWithStorage(services, new FileStorage(options.objects))
  const accounts = new Accounts({
    sql,
    keys,
    apiUrl: options.url,
    siteUrl: options.siteUrl,
    serve: async (request) => services.fetch(request),
  })

  const api: Api = new Hono()
  api.use(
    '/:service{rest|auth|storage}/v1/*',
    cors({ origin: '*', exposeHeaders, maxAge: 7200 }),
    async (context, next) => {
      await next()
      // No content sniffing: an upload must not run as a script.
      context.header('x-content-type-options', 'nosniff')
    },
  )
  api.use(bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }))
  api.notFound((context) => context.json({ message: 'no Route matched with those values' }, 404))
  api.get('/health', (context) => context.json({ status: 'ok' }))

  const peerOf = ({ incoming }: HttpBindings) => incoming.socket.remoteAddress ?? ''
  api.use('/:mailbox{mailbox|mailbox\\.json}', async (context, next) => {
    if (fromThisMachine(new URL(context.req.url), peerOf(context.env))) return next()
    return context.text('The mailbox opens on this machine only.\n', 403)
  })
  api.post('/mailbox', (context) => receiveMail(context.req.raw, sql, keys.secretKey))
  api.get('/mailbox.json', async (context) => context.json(await readMail(sql)))
  api.get('/mailbox', async (context) => {
    const mails = await readMail(sql)
    if (context.req.header('accept')?.includes('application/json')) return context.json(mails)
    return context.html(mailPage(mails), 200, { 'content-security-policy': mailPagePolicy })
  })

  api.all('/auth/v1/admin/users/:id?', (context) => respondAsAdminUsers(context.req.raw, sql, keys))
  api.all('/:service{rest|auth|storage}/v1/*', async (context) => {
    const { method, path, raw } = context.req
    // The services use names as keys of objects, and would change what all objects inherit.
    if (raw.url.includes('__proto__')) return context.json({ message: 'No such name' }, 400)
    const signature = context.req.query('token')
    const isSigned = /^\/storage\/v1\/object\/(upload\/)?sign\//.test(path) && signature !== undefined
    if (isSigned && !signedClaims(signature, keys.jwtSecret))
      return context.json({ statusCode: '400', error: 'InvalidJWT', message: 'Invalid signature' }, 400)
    const { address, values } = extractQuoted(raw.url)
    const facts: RequestFacts = {
      method,
      path,
      headers: trustedHeaders(raw.headers, peerOf(context.env)),
      quoted: values,
    }
    const headers = new Headers(raw.headers)
    // A session keeps the true address of whoever opens it.
    const caller = facts.headers['x-forwarded-for'] ?? ''
    headers.set('x-forwarded-for', caller)
    const bytes = raw.body ? await context.req.arrayBuffer() : new ArrayBuffer()
    if (hasUnstorableText(raw.url, headers.get('content-type') ?? '', bytes))
      return context.json(unstorable, 400)
    const request = new Request(address, { method, headers, body: bytes.byteLength > 0 ? bytes : null })
    const passed = isUpload(request) ? await plainUpload(request) : request
    if (Number(passed.headers.get('content-length')) > maxUploadBytes) return tooLarge(context)
    return connection.requests.run(facts, async () =>
      path.startsWith('/auth/') ? accounts.respond(passed, callerKey(caller)) : services.fetch(passed),
    )
  })
  return api
}

/** For the clients of every service, each of which reads other names. */
const unstorable = {
  code: '22021',
  error: 'invalid_request',
  error_code: 'validation_failed',
  message: 'The request has characters that cannot be stored.',
  msg: 'The request has characters that cannot be stored.',
}

const tooLarge = (context: Context): Response =>
  context.json(
    {
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    },
    413,
  )

/** Checks both the connection and the Host header, against DNS rebinding. */
function fromThisMachine(url: URL, peer: string): boolean {
  return isLoopback(peer) && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
