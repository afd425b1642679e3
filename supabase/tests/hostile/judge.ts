import { Agent, request } from 'node:http'
import type { Attack } from '../declaration/attack'
import type { BackendAccess, HostileShop } from './shop'

/** What came back; `status` 0 when nothing did. */
export interface Answer {
  status: number
  type: string
  body: string
  range: string
  location: string
}

const patienceMs = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let sent = 0

/** Replaces `@name@` by the shop's fact of that name. */
export function withFacts(text: string, facts: Record<string, string>): string {
  return text.replace(/@(\w+)@/g, (whole, name: string) => facts[name] ?? whole)
}

/** Sends an attack as it stands: no client tidies its path, headers or body. */
export function send(shop: HostileShop, attack: Attack): Promise<Answer> {
  const { facts } = shop
  const given = Object.entries({ ...shop.headers[attack.by], ...attack.headers }).map(([name, value]) => [
    name.toLowerCase(),
    withFacts(value, facts),
  ])
  sent += 1
  // Each from an address of its own, so that one limit does not answer for all.
  const headers = {
    'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    ...Object.fromEntries(given),
  }
  const body = typeof attack.body === 'string' ? Buffer.from(withFacts(attack.body, facts)) : attack.body
  const { hostname, port } = new URL(shop.backend.url)
  return new Promise((resolve) => {
    const nothing = (why: string): void =>
      resolve({ status: 0, type: '', body: why, range: '', location: '' })
    const outgoing = request({
      agent,
      hostname,
      port,
      method: attack.method,
      path: withFacts(attack.path, facts),
      headers:
        body && !('transfer-encoding' in headers)
          ? { 'content-length': body.byteLength, ...headers }
          : headers,
    })
    outgoing.setTimeout(patienceMs, () => {
      nothing(`no answer within ${patienceMs} ms`)
      outgoing.destroy()
    })
    outgoing.once('error', (error) => nothing(error.message))
    outgoing.once('response', (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.once('error', (error) => nothing(error.message))
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers['content-type'] ?? '',
          body: Buffer.concat(parts).toString(),
          range: incoming.headers['content-range'] ?? '',
          location: incoming.headers.location ?? '',
        }),
      )
    })
    outgoing.end(body)
  })
}

/** What tells the attacker about the machine rather than about the mistake. */
export const leaks: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\bat (async )?[\w.<>]+ ?\(?[^\s)]*:\d+:\d+|\n\s+at /,
  'an internal path': /node_modules|file:\/\/|\/(tmp|home|work|usr|var|root)\/\w|\.(ts|js):\d+/,
  'SQL text':
    /\bselect\b[^;]{0,200}\bfrom\b|\binsert into\b|\bupdate\b[^.]{0,100}\bset\b|\bdelete from\b|PL\/pgSQL|\bLINE \d+:|\bQUERY:/i,
  'connection details': /postgres(ql)?:\/\/|\.s\.PGSQL|ECONNREFUSED|password=/i,
}

/** What is wrong with an answer to an attack; empty when nothing is. */
export function faults(shop: HostileShop<BackendAccess>, attack: Attack, answer: Answer): string[] {
  const { status, body, type } = answer
  const text = `${withFacts(attack.path, shop.facts)} ${typeof attack.body === 'string' ? withFacts(attack.body, shop.facts) : ''} ${Object.values(
    attack.headers ?? {},
  )
    .map((value) => withFacts(value, shop.facts))
    .join(' ')}`
  const asked = `${text} ${decoded(text)}`
  const found: string[] = []
  const goesHome = status === 303 && answer.location.startsWith(`${shop.siteUrl}/`)
  // How PostgREST refuses an embedding that could mean several relationships (PGRST201).
  const isAmbiguous = status === 300 && body.includes('PGRST201')
  if (status < 200 || status >= 500 || (status >= 300 && status < 400 && !goesHome && !isAmbiguous))
    found.push(`answered ${status}`)
  const refused = isAmbiguous || (status >= 400 && status < 500)
  if (refused && attack.method !== 'HEAD' && message(body, type) === '')
    found.push(`refused (${status} ${type}) without a message`)
  if (attack.expects === 'refused' && !refused) found.push(`not refused: ${status}`)
  if (attack.expects === 'nothing' && !refused && !hasNothing(answer))
    found.push(`gave or changed rows: ${status}`)
  for (const [what, pattern] of Object.entries(leaks)) {
    // A refusal may quote the value it refuses; readings of the catalogue are prose.
    const shown = pattern.exec(body.replace(/\\"(?:[^"\\]|\\(?!"))*\\"/g, '""'))?.[0]
    if (!refused && what !== 'a stack trace') continue
    if (shown && !asked.includes(shown)) found.push(`shows ${what}: ${shown}`)
  }
  for (const secret of shop.secrets)
    if (body.includes(secret) && !asked.includes(secret)) found.push(`tells a secret: ${secret}`)
  const bearer = shop.headers[attack.by].authorization ?? attack.headers?.authorization
  const own = [
    bearer?.split(' ')[1],
    shop.headers[attack.by]['x-session-id'],
    ...Object.values(attack.headers ?? {}).map((value) => withFacts(value, shop.facts)),
  ]
  for (const token of own)
    if (refused && token && token.length > 30 && body.includes(token)) found.push('repeats a token')
  return found
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

/** The words of a refusal, in whichever of the services' manners; '' without any. */
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

function hasNothing({ status, body, range }: Answer): boolean {
  if (range !== '' && !/\/(0|\*)$/.test(range)) return false
  return (
    status === 204 ||
    ['', '[]', 'null', '0', '[null]', '[{"count":0}]'].includes(body.trim()) ||
    /^"[^"]*"\s*$/.test(body) ||
    /^[\w,]*\s*$/.test(body)
  )
}
