import type { Attack } from '../../supabase/tests/declaration/attack'
import { isStaff, type AttackedShop } from './fixtures'
import { withFacts, type Call, type Reply } from './send'

/** Maximum response time of any request, in milliseconds. */
export const slowestMs = 10_000

// What a reply must not reveal about the machine.
const internals: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\bat (async )?[\w.<>]+ ?\(?[^\s)",]*:\d+:\d+|\n\s+at /,
  'an internal path': /node_modules|file:\/\/|\/(tmp|home|work|usr|var|root)\/\w|\.(ts|js):\d+/,
  'SQL text':
    /\bselect\b[^;]{0,200}\bfrom\b|\binsert into\b|\bupdate\b[^.]{0,100}\bset\b|\bdelete from\b|PL\/pgSQL|\bLINE \d+:|\bQUERY:/i,
  'connection details': /postgres(ql)?:\/\/|\.s\.PGSQL|ECONNREFUSED|password=/i,
}

// Rows whose ids only their owners and staff may see.
const privateFacts = [
  'hidden',
  'victimUser',
  'victimCustomer',
  'victimOrder',
  'guestOrderId',
  'victimAddress',
  'victimLine',
  'victimCheckout',
  'victimMessage',
  'victimEmailJob',
  'victimToken',
  'victimShipment',
  'giftCard',
  'promotion',
  'staffUser',
  'staffRecord',
  'payment',
]

type Facts = Pick<AttackedShop, 'facts'>

/** All texts of a request, as they are and decoded: a reply may repeat them. */
function sentText({ facts }: Facts, { path, headers = {}, body }: Call): string {
  const text = [path, ...(typeof body === 'string' ? [body] : []), ...Object.values(headers)]
    .map((part) => withFacts(part, facts))
    .join(' ')
  return `${text} ${decoded(text)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  } catch {
    return ''
  }
}

/** How PostgREST rejects an embedding that could mean several relationships (PGRST201). */
const isAmbiguous = ({ status, body }: Reply): boolean => status === 300 && body.includes('PGRST201')

/** What is wrong with a reply to any request of any caller; empty when nothing is. 503 is right with Retry-After. */
export function replyFaults(shop: Facts, call: Call, reply: Reply): string[] {
  const { status, body, type, headers, milliseconds } = reply
  const found: string[] = []
  if (status === 0) found.push(`no answer: ${body}`)
  if (status >= 500 && !(status === 503 && headers['retry-after'])) found.push(`answered ${String(status)}`)
  if (milliseconds > slowestMs)
    found.push(`answered after ${milliseconds.toFixed(0)} ms, more than ${String(slowestMs)}`)
  if (/Failing row contains/i.test(body)) found.push('prints the row that a constraint refused')
  const sent = sentText(shop, call)
  for (const [what, pattern] of Object.entries(internals)) {
    // Pages and rows are prose that may contain these words; in a text or JSON error they reveal internals.
    const isProse = (status < 400 && !isAmbiguous(reply)) || (call.way === 'web' && type.includes('html'))
    if (what !== 'a stack trace' && isProse) continue
    // A rejection may quote the value it rejects.
    const shown = pattern.exec(body.replace(/\\"(?:[^"\\]|\\(?!"))*\\"/g, '""'))?.[0]
    if (shown !== undefined && !sent.includes(shown)) found.push(`shows ${what}: ${shown.slice(0, 80)}`)
  }
  return found
}

/** What is wrong with the backend's answer to an attack: what no reply may do, what was expected, and what it discloses. */
export function attackFaults(shop: AttackedShop, attack: Attack & Call, reply: Reply): string[] {
  const { status, body, type, location } = reply
  const found = replyFaults(shop, attack, reply)
  const isHome = status === 303 && location.startsWith(`${shop.siteUrl}/`)
  const isOdd = (status > 0 && status < 200) || (status >= 300 && status < 400) || status === 503
  if (isOdd && !isHome && !isAmbiguous(reply)) found.push(`answered ${String(status)}`)
  const isRejected = isAmbiguous(reply) || (status >= 400 && status < 500)
  if (isRejected && attack.method !== 'HEAD' && message(body, type) === '')
    found.push(`refused (${String(status)} ${type}) without a message`)
  if (attack.expects === 'rejected' && !isRejected) found.push(`not refused: ${String(status)}`)
  if (attack.expects === 'nothing' && !isRejected && !isEmpty(reply))
    found.push(`gave or changed rows: ${String(status)}`)
  return [
    ...found,
    ...disclosed(shop, attack, reply),
    ...(isRejected ? repeatedTokens(shop, attack, body) : []),
  ]
}

/** Texts of other people's rows, and secrets of the shop, that the caller did not send. */
function disclosed(shop: AttackedShop, attack: Attack, { body }: Reply): string[] {
  const sent = sentText(shop, attack)
  const shows = (text: string): boolean => text !== '' && body.includes(text) && !sent.includes(text)
  // Staff may read shoppers' rows, but never what opens an account or a session.
  const secrets = isStaff(attack.by)
    ? shop.secrets.filter((text) => /^(sb_secret_|eyJ|[0-9a-f]{64}$)/.test(text))
    : shop.secrets
  const ids = isStaff(attack.by) ? [] : privateFacts
  return [
    ...secrets.filter(shows).map((text) => `tells a secret: ${text.slice(0, 40)}`),
    ...ids
      .filter((name) => shows(shop.facts[name] ?? ''))
      .map((name) => `shows a row of somebody else: ${name}`),
  ]
}

function repeatedTokens(shop: AttackedShop, { by, headers = {} }: Attack, body: string): string[] {
  const bearer = shop.headers[by].authorization ?? headers.authorization
  const own = [
    bearer?.split(' ')[1] ?? '',
    shop.headers[by]['x-session-id'] ?? '',
    ...Object.values(headers).map((value) => withFacts(value, shop.facts)),
  ]
  return own.some((token) => token.length > 30 && body.includes(token)) ? ['repeats a token'] : []
}

/** The words of a rejection, in the format of whichever service rejected; '' without any. */
function message(body: string, type: string): string {
  if (!/json/.test(type)) return ''
  try {
    const parsed: unknown = JSON.parse(body)
    if (parsed === null || typeof parsed !== 'object') return ''
    const named = ['message', 'msg', 'error_description', 'error'].map((name): unknown =>
      Reflect.get(parsed, name),
    )
    return named.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? ''
  } catch {
    return ''
  }
}

function isEmpty({ status, body, range }: Reply): boolean {
  if (range !== '' && !/\/(0|\*)$/.test(range)) return false
  return (
    status === 204 ||
    ['', '[]', 'null', '0', '[null]', '[{"count":0}]'].includes(body.trim()) ||
    /^"[^"]*"\s*$/.test(body) ||
    /^[\w,]*\s*$/.test(body)
  )
}
