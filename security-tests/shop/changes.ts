import type { Attack } from '../../supabase/tests/declaration/attack'
import { isStaff, type AttackedShop } from './fixtures'
import { fingerprints, saveOwnRows, type Fingerprint } from './fingerprints'

/** Detects changes of rows that the callers had no right to change. */
export interface ChangeMonitor {
  /** The parts changed since the last look. */
  changed(): Promise<string[]>
  /** Those of them that this attacker may not change. Restores the attackers' own rows. */
  changedBy(attack: Pick<Attack, 'by' | 'expects'>): Promise<string[]>
  /** Takes everything as it is now for unchanged. */
  accept(): Promise<void>
}

// Parts that staff may write, directly or through triggers.
const staffMayChange = new Set([
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
  'a message read, closed or given to somebody',
  'an email with words of their own',
])

// Append-only parts, for staff too. `$name` is the last id of the sequence at the start.
const permanent: Readonly<Record<string, string>> = {
  'the money, items and owners of orders': `select id, order_number, subtotal, tax_amount,
    shipping_amount, total, items, user_id,
    customer_id, checkout_session_id from public.orders where created_at < $since`,
  'the records of staff': 'select id, user_id, role, is_active from public.admin_users',
  'earlier entries of the audit log': 'select * from public.audit_log where id <= $audit',
  'earlier emails': `select id, kind, recipient, subject, order_id from public.email_outbox
    where created_at < $since`,
  'earlier movements of stock': 'select * from public.inventory_movements where id <= $moved',
  'earlier entries of gift cards': 'select * from public.gift_card_entries where created_at < $since',
}

/** Waits for the mailer, whose changes must not look like an attack. */
async function untilEmailsAreSent({ backend: { sql }, web }: AttackedShop): Promise<void> {
  const deadline = Date.now() + 20_000
  while (web !== null && Date.now() < deadline) {
    const [row] = await sql<{ due: number }[]>`
      select count(*)::int as due from email_outbox where status = 'pending' and next_attempt_at <= now()`
    if (!row?.due) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

/** Prepares the reading of the parts that nobody may change. */
async function permanentParts({ backend: { sql } }: AttackedShop): Promise<() => Promise<Fingerprint>> {
  const [last] = await sql<{ since: string; audit: string; moved: string }[]>`
    select quote_literal(now()::text) as since, coalesce((select max(id) from audit_log), 0)::text as audit,
      coalesce((select max(id) from inventory_movements), 0)::text as moved`
  const query = Object.entries(permanent)
    .map(
      ([name, rows]) =>
        `select '${name}', md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))
          from (${rows}) as t`,
    )
    .join(' union all ')
    .replaceAll('$since', last?.since ?? 'now()')
    .replaceAll('$audit', last?.audit ?? '0')
    .replaceAll('$moved', last?.moved ?? '0')
  return async () => {
    const rows = await sql.unsafe<{ part: string; hash: string }[]>(
      `select * from (${query}) as found (part, hash)`,
      [],
      { prepare: true },
    )
    return Object.fromEntries(rows.map(({ part, hash }) => [part, hash]))
  }
}

/** Starts to monitor a shop. A running mailer may settle emails meanwhile, so the invariants check those. */
export async function monitorChanges(shop: AttackedShop): Promise<ChangeMonitor> {
  const restore = await saveOwnRows(shop)
  await restore()
  const readPermanent = await permanentParts(shop)
  let readAll = await fingerprints(shop)
  let before: Fingerprint = {}
  const isMailers = (part: string): boolean => shop.web !== null && part === 'public.email_outbox'
  const look = async (read: () => Promise<Fingerprint>): Promise<string[]> => {
    const now = await read()
    const parts = Object.keys(now).filter((part) => now[part] !== before[part] && !isMailers(part))
    before = { ...before, ...now }
    return parts
  }
  const accept = async (): Promise<void> => {
    await untilEmailsAreSent(shop)
    readAll = await fingerprints(shop)
    await look(readAll)
    await look(readPermanent)
  }
  await accept()
  return {
    accept,
    changed: () => look(readAll),
    async changedBy({ by, expects }) {
      const all = await look(readAll)
      await restore()
      if (!isStaff(by) || expects !== 'harmless') return all
      const mayNot = all.filter((part) => !staffMayChange.has(part) && !part.startsWith('private.'))
      return [...mayNot, ...(await look(readPermanent))]
    },
  }
}
