import type { AttackedShop } from '../shop/fixtures'

// Tables that staff may fill with nonsense, which is removed again.
const shopTables = [
  'shipping_rules',
  'shipping_zones',
  'shipping_methods',
  'promotions',
  'products',
  'categories',
]

/** Rows that staff may change or delete, by table, and a function that restores the shop. */
export interface DisposableRows {
  /** A PostgREST filter that matches one disposable row, or none. */
  filter(table: string, key: string | undefined): string
  restore(): Promise<void>
}

/** Creates rows as targets of attacks by staff, who have the right to delete them. */
export async function createDisposableRows({
  backend: { sql },
  facts,
}: AttackedShop): Promise<DisposableRows> {
  const [row] = await sql<Record<string, string>[]>`
    with
      c as (insert into categories (name, slug) values ('Disposable', 'disposable') returning id),
      p as (insert into products (slug, name, price, inventory_quantity) values ('disposable', 'Disposable', 5, 5)
        returning id),
      m as (insert into shipping_methods (name, base_price, is_active) values ('Disposable', 5, false)
        returning id),
      r as (insert into shipping_rules (name, type, is_active) values ('Disposable', 'free_shipping', false)
        returning id),
      n as (insert into promotions (code, kind, percent) values ('DISPOSABLE', 'percent', 5) returning id),
      l as (insert into contact_messages (name, email, subject, message)
        values ('Ada', 'disposable@example.test', 'Hello', 'Ten letters, no fewer')
        returning id)
    select (select id from c) as categories, (select id from p) as products,
      (select id from m) as shipping_methods, (select id from r) as shipping_rules,
      (select id from n) as promotions,
      (select id from l) as contact_messages`
  const ids: Record<string, string | undefined> = {
    ...row,
    orders: facts.buyerOrder,
    shop_settings: 'qr.provider',
  }
  const settings = await sql<{ key: string; value: unknown }[]>`select key, value from shop_settings`
  const before: Record<string, string[]> = {}
  for (const table of shopTables)
    before[table] = (await sql.unsafe<{ id: string }[]>(`select id from ${table}`)).map(({ id }) => id)
  return {
    filter: (table, key) =>
      `${key ?? 'id'}=eq.${ids[table] ?? (key === 'id' ? (facts.unused ?? '') : 'nothing')}`,
    async restore() {
      for (const table of shopTables)
        await sql.unsafe(`delete from ${table} where not id = any ($1::uuid[])`, [before[table] ?? []])
      await sql`delete from shop_settings where not key = any (${settings.map(({ key }) => key)})`
      for (const { key, value } of settings) {
        await sql`insert into shop_settings (key, value)
          values (${key}, ${JSON.stringify(value)}::text::jsonb)
          on conflict (key) do update set value = excluded.value
            where shop_settings.value is distinct from excluded.value`
      }
    },
  }
}
