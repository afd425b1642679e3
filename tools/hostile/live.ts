import { WebSocket } from 'ws'
import { rpc, type AttackRun } from './attack-run'

/** Refused input must not forge lines of the shop's log (log injection). */
export async function forgedLogLines(attackRun: AttackRun): Promise<void> {
  const attack = 'lines forged in the log'
  const from = attackRun.target.log().length
  const logText = '%1b[31mEVIL%0aShop%20ready:%20http://evil.example%0d%0a%20%20at%20evil'
  const queries = [
    `name=fts.${logText}`,
    `name=plfts(${logText}).x`,
    `${logText}=eq.1`,
    `select=${logText}`,
    `order=${logText}`,
    `name=match.${logText}(`,
    `or=(${logText}`,
  ]
  for (const query of queries)
    await attackRun.ask(attack, { by: 'guest', method: 'GET', path: `/rest/v1/products?${query}` })
  await attackRun.ask(
    attack,
    rpc('check_promotion', { p_code: '\u001b[31mEVIL\nShop ready: http://evil.example' }),
  )
  if (attackRun.target.web !== null) {
    await attackRun.ask(attack, {
      way: 'web',
      method: 'GET',
      path: '/products/%1b[31mEVIL%0aShop%20ready:%20http://evil.example',
    })
  }
  const said = attackRun.target.log().slice(from)
  const line = said.split('\n').find((one) => /^\s*Shop ready: http:\/\/evil/.test(one))
  const escape = said.indexOf('\u001b')
  if (line !== undefined)
    attackRun.report.wrong(attack, 'a filter with a line break', line, 'a caller writes lines of the log')
  if (escape >= 0)
    attackRun.report.wrong(
      attack,
      'a filter with an escape sequence',
      said.slice(escape, escape + 60),
      'a caller writes control signs to the terminal',
    )
}

/** A realtime client with the protocol of supabase-js. */
interface Listener {
  /** Joins a topic with subscriptions to a table. */
  join(topic: string, subscriptions?: number): void
  heard: string[]
  socket: WebSocket
}

function listen(attackRun: AttackRun): Promise<Listener | null> {
  const { url, publishableKey } = attackRun.target
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`,
  )
  const heard: string[] = []
  let ref = 0
  attackRun.report.calls += 1
  socket.on('message', (frame: Buffer) => {
    heard.push(frame.toString())
  })
  const join = (topic: string, subscriptions = 1): void => {
    ref += 1
    attackRun.report.calls += 1
    const expected = Array.from({ length: subscriptions }, () => ({
      event: '*',
      schema: 'public',
      table: 'products',
    }))
    if (socket.readyState === WebSocket.OPEN)
      socket.send(
        JSON.stringify([
          String(ref),
          String(ref),
          `realtime:${topic}`,
          'phx_join',
          { config: { postgres_changes: expected } },
        ]),
      )
  }
  return new Promise((resolve) => {
    socket.once('open', () => {
      resolve({ join, heard, socket })
    })
    socket.once('error', () => {
      resolve(null)
    })
    socket.on('error', () => undefined)
  })
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Waits until a listener receives a match. @returns milliseconds it took; Infinity after `max` */
async function untilReceived({ heard }: Listener, what: RegExp, max: number): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < max) {
    if (heard.some((frame) => what.test(frame))) return performance.now() - from
    await pause(10)
  }
  return Infinity
}

/** Maximum delivery time of a change to other listeners, in milliseconds. */
const deliveryTimeoutMs = 2000

/** A client that joins 2,000 topics, or opens 300 connections, delays no other. */
export async function excessiveSubscriptions(attackRun: AttackRun): Promise<void> {
  const topics = '2,000 topics on one connection'
  attackRun.report.tried(topics)
  const [greedy, honest] = [await listen(attackRun), await listen(attackRun)]
  if (!greedy || !honest) {
    attackRun.report.wrong(topics, 'a live connection', 'refused', 'an honest listener cannot connect')
    return
  }
  honest.join('stock')
  if ((await untilReceived(honest, /"status":"ok"/, 5000)) === Infinity)
    attackRun.report.wrong(topics, 'an honest join', honest.heard.join(), 'it is not taken')
  for (let index = 0; index < (attackRun.share === 1 ? 2000 : 500); index += 1)
    greedy.join(`greedy-${String(index)}`, 10)
  await pause(1000)
  const taken = greedy.heard.filter((frame) => /"status":"ok"/.test(frame) && /phx_reply/.test(frame)).length
  const name = `heard-${String(attackRun.seed)}`
  await attackRun.target
    .sql`update products set collection = ${name} where id = ${attackRun.world.facts.product ?? ''}`
  const took = await untilReceived(honest, new RegExp(name), 15_000)
  if (took > deliveryTimeoutMs)
    attackRun.report.wrong(
      topics,
      'a change of one product',
      `heard after ${took.toFixed(0)} ms`,
      `one greedy listener delays others beyond ${String(deliveryTimeoutMs)} ms`,
    )
  if (taken > 400)
    attackRun.report.wrong(topics, 'phx_join', `${String(taken)} taken`, 'there is no limit of topics')
  greedy.socket.terminate()
  await connections(attackRun)
  honest.socket.terminate()
}

async function connections(attackRun: AttackRun): Promise<void> {
  const attack = '600 live connections of one address'
  attackRun.report.tried(attack)
  const open: Listener[] = []
  for (let index = 0; index < 600; index += 1) {
    const one = await listen(attackRun)
    if (!one) break
    open.push(one)
  }
  await pause(300)
  const left = open.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
  if (left >= 600)
    attackRun.report.wrong(attack, 'upgrade', `${String(left)} open`, 'there is no limit of connections')
  for (const { socket } of open) socket.terminate()
}
