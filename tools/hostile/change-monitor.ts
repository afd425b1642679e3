import { cornerKeeper, fingerprints, type Fingerprint } from '../../supabase/tests/hostile/fingerprint'
import type { AttackRun } from './attack-run'

/** Detects changes of rows that the callers had no right to change. */
export interface ChangeMonitor {
  /** Parts changed since the last snapshot that shoppers may not change. */
  byShoppers(): Promise<string[]>
  /** Parts changed since the last snapshot that no staff role may change. */
  byStaff(): Promise<string[]>
  /** Takes a new snapshot. */
  settle(): Promise<void>
  /** Restores the attackers' own rows and resets the rate limits. */
  tidy(): Promise<void>
}

// Parts that staff may write, directly or through triggers.
const staffMayMove = new Set([
  'public.products',
  'public.categories',
  'public.catalogue_version',
  'public.product_relations',
  'public.category_relations',
  'public.search_synonyms',
  'public.shipping_zones',
  'public.shipping_methods',
  'public.shipping_rules',
  'public.promotions',
  'public.shop_settings',
  'public.contact_messages',
  'public.orders',
  'public.refunds',
  'public.refund_lines',
  'public.order_events',
  'public.shipments',
  'public.tracking_events',
  'public.email_outbox',
  'public.audit_log',
  'public.inventory_movements',
  'public.inventory_alerts',
  'public.gift_cards',
  'public.gift_card_entries',
  'public.admin_users',
  'public.customers',
  'public.promotion_uses',
  'what staff are called',
  'storage.objects',
  'a hold beyond the stock',
  'a line beyond the stock',
  'a checkout not priced by the shop',
  'a letter read',
  'a letter with words of their own',
])

// Append-only parts, for staff too. `$name` is the last id of the sequence at the start.
const permanent: Readonly<Record<string, string>> = {
  'the money, items and owners of orders': `select id, order_number, subtotal, tax_amount,
    shipping_amount, total, items, user_id,
    customer_id, checkout_session_id from public.orders where created_at < $since`,
  'the records of staff': 'select id, user_id, role, is_active from public.admin_users',
  'earlier entries of the audit log': 'select * from public.audit_log where id <= $audit',
  'earlier letters': `select id, kind, recipient, subject, order_id from public.email_outbox
    where created_at < $since`,
  'earlier movements of stock': 'select * from public.inventory_movements where id <= $moved',
  'earlier entries of gift cards': 'select * from public.gift_card_entries where created_at < $since',
}

/** Waits for the mailer, whose changes must not look like an attack. */
async function untilLettersAreSent({ target }: AttackRun): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const [row] = await target.sql<{ due: number }[]>`
      select count(*)::int as due from email_outbox where status = 'pending' and next_attempt_at <= now()`
    if (!row || row.due === 0 || Date.now() > deadline || target.web === null) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

/** Starts to monitor. The mailer may settle letters meanwhile, so the invariants check those. */
export async function startChangeMonitor(attackRun: AttackRun): Promise<ChangeMonitor> {
  const {
    target: { sql },
    world,
  } = attackRun
  await untilLettersAreSent(attackRun)
  const restoreCorner = await cornerKeeper(world)
  await restoreCorner()
  let read = await fingerprints(world)
  const [last] = await sql<{ since: string; audit: string; moved: string }[]>`
    select quote_literal(now()::text) as since, coalesce((select max(id) from audit_log), 0)::text as audit,
      coalesce((select max(id) from inventory_movements), 0)::text as moved`
  const parts = Object.entries(permanent).map(
    ([name, query]) =>
      `select '${name}', md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))
        from (${query}) as t`,
  )
  const lasting = parts
    .join(' union all ')
    .replaceAll('$since', last?.since ?? 'now()')
    .replaceAll('$audit', last?.audit ?? '0')
    .replaceAll('$moved', last?.moved ?? '0')
  const readLasting = async (): Promise<Fingerprint> => {
    const rows = await sql.unsafe<{ part: string; hash: string }[]>(
      `select * from (${lasting}) as found (part, hash)`,
    )
    return Object.fromEntries(rows.map(({ part, hash }) => [part, hash]))
  }
  // With a running mailer only the recipients of letters must stay unchanged.
  const isMailers = (part: string): boolean => attackRun.target.web !== null && part === 'public.email_outbox'
  const look = async (): Promise<Fingerprint> => ({ ...(await read()), ...(await readLasting()) })
  let before = await look()
  const changes = async (): Promise<string[]> => {
    const now = await look()
    const changed = Object.keys({ ...now, ...before }).filter(
      (part) => now[part] !== before[part] && !isMailers(part),
    )
    before = now
    return changed
  }
  return {
    byShoppers: changes,
    byStaff: async () =>
      (await changes()).filter((part) => !staffMayMove.has(part) && !part.startsWith('private.')),
    async settle() {
      await untilLettersAreSent(attackRun)
      read = await fingerprints(world)
      before = await look()
    },
    tidy: restoreCorner,
  }
}
