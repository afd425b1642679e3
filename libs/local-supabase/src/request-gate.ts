import { refusedCast, refusedEmbedding } from '@shop/settings/request-rules'
import * as v from 'valibot'
import type { Keys } from './keys'
import { signedClaims } from './token'

/** Columns that one reading may name. */
const maxSelectEntries = 500

// Inherited property names, against prototype pollution: the services use filter names as object keys.
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))
const listsNames = new Set(['select', 'order', 'columns', 'on_conflict'])

const header = v.pipe(v.string(), v.parseJson(), v.object({ alg: v.literal('HS256') }))

/**
 * Refuses what no service can read or should try to: an undecodable path, a malformed token, a select
 * nested too deeply. Undefined when the request may pass.
 */
export function refuseUnreadable(request: Request, keys: Keys): Response | undefined {
  const url = new URL(request.url)
  if (!isText(url.pathname) || !isText(url.search))
    return refusal(400, url.pathname, 'bad_request', 'The address holds bytes that are no text.')
  const authorization = /^bearer\s+(\S.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (
    authorization !== undefined &&
    authorization !== keys.publishableKey &&
    authorization !== keys.secretKey &&
    !isToken(authorization)
  ) {
    return refusal(401, url.pathname, 'bad_jwt', 'The authorization holds no valid token.')
  }
  const signature = url.searchParams.get('token')
  if (
    signature !== null &&
    /^\/storage\/v1\/object\/(upload\/)?sign\//.test(url.pathname) &&
    !signedClaims(signature, keys.jwtSecret)
  ) {
    return refusal(400, url.pathname, 'InvalidJWT', 'The signature of this address is not valid.')
  }
  return url.pathname.startsWith('/rest/') ? refusedQuery(url) : undefined
}

function refusedQuery(url: URL): Response | undefined {
  for (const [name, value] of url.searchParams) {
    const used = [
      ...operators(name),
      ...operators(listsNames.has(name.split('.').at(-1) ?? '') ? value : ''),
      ...(/(^|\.)(or|and)$/.test(name) ? fields(value) : []),
    ]
    const wrong = used.find((operator) => inherited.has(operator))
    if (wrong !== undefined) return refusal(400, url.pathname, '42703', `column ${wrong} does not exist`)
  }
  for (const select of url.searchParams.getAll('select')) {
    if (select.split(',').length > maxSelectEntries)
      return refusal(
        400,
        url.pathname,
        'PGRST100',
        `More than ${String(maxSelectEntries)} columns are asked for at once.`,
      )
  }
  const wrong = refusedEmbedding(url.searchParams) ?? refusedCast(url.searchParams)
  return wrong === undefined ? undefined : refusal(400, url.pathname, 'PGRST100', wrong)
}

function operators(text: string): string[] {
  return text.split(/[^\w]+/)
}

/** The columns and operators of a logic tree. */
function fields(tree: string): string[] {
  return [...tree.matchAll(/(?:^|[(,])[\s"]*(?:not\.)?[\s"]*(\w+)/g)].map((match) => match[1] ?? '')
}

function isText(encoded: string): boolean {
  try {
    return !decodeURIComponent(encoded).includes('\0')
  } catch {
    return false
  }
}

/** Three parts of which the first names our algorithm; whether the signature is ours is for the services to say. */
function isToken(text: string): boolean {
  const [head = '', body = '', signature = '', ...more] = text.split('.')
  return (
    more.length === 0 &&
    body !== '' &&
    signature !== '' &&
    v.is(header, Buffer.from(head, 'base64url').toString())
  )
}

/** A refusal in the format of the requested service. */
export function refusal(status: number, path: string, code: string, message: string): Response {
  if (path.startsWith('/auth/'))
    return Response.json({ code: status, error_code: code, msg: message }, { status })
  if (path.startsWith('/storage/'))
    return Response.json({ statusCode: String(status), error: code, message }, { status })
  return Response.json(
    { code: code === 'bad_jwt' ? 'PGRST301' : code, message, details: null, hint: null },
    { status },
  )
}
