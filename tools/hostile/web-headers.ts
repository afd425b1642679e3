import { some, type Call, type AttackRun } from './attack-run'
import { loopback } from './send'

/** Odd compressions, methods and headers. */
export async function oddHeaders(attackRun: AttackRun): Promise<void> {
  const attack = 'headers that ask for no Brotli'
  const encodings: readonly [string, string[]][] = [
    ['br;q=0', ['']],
    ['br;q=0, gzip', ['gzip']],
    ['br;q=0.0, gzip;q=0.5', ['gzip']],
    ['gzip;q=0, br', ['br']],
    ['gzip;q=0', ['']],
    ['identity', ['']],
    ['*;q=0, identity', ['']],
    ['br; q=0 , gzip; q=0', ['']],
    ['', ['']],
    ['BR;Q=0', ['']],
    ['xbr, gzip', ['gzip']],
    ['brx', ['']],
  ]
  for (const [accepted, allowed] of encodings) {
    for (const page of ['/', '/faq']) {
      const call: Call = { way: 'web', method: 'GET', path: page, headers: { 'accept-encoding': accepted } }
      const reply = await attackRun.ask(attack, call)
      const used = reply.headers['content-encoding'] ?? ''
      if (reply.status === 200 && !allowed.includes(used))
        attackRun.wrong(attack, call, reply, `answered in "${used}", which the client has refused`)
    }
  }
  await oddRequests(attackRun)
}

async function oddRequests(attackRun: AttackRun): Promise<void> {
  const attack = 'headers and methods of strange clients'
  const headers: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-original-url': '/admin' },
    { host: 'evil.example' },
    { forwarded: 'host=evil.example' },
    { 'x-forwarded-for': `${'1.1.1.1, '.repeat(800)}` },
    { 'x-forwarded-for': '<script>' },
    { connection: 'close, host, cookie' },
    { te: 'trailers' },
    { range: 'bytes=0-99999999999' },
    { 'if-none-match': 'W/"x", *' },
    { 'if-modified-since': 'never' },
    { cookie: `shop_guest=${'a'.repeat(6000)}` },
    { cookie: '__proto__=1; constructor=2; =; ;' },
    { cookie: 'guest=%E0%A4%A; session=%00' },
    { 'content-length': '0' },
    { 'accept-language': '*;q=1e400' },
    { expect: '100-continue' },
    { accept: '*/*;q=nan' },
  ]
  for (const given of some(attackRun, headers, 6)) {
    for (const page of ['/', '/cart', '/products?brand=x', '/config.json']) {
      const call: Call = { way: 'web', method: 'GET', path: page, headers: given, from: loopback(0x31_0001) }
      const reply = await attackRun.ask(attack, call)
      if (/evil\.example/.test(reply.body + reply.location))
        attackRun.wrong(attack, call, reply, 'the Host header appears in the page')
    }
  }
  for (const method of some(
    attackRun,
    ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'PURGE'],
    3,
  )) {
    for (const page of [
      '/',
      '/products',
      '/config.json',
      '/healthz',
      '/sw.js',
      '/vitals.json',
      '/media/og.jpg',
    ]) {
      await attackRun.ask(attack, { way: 'web', method, path: page, from: loopback(0x31_0001) })
    }
  }
}
