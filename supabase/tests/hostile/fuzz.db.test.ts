import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call, table, type Attack, type Attacker } from '../declaration/attack'
import { cornerKeeper, fingerprints, type Fingerprint } from './fingerprint'
import { faults, send, withFacts } from './judge'
import { functions } from '../functions'
import { tables } from '../tables'
import { isClosed } from './functions'
import { openHostileShop, type HostileShop } from './shop'
import { hostileValues } from './values'

const runs = process.env.TEST_DEEP ? 10_000 : 150

let shop: HostileShop
let fingerprint: () => Promise<Fingerprint>
let tidy: () => Promise<void>
let untouched: Fingerprint
beforeAll(async () => {
  // The API prints what it refuses.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shop = await openHostileShop()
  tidy = await cornerKeeper(shop)
  await tidy()
  fingerprint = await fingerprints(shop)
  untouched = await fingerprint()
})
afterAll(() => shop.backend.stop())

const attacker = fc.constantFrom<Attacker>('guest', 'buyer', 'stranger')
const known = fc.constantFrom(
  '@product@',
  '@hidden@',
  '@victimUser@',
  '@victimCustomer@',
  '@victimOrder@',
  '@victimLine@',
  '@buyerLine@',
  '@guestCheckout@',
  '@unused@',
)
const scalar = fc.oneof(
  known.map((name) => JSON.stringify(name)),
  fc.constantFrom(...Object.values(hostileValues).filter((text) => text.length < 2000)),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)),
  fc.double().map((number) => String(number)),
)

function objectText(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

const rpcCall = fc.constantFrom(...Object.entries(functions)).chain(([rpc, { args }]) => {
  const names = Object.keys(args)
  const field = fc.tuple(names.length > 0 ? fc.constantFrom(...names) : fc.constant('p'), scalar)
  const strange = fc.tuple(fc.string({ maxLength: 12 }), scalar)
  const body = fc.oneof(
    {
      arbitrary: fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), scalar))).map(objectText),
      weight: 6,
    },
    { arbitrary: fc.array(fc.oneof(field, strange), { maxLength: 6 }).map(objectText), weight: 3 },
    { arbitrary: scalar, weight: 1 },
    { arbitrary: fc.string({ maxLength: 40 }), weight: 1 },
  )
  // Whoever knows a checkout's id may pay it: the one thing that must not be tried here.
  const unpaid =
    rpc === 'complete_checkout' ? body.map((text) => text.replaceAll('@guestCheckout@', '@unused@')) : body
  // Whoever deletes their account has nothing left to attack with.
  const by = rpc === 'delete_my_account' ? fc.constant<Attacker>('guest') : attacker
  return fc
    .tuple(by, unpaid)
    .map(([by, text]): Attack => call(`${by}: ${rpc}`, by, isClosed(rpc) ? 'refused' : 'harmless', rpc, text))
})

const columns = fc.constantFrom(
  'id',
  'user_id',
  'customer_id',
  'session_id',
  'status',
  'payment_status',
  'total',
  'price',
  'quantity',
  'product_id',
  'inventory_quantity',
  'role',
  'is_active',
  'email',
  'first_name',
  'name',
  'value',
  'key',
  'created_at',
  'items',
  'message',
  'is_read',
  'token_hash',
  'nonsense',
)
const operators = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lt',
  'like',
  'ilike',
  'in',
  'is',
  'cs',
  'cd',
  'ov',
  'fts',
  'match',
  'not.eq',
  'not.is',
  'nonsense',
  'eq(any)',
)
const filter = fc
  .tuple(
    columns,
    operators,
    fc.oneof(
      known,
      fc.constantFrom('null', 'true', '(1,2)', '{a,b}', '*', '0', 'not.is.null'),
      fc.string({ maxLength: 20 }),
    ),
  )
  .map(
    ([column, operator, value]) =>
      `${column}=${operator}.${/^@\w+@$/.test(value) ? value : encodeURIComponent(value.replace(/\p{Surrogate}/gu, 'x'))}`,
  )
const extra = fc.constantFrom(
  '',
  'select=*',
  'select=id',
  'order=id',
  'limit=1',
  'offset=1',
  'columns=id',
  'on_conflict=id',
  'or=(id.not.is.null)',
)
const prefer = fc.constantFrom(
  'return=representation',
  'return=minimal',
  'resolution=merge-duplicates,return=representation',
  'resolution=ignore-duplicates',
  'missing=default',
  'count=exact',
  'tx=commit',
)

const rowRequest = fc
  .record({
    name: fc.constantFrom(...Object.keys(tables)),
    by: attacker,
    method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET'),
    query: fc.array(fc.oneof(filter, extra), { maxLength: 3 }),
    rows: fc.oneof(
      fc.array(fc.tuple(columns, scalar), { maxLength: 5 }).map(objectText),
      fc
        .array(fc.array(fc.tuple(columns, scalar), { maxLength: 3 }).map(objectText), { maxLength: 3 })
        .map((rows) => `[${rows.join(',')}]`),
      scalar,
    ),
    prefer,
  })
  .map(({ name, by, method, query, rows, prefer: preference }): Attack =>
    table(
      `${by}: ${method} ${name}`,
      by,
      'harmless',
      method,
      `${name}?${query.filter((part) => part !== '').join('&')}`,
      method === 'GET' || method === 'DELETE' ? undefined : rows,
      { prefer: preference },
    ),
  )

async function harmless(attack: Attack): Promise<void> {
  const answer = await send(shop, attack)
  const accepted = attack.method !== 'GET' && answer.status < 300
  const now = accepted ? await fingerprint() : untouched
  const changed = Object.keys(now).filter((part) => now[part] !== untouched[part])
  untouched = now
  if (accepted) await tidy()
  const sent = typeof attack.body === 'string' ? withFacts(attack.body, shop.facts).slice(0, 300) : ''
  expect(
    { found: faults(shop, attack, answer), changed },
    `${attack.name} ${attack.path} ${sent} → ${String(answer.status)} ${answer.body.slice(0, 300)}`,
  ).toEqual({ found: [], changed: [] })
}

test('whatever JSON a function is called with changes nothing that it should not, and is answered in words', async () => {
  await fc.assert(fc.asyncProperty(rpcCall, harmless), { numRuns: runs })
})

test('whatever is asked of the tables changes nothing that it should not, and is answered in words', async () => {
  await fc.assert(fc.asyncProperty(rowRequest, harmless), { numRuns: runs })
  expect(await fingerprint()).toEqual(untouched)
})
