import { randomUUID } from 'node:crypto'
import { account, type Account } from '../../supabase/tests/hostile/shop'
import { json, some, type Call, type AttackRun } from './attack-run'
import type { Reply } from './send'
import { lettersTo, newGuest, number, purchase, sessionOf } from './shoppers'
import { signIn } from './sign-in'

const headers = { 'content-type': 'application/json' }
const post = (path: string, body: unknown, more: Partial<Call> = {}): Call => ({
  by: 'guest',
  method: 'POST',
  path: `/auth/v1/${path}`,
  body: JSON.stringify(body),
  ...more,
  headers: { ...headers, ...more.headers },
})
const as = ({ token }: Account): Record<string, string> => ({ authorization: `Bearer ${token}` })

/** A paid order of a guest. @returns the guest's e-mail */
async function guestOrder(attackRun: AttackRun, attack: string): Promise<string> {
  const email = `victim-${randomUUID()}@example.test`
  const buyer = purchase(attackRun, attack, newGuest())
  await buyer.add(attackRun.world.facts.product ?? '', 1)
  await buyer.complete(sessionOf(await buyer.start({ email })))
  return email
}

const claimed = 'select count(*) as n from orders where email = $1 and user_id is not null'

/**
 * Follows every link and enters every code of an account's letters, as the owner of that mailbox
 * can.
 */
async function followLetters(
  attackRun: AttackRun,
  attack: string,
  mailbox: string,
  type: string,
): Promise<void> {
  for (const { text } of await lettersTo(attackRun, mailbox)) {
    for (const [link] of text.matchAll(/https?:\/\/\S*\/auth\/v1\/verify\S*/g)) {
      const { pathname, search } = new URL(link)
      await attackRun.ask(attack, { by: 'guest', method: 'GET', path: pathname + search })
    }
    const code = /code:\s*(\d{6})/.exec(text)?.[1]
    if (code) await attackRun.ask(attack, post('verify', { type, email: mailbox, token: code }))
  }
}

/** An address, and its guest orders, can only be claimed through its mailbox. */
export async function othersAddress(attackRun: AttackRun): Promise<void> {
  const attack = 'a change of e-mail confirmed from the old mailbox'
  const victim = await guestOrder(attackRun, attack)
  const attacker = await account(attackRun.world.backend, 'mover')
  const call: Call = {
    by: 'guest',
    method: 'PUT',
    path: '/auth/v1/user',
    headers: { ...headers, ...as(attacker) },
    body: JSON.stringify({ email: victim }),
  }
  const reply = await attackRun.ask(attack, call)
  await followLetters(attackRun, attack, attacker.email, 'email_change')
  const moved = await number(
    attackRun,
    'select count(*) as n from auth.users where email = $1 and email_confirmed_at is not null',
    [victim],
  )
  if (moved > 0)
    attackRun.wrong(
      attack,
      call,
      reply,
      "the account has the victim's address, and nobody read the victim's mailbox",
    )
  if ((await number(attackRun, claimed, [victim])) > 0)
    attackRun.wrong(attack, call, reply, "the victim's order belongs to the attacker")

  for (const path of ['otp', 'magiclink'] as const) {
    const name = `/auth/v1/${path} for an address of somebody else`
    const address = await guestOrder(attackRun, name)
    for (const body of [
      { email: address, create_user: true },
      { email: address },
      { email: address, create_user: true, data: { first_name: 'x' } },
    ]) {
      const answer = await attackRun.ask(name, post(path, body))
      if (answer.status < 400)
        attackRun.wrong(name, post(path, body), answer, 'the shop uses no such call: it is to be refused')
    }
    const confirmed = await number(
      attackRun,
      'select count(*) as n from auth.users where email = $1 and email_confirmed_at is not null',
      [address],
    )
    if (confirmed > 0)
      attackRun.report.wrong(
        name,
        'the accounts afterwards',
        String(confirmed),
        'an account is confirmed that nobody confirmed',
      )
    if ((await number(attackRun, claimed, [address])) > 0)
      attackRun.report.wrong(
        name,
        'the order of a guest',
        'has an account',
        'nobody proved that the address is theirs',
      )
  }
}

/** The differences between two responses that would reveal whether an address has an account. */
function difference(known: Reply, unknown: Reply): string | null {
  if (known.status !== unknown.status)
    return `${String(known.status)} for a known address, ${String(unknown.status)} for an unknown one`
  const shape = (reply: Reply): string => {
    const body = json(reply)
    if (typeof body !== 'object' || body === null) return reply.body
    const words = ['error_code', 'msg', 'message', 'error_description'].map((name) =>
      String(Reflect.get(body, name)),
    )
    const identities: unknown = Reflect.get(body, 'identities')
    return [
      ...Object.keys(body).sort(),
      ...words,
      Array.isArray(identities) ? String(identities.length) : '',
    ].join(' ')
  }
  return shape(known) === shape(unknown)
    ? null
    : `other words or fields: ${known.body.slice(0, 120)} and ${unknown.body.slice(0, 120)}`
}

interface Question {
  name: string
  ask: (email: string) => Call
  rounds: number
  /** Minimum pause between two calls of one caller, in milliseconds. */
  pause: number
}

const median = (times: number[]): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/**
 * Sign-up, sign-in, change, resend and reset respond alike, in content and time, for known and unknown
 * addresses.
 */
export async function accountEnumeration(attackRun: AttackRun): Promise<void> {
  const caller = await account(attackRun.world.backend, 'asker')
  const many = attackRun.share === 1 ? 9 : 2
  const questions: Question[] = [
    {
      name: 'sign-up',
      ask: (email) => post('signup', { email, password: 'a password for trying' }),
      rounds: many,
      pause: 0,
    },
    { name: 'sign-in', ask: (email) => signIn(email, 'a wrong password'), rounds: many, pause: 0 },
    { name: 'a reset', ask: (email) => post('recover', { email }), rounds: many, pause: 0 },
    { name: 'resending', ask: (email) => post('resend', { type: 'signup', email }), rounds: many, pause: 0 },
    {
      name: 'a change of e-mail',
      rounds: attackRun.share === 1 ? 3 : 1,
      pause: 1100,
      ask: (email) => ({
        by: 'guest',
        method: 'PUT',
        path: '/auth/v1/user',
        headers: { ...headers, ...as(caller) },
        body: JSON.stringify({ email }),
      }),
    },
  ]
  for (const { name, ask, rounds, pause } of some(attackRun, questions, 3)) {
    const attack = `${name} tells whether an address is known`
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    let answers: string | null = null
    for (let round = 0; round < rounds; round += 1) {
      // Each round uses new addresses, so that no rate limit responds instead.
      const confirmed = (await account(attackRun.world.backend, 'known')).email
      const unconfirmed = `unconfirmed-${randomUUID()}@example.test`
      await attackRun.ask(attack, post('signup', { email: unconfirmed, password: 'a password for trying' }))
      const unknown = await attackRun.ask(attack, ask(`nobody-${randomUUID()}@example.test`))
      await wait(pause)
      const known = await attackRun.ask(attack, ask(confirmed))
      await wait(pause)
      const waiting = await attackRun.ask(attack, ask(unconfirmed))
      times.known.push(known.milliseconds)
      times.unknown.push(unknown.milliseconds)
      answers ??= difference(known, unknown) ?? difference(waiting, unknown)
    }
    if (answers !== null) attackRun.report.wrong(attack, described(ask('…')), answers, 'the answers differ')
    if (rounds > 4) checkTimes(attackRun, attack, times)
  }
}

const described = ({ method, path }: Call): string => `${method} ${path}`

/** A timing difference that is measurable over a network. */
function checkTimes(
  attackRun: AttackRun,
  attack: string,
  { known, unknown }: Record<'known' | 'unknown', number[]>,
): void {
  const [one, other] = [median(known), median(unknown)]
  const [fast, slow] = [Math.min(one, other), Math.max(one, other)]
  if (slow > 3 * fast && slow - fast > 40) {
    attackRun.report.wrong(
      attack,
      `${String(known.length)} tries each`,
      `${one.toFixed(0)} ms for a known address, ${other.toFixed(0)} ms for an unknown one`,
      'the time tells it',
    )
  }
}
