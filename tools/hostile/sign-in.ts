import { randomUUID } from 'node:crypto'
import { account } from '../../supabase/tests/hostile/shop'
import { residentBytes } from './database'
import { field, type Call, type AttackRun } from './attack-run'
import { loopback, type Reply } from './send'
import { lettersTo } from './shoppers'

const headers = { 'content-type': 'application/json' }
const password = 'correct horse battery staple'

/** A sign-in. @param path another spelling of the same path */
export const signIn = (
  email: string,
  secret: string,
  more: Partial<Call> = {},
  path = '/auth/v1/token',
): Call => ({
  by: 'guest',
  method: 'POST',
  path: `${path}?grant_type=password`,
  headers,
  body: JSON.stringify({ email, password: secret }),
  ...more,
})

/** Sign-ins with an e-mail of 1 MB each leave no trace in the memory of the backend. */
export async function largeEmails(attackRun: AttackRun): Promise<void> {
  const attack = 'sign-ins with an e-mail of 1 MB'
  const before = residentBytes(attackRun.target.pids().backend ?? 0)
  const count = attackRun.share === 1 ? 400 : 30
  for (let index = 0; index < count; index += 1) {
    const email = `${String(index)}${'x'.repeat(1_000_000)}@example.test`
    const reply = await attackRun.ask(
      attack,
      signIn(email, 'wrong', { way: index % 2 === 0 ? 'backend' : 'proxy' }),
    )
    if (reply.status < 400) attackRun.wrong(attack, signIn('(1 MB)', 'wrong'), reply, 'it is not refused')
    // A missing response is a finding of its own.
    if (reply.status === 0) break
  }
  const after = residentBytes(attackRun.target.pids().backend ?? 0)
  const grown = ((after ?? 0) - (before ?? 0)) / 2 ** 20
  if (before !== null && after !== null && grown > 200) {
    attackRun.report.wrong(
      attack,
      `${String(count)} sign-ins`,
      `${grown.toFixed(0)} MB more memory`,
      'refused input stays in memory',
    )
  }
}

/** A code of six digits is void after a few wrong ones, from however many addresses they come. */
export async function guessedCodes(attackRun: AttackRun): Promise<void> {
  const attack = 'guessing the code of a reset'
  const victim = await account(attackRun.world.backend, 'guessed')
  await attackRun.ask(attack, {
    by: 'guest',
    method: 'POST',
    path: '/auth/v1/recover',
    headers,
    body: JSON.stringify({ email: victim.email }),
  })
  const [letter] = await lettersTo(attackRun, victim.email)
  const code = /code:\s*(\d{6})/.exec(letter?.text ?? '')?.[1] ?? ''
  const verify = (token: string): Call => ({
    by: 'guest',
    method: 'POST',
    path: '/auth/v1/verify',
    headers,
    body: JSON.stringify({ type: 'recovery', email: victim.email, token }),
  })
  for (let index = 0; index < 40; index += 1) {
    await attackRun.ask(attack, verify(String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')))
  }
  const reply = await attackRun.ask(attack, verify(code))
  if (field(reply, 'access_token') !== '')
    attackRun.wrong(attack, verify(code), reply, 'the code still opens the account after 40 wrong ones')
}

/** Another spelling of a path passes no limit and no check. */
export async function encodedPaths(attackRun: AttackRun): Promise<void> {
  const attack = 'paths with encoded letters'
  const victim = await account(attackRun.world.backend, 'encoded')
  const from = loopback(0x34_0001)
  for (let index = 0; index < 12; index += 1)
    await attackRun.ask(attack, signIn(victim.email, 'wrong', { from }))
  for (const path of [
    '/auth/v1/%74oken',
    '/auth/v1/toke%6e',
    '/auth/v1/%74%6f%6b%65%6e',
    '/%61uth/v1/token',
    '/auth/v1//token',
    '/auth/v1/./token',
    '/auth/v1/x/../token',
    '/auth/v1/token/',
    '/AUTH/v1/token',
    '/auth/v1/token%2f',
  ]) {
    for (const way of ['backend', 'proxy'] as const) {
      const call = signIn(victim.email, password, { from, way }, path)
      const reply = await attackRun.ask(attack, call)
      if (field(reply, 'access_token') !== '')
        attackRun.wrong(attack, call, reply, 'a locked account is opened by another spelling of the path')
    }
  }
  const listing = JSON.stringify({ prefix: '', sortBy: { column: 'name; drop table orders', order: 'x' } })
  for (const path of [
    '/storage/v1/object/%6cist/product-images',
    '/storage/v1/object/list%2fproduct-images',
    '/storage/v1/%6fbject/list/product-images',
  ]) {
    const call: Call = { by: 'guest', method: 'POST', path, headers, body: listing }
    const reply = await attackRun.ask(attack, call)
    if (reply.status < 400)
      attackRun.wrong(attack, call, reply, 'a listing that is refused under its own path is answered')
  }
}

/** Thirty tries at once are counted like thirty in turn. */
export async function signInsAtOnce(attackRun: AttackRun): Promise<void> {
  const attack = '30 sign-ins at once'
  const victim = await account(attackRun.world.backend, 'stormed')
  const from = loopback(0x34_0002)
  const replies: Reply[] = await Promise.all(
    Array.from({ length: 30 }, () =>
      attackRun.ask(attack, signIn(victim.email, `wrong-${randomUUID()}`, { from })),
    ),
  )
  const tried = replies.filter(({ status }) => status === 400).length
  const [first] = replies
  if (tried > 12 && first)
    attackRun.wrong(
      attack,
      signIn(victim.email, 'wrong', { from }),
      first,
      `${String(tried)} of 30 passwords were looked at, more than the ten that one may try`,
    )
}

/** Sign-ups, and letters to one mailbox, are limited. */
export async function signUpsWithoutEnd(attackRun: AttackRun): Promise<void> {
  const attack = '60 sign-ups from one address'
  const from = loopback(0x34_0003)
  let last = 0
  for (let index = 0; index < 60 && last !== 429; index += 1) {
    last = (
      await attackRun.ask(attack, {
        by: 'guest',
        method: 'POST',
        path: '/auth/v1/signup',
        headers,
        from,
        body: JSON.stringify({ email: `many-${randomUUID()}@example.test`, password }),
      })
    ).status
  }
  if (last !== 429)
    attackRun.report.wrong(attack, 'POST /auth/v1/signup', String(last), 'none was rate limited')
  const letters = '40 reset letters to one mailbox'
  const victim = await account(attackRun.world.backend, 'flooded')
  await Promise.all(
    Array.from({ length: 40 }, () =>
      attackRun.ask(letters, {
        by: 'guest',
        method: 'POST',
        path: '/auth/v1/recover',
        headers,
        body: JSON.stringify({ email: victim.email }),
      }),
    ),
  )
  const sent = (await lettersTo(attackRun, victim.email)).length
  if (sent > 20)
    attackRun.report.wrong(
      letters,
      'POST /auth/v1/recover × 40',
      `${String(sent)} letters`,
      'more than 20 letters reach one mailbox within a moment',
    )
}
