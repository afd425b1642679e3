import * as v from 'valibot'
import { refusal } from './request-gate'

/** Maximum nesting of a body: beyond it parsers overflow the stack. */
const maxDepth = 2000
/** Maximum length of an e-mail address (RFC 5321). */
const maxEmail = 254

const texts = [
  'email',
  'password',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'id_token',
  'access_token',
  'nonce',
  'provider',
  'auth_code',
  'code_verifier',
]
const namesAnAccount = /^\/auth\/v1\/(signup|user|recover|resend)$/

/**
 * Refuses a body that would crash a service: nested too deeply, or for the account service with fields of wrong types. Undefined when the body may pass.
 * @param request with its body in memory, which is left to be read
 */
export async function refusedBody(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  if (!request.body) return undefined
  const text = await request.clone().text()
  if (isTooDeep(text))
    return refusal(
      400,
      pathname,
      'bad_json',
      `The request body is nested more than ${String(maxDepth)} deep.`,
    )
  const name = inheritedName(parsed(text))
  if (name !== undefined)
    return refusal(400, pathname, 'bad_json', `"${name}" cannot be a name in the request body.`)
  if (pathname.startsWith('/storage/v1/object/list/')) return refusedListing(pathname, text)
  if (/^\/rest\/v1\/(?!rpc\/)/.test(pathname) && !/csv|form/.test(request.headers.get('content-type') ?? ''))
    return refusedRows(pathname, text)
  return pathname.startsWith('/auth/') ? refusedAccount(pathname, text) : undefined
}

/** Rows are an object or a list of objects. */
function refusedRows(path: string, text: string): Response | undefined {
  const rows = parsed(text)
  const isRow = (value: unknown): boolean =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
  if (rows === undefined || isRow(rows) || (Array.isArray(rows) && rows.every(isRow))) return undefined
  return refusal(400, path, 'PGRST102', 'The request body must be an object or a list of objects.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listing = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ sortBy: v.nullish(v.object({ column: v.nullish(v.string()), order: v.nullish(v.string()) })) }),
)
const sortable: ReadonlySet<string | null | undefined> = new Set([
  'name',
  'id',
  'created_at',
  'updated_at',
  'last_accessed_at',
  undefined,
  null,
])

function refusedListing(path: string, text: string): Response | undefined {
  const parsed = v.safeParse(listing, text)
  const { column, order } = (parsed.success ? parsed.output.sortBy : undefined) ?? {}
  if (sortable.has(column) && /^(asc|desc)?$/.test(order ?? '')) return undefined
  return refusal(400, path, 'invalid_sort', 'sortBy names no column and order that a list can have.')
}

function refusedAccount(path: string, text: string): Response | undefined {
  const refuse = (message: string): Response => refusal(400, path, 'validation_failed', message)
  const fields = parsed(text)
  if (fields === undefined) return undefined
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields))
    return refuse('The request body must be an object.')
  for (const name of texts) {
    const value: unknown = Reflect.get(fields, name)
    if (value !== undefined && value !== null && typeof value !== 'string')
      return refuse(`${name} must be text`)
  }
  if (!isStorable(fields)) return refuse('The request body holds letters that are no Unicode text.')
  const email: unknown = Reflect.get(fields, 'email')
  if (typeof email === 'string' && email.length > maxEmail)
    return refuse('Unable to validate email address: invalid format')
  if (namesAnAccount.test(path) && typeof email === 'string' && email !== '' && !isEmail(email))
    return refuse('Unable to validate email address: invalid format')
  return undefined
}

function isEmail(text: string): boolean {
  return /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[^\s@<>",;:()[\]\\]+$/.test(text)
}

/** Whether Postgres can store every text: it accepts neither NUL nor a lone surrogate. Iterative, not recursive. */
function isStorable(value: object): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string' && /\0|\p{Surrogate}/u.test(one)) return false
    if (one !== null && typeof one === 'object')
      for (const [name, part] of Object.entries(one)) open.push(name, part)
  }
  return true
}

// A value with its own `toString` breaks string conversion; no real field has one of these names.
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

function inheritedName(value: unknown): string | undefined {
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (one === null || typeof one !== 'object') continue
    const wrong = Array.isArray(one) ? undefined : Object.keys(one).find((name) => inherited.has(name))
    if (wrong !== undefined) return wrong
    for (const part of Object.values(one)) if (part !== null && typeof part === 'object') open.push(part)
  }
  return undefined
}

function isTooDeep(text: string): boolean {
  if (text.length <= maxDepth) return false
  let now = 0
  let inText = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (inText) {
      if (character === '\\') index += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '[' || character === '{') {
      now += 1
      if (now > maxDepth) return true
    } else if (character === ']' || character === '}') now -= 1
  }
  return false
}
