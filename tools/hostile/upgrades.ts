import { some, type AttackRun } from './attack-run'
import { packet } from './send'

const key = 'dGhlIHNhbXBsZSBub25jZQ=='
const upgrade = (path: string, more = `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n`): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${more}\r\n`

const packets: Readonly<Record<string, string>> = {
  'an upgrade of //': upgrade('//'),
  'an upgrade of // without a key': upgrade('//', ''),
  'an upgrade of http://[': upgrade('http://['),
  'an upgrade of //[': upgrade('//['),
  'an upgrade of //@:': upgrade('//@:'),
  'an upgrade of *': upgrade('*'),
  'an upgrade of /%': upgrade('/realtime/v1/websocket?apikey=%&vsn=%E0%A4%A'),
  'an upgrade of the proxy with //': upgrade('//supabase/realtime/v1/websocket'),
  'an upgrade of the proxy with a bad key': upgrade('/supabase/realtime/v1/websocket?apikey=x&vsn=1.0.0'),
  'an upgrade without a version': upgrade('/realtime/v1/websocket?apikey=x', `Sec-WebSocket-Key: ${key}\r\n`),
  'an upgrade with a broken key': upgrade(
    '/realtime/v1/websocket?apikey=x',
    'Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n',
  ),
  'an upgrade to something else':
    `GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n` +
    'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n',
  'an upgrade of an absolute address': upgrade('http://evil.example/realtime/v1/websocket'),
  'an upgrade with 8 KB of key': upgrade(`/realtime/v1/websocket?apikey=${'x'.repeat(8000)}`),
}

/** Whether the server still answers a valid request. */
const answers = async (origin: string, path: string): Promise<boolean> =>
  /^HTTP\/1\.1 200/.test(
    await packet(origin, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
  )

/** Upgrade requests, and connections reset during them, end no process. */
export async function hostileUpgrades(attackRun: AttackRun): Promise<void> {
  const { url, web, pids } = attackRun.target
  const servers: readonly (readonly [string, string, string])[] = [
    ['backend', url, '/health'],
    ...(web ? [['web server', web, '/healthz'] as const] : []),
  ]
  for (const [server, origin, health] of servers) {
    for (const [what, bytes] of some(attackRun, Object.entries(packets), 7)) {
      const attack = `${what}, sent to the ${server}`
      attackRun.report.tried(attack)
      const before = pids()
      attackRun.report.calls += 1
      const heard = await packet(origin, bytes, { waitMs: attackRun.share === 1 ? 500 : 100 })
      const alive = await answers(origin, health)
      const ended = Object.entries(pids())
        .filter(([part, pid]) => before[part] !== pid)
        .map(([part]) => part)
      if (!alive || ended.length > 0) {
        attackRun.report.wrong(
          attack,
          bytes,
          heard.slice(0, 100) || 'nothing',
          `the ${ended.join(' and the ') || server} was ended`,
        )
        await untilAlive(origin, health)
      }
      if (/HTTP\/1\.1 5\d\d/.test(heard) && !/ 50[23] /.test(heard))
        attackRun.report.wrong(attack, bytes, heard.slice(0, 100), 'an error of the server')
    }
    await resets(attackRun, server, origin, health)
  }
}

async function untilAlive(origin: string, health: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && !(await answers(origin, health)))
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
}

async function resets(attackRun: AttackRun, server: string, origin: string, health: string): Promise<void> {
  const attack = `60 upgrades that are reset, sent to the ${server}`
  attackRun.report.tried(attack)
  const before = attackRun.target.pids()
  const paths = [
    '/realtime/v1/websocket?apikey=x&vsn=1.0.0',
    `/realtime/v1/websocket?apikey=${attackRun.target.publishableKey}&vsn=2.0.0`,
    '/supabase/realtime/v1/websocket?apikey=x',
    '/nothing',
  ]
  for (let index = 0; index < 60; index += 1) {
    attackRun.report.calls += 1
    await packet(origin, upgrade(paths[index % paths.length] ?? '/'), { reset: true, waitMs: 200 })
  }
  const alive = await answers(origin, health)
  const now = attackRun.target.pids()
  if (alive && Object.entries(before).every(([part, pid]) => now[part] === pid)) return
  attackRun.report.wrong(
    attack,
    'connections that are reset as soon as the upgrade was asked for',
    JSON.stringify(now),
    `the ${server} or what is behind it was ended`,
  )
  await untilAlive(origin, health)
}
