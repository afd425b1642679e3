import { App } from '@supabase/lite'
import type { Sql } from 'postgres'
import { Accounts } from './accounts'
import { answerAdminUsers } from './admin-users'
import { refusedBody } from './body-check'
import { boundedBody } from './body-limit'
import { trustedHeaders, callerKey, isLoopback } from './caller'
import type { Keys } from './keys'
import { initWithStorage } from './lite-hooks'
import { mailPage, mailPagePolicy, readMail, receiveMail } from './mailbox'
import type { RequestConnection, RequestFacts } from './request-context'
import { refuseUnreadable } from './request-gate'
import { extractQuoted } from './quoted-filters'
import { lowestMinimum } from './sign-up'
import { removeOwners } from './storage-responses'
import { FileStorage } from './storage-files'
import { describeRefusal } from './refusal-message'
import { isUpload, maxObjectBytes, plainUpload } from './upload-request'

export interface ApiOptions {
  url: string
  siteUrl: string
  keys: Keys
  connection: RequestConnection
  /** A superuser's connection. */
  sql: Sql
  objects: string
}

/** Answers a request; `peer` is the IP address it came from. */
export type Handler = (request: Request, peer: string) => Promise<Response>

const services = /^\/(rest|auth|storage)\/v1(\/|$)/

/** The HTTP API: the Supabase services, `/health`, and the mailbox for browsers on this machine. */
export async function createApi(options: ApiOptions): Promise<Handler> {
  const { connection, sql, keys } = options
  const app = new App({
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
    storage: { enabled: true, file_size_limit: `${maxObjectBytes}` },
    db: { migrations: { enabled: false } },
    options: { server: { admin: false, disableStudio: true } },
  })
  await initWithStorage(app, new FileStorage(options.objects))
  const accounts = new Accounts({
    sql,
    keys,
    apiUrl: options.url,
    siteUrl: options.siteUrl,
    serve: async (request) => app.fetch(request),
  })

  const serve = async (request: Request, peer: string): Promise<Response> => {
    const url = new URL(request.url)
    if (url.pathname === '/health') return Response.json({ status: 'ok' })
    if (url.pathname === '/mailbox' || url.pathname === '/mailbox.json') return mailbox(request, peer)
    if (!services.test(url.pathname))
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    const refused = refuseUnreadable(request, keys)
    if (refused) return refused
    if (/^\/auth\/v1\/admin\/users(\/|$)/.test(url.pathname)) return answerAdminUsers(request, sql, keys)
    const uploads = isUpload(request)
    const plain = uploads ? await plainUpload(request) : await boundedBody(request)
    const unfit = plain instanceof Response ? plain : uploads ? undefined : await refusedBody(plain)
    if (unfit) return unfit
    if (plain instanceof Response) return plain
    const { address, values } = extractQuoted(plain.url)
    const passed = values.size > 0 ? await addressed(plain, address) : plain
    const facts: RequestFacts = {
      method: plain.method,
      path: url.pathname,
      headers: trustedHeaders(plain.headers, peer),
      quoted: values,
    }
    // A session keeps the true address of whoever opens it.
    passed.headers.set('x-forwarded-for', facts.headers['x-forwarded-for'] ?? '')
    return connection.requests.run(facts, async () => {
      if (url.pathname.startsWith('/auth/'))
        return describeRefusal(
          await accounts.answer(passed, callerKey(facts.headers['x-forwarded-for'] ?? '')),
          facts,
        )
      const answer = await describeRefusal(await app.fetch(passed), facts)
      return /^\/storage\/v1\/(bucket|object\/(info|list|list-v2))(\/|$)/.test(url.pathname)
        ? removeOwners(answer)
        : answer
    })
  }

  const mailbox = async (request: Request, peer: string): Promise<Response> => {
    const url = new URL(request.url)
    if (!fromThisMachine(url, peer))
      return new Response('The mailbox opens on this machine only.\n', { status: 403 })
    if (request.method === 'POST' && url.pathname === '/mailbox')
      return receiveMail(request, sql, keys.secretKey)
    const mails = await readMail(sql)
    if (url.pathname.endsWith('.json') || request.headers.get('accept')?.includes('application/json'))
      return Response.json(mails)
    return new Response(mailPage(mails), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPagePolicy },
    })
  }

  return async (request, peer) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'OPTIONS') return preflight(request)
    const response = await serve(request, peer)
    return pathname.startsWith('/mailbox') ? response : withCors(response)
  }
}

/** The request with another address. Its parts are read one by one: the server's request is not one that Node can copy. */
async function addressed(request: Request, address: string): Promise<Request> {
  const { method, headers, body } = request
  return new Request(address, { method, headers, body: body && (await request.arrayBuffer()) })
}

/** Checks both the connection and the Host header, against DNS rebinding. */
function fromThisMachine(url: URL, peer: string): boolean {
  return isLoopback(peer) && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

const exposed =
  'Content-Range, Content-Location, Content-Encoding, Location, Preference-Applied, Range-Unit, X-Total-Count, Link'

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '7200',
      vary: 'access-control-request-headers',
    },
  })
}

function withCors(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposed)
  // No content sniffing: an upload must not run as a script.
  headers.set('x-content-type-options', 'nosniff')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
