import { createHash } from 'node:crypto'
import type { Attack } from '../../supabase/tests/declaration/attack'
import { headerAttacks } from '../../supabase/tests/hostile/headers'
import { faults } from '../../supabase/tests/hostile/judge'
import { readAttacks } from '../../supabase/tests/hostile/reads'
import { forgedCheckouts } from '../../supabase/tests/hostile/forged-checkouts'
import { argumentAttacks, checkoutAttacks } from '../../supabase/tests/hostile/functions'
import { accountAttacks } from '../../supabase/tests/hostile/accounts'
import { bodyAttacks } from '../../supabase/tests/hostile/bodies'
import { storageAttacks } from '../../supabase/tests/hostile/files'
import { roleAttacks } from '../../supabase/tests/hostile/roles'
import { letterAttacks, ownRowAttacks, tableAttacks } from '../../supabase/tests/hostile/tables'
import type { Call, AttackRun } from './attack-run'
import type { ChangeMonitor } from './change-monitor'

/** The attacks that the database's own tests keep, by subject. */
const groups = (): Record<string, Attack[]> => ({
  'forged checkouts': forgedCheckouts(),
  'hostile arguments': argumentAttacks(),
  'hostile details of a checkout': checkoutAttacks(),
  'rows of tables': tableAttacks(),
  'rows of their own': ownRowAttacks(),
  'letters to the shop': letterAttacks(),
  'injected readings': readAttacks(),
  'forged papers and headers': headerAttacks(),
  'hostile accounts': accountAttacks(),
  files: storageAttacks(),
  'hostile bodies': bodyAttacks(),
  'staff beyond their role': roleAttacks(),
})

/** Sends them to the running shop, every third through the web server's proxy. */
export async function tryTableAttacks(attackRun: AttackRun, watch: ChangeMonitor): Promise<void> {
  for (const [attack, all] of Object.entries(groups())) {
    const chosen = all.filter(({ name }) => {
      const draw =
        createHash('sha256')
          .update(`${String(attackRun.seed)} ${name}`)
          .digest()
          .readUInt32LE() /
        2 ** 32
      return attackRun.share === 1 || draw < attackRun.share / 2
    })
    let index = 0
    for (const one of chosen)
      await tryListed(attackRun, watch, attack, one, (index += 1) % 3 === 0 && canBeProxied(one))
    const changed = await watch.byShoppers()
    if (changed.length > 0)
      attackRun.report.wrong(
        attack,
        'the calls that were refused',
        '',
        `together changed ${changed.join(', ')}`,
      )
  }
}

/** The proxy takes the services' paths as they stand, and hop-by-hop headers end at it. */
function canBeProxied({ path, headers = {} }: Attack): boolean {
  return (
    /^\/(rest|auth|storage)\/v1\/[\w@/-]*(\?|$)/.test(path) &&
    !('connection' in headers) &&
    !('expect' in headers) &&
    !('host' in headers)
  )
}

async function tryListed(
  attackRun: AttackRun,
  watch: ChangeMonitor,
  attack: string,
  one: Attack,
  proxied: boolean,
): Promise<void> {
  const call: Call = {
    by: one.by,
    way: proxied ? 'proxy' : 'backend',
    method: one.method,
    path: one.path,
    headers: one.headers,
    body: one.body,
  }
  const reply = await attackRun.ask(attack, call)
  // The general judge has spoken of what is not an answer at all.
  const own = faults(attackRun.world, one, reply).filter(
    (why) => !why.startsWith('shows ') && !/^answered (0|5\d\d)$/.test(why),
  )
  for (const why of own) attackRun.wrong(`${attack}`, call, reply, `${one.name}: ${why}`)
  const isAccepted = one.method !== 'GET' && reply.status < 300
  if (!isAccepted) return
  const changed = await watch.byShoppers()
  if (changed.length > 0) attackRun.wrong(attack, call, reply, `${one.name}: changed ${changed.join(', ')}`)
  await watch.tidy()
}
