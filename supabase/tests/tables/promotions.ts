import { nobody, staffRows, staffAdds } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns =
  'code kind percent amount_pence starts_at ends_at minimum_pence uses_limit uses_per_customer is_active'

export const promotions: TableDeclaration = {
  policies: { forSignedIn: ['Staff add promotions', 'Staff change promotions', 'Staff see promotions'] },
  columns: { signedIn: { insert: columns, update: columns } },
  reach: { select: staffRows, insert: staffAdds, update: staffRows, delete: nobody },
  needs: { read: 'promotions', write: 'promotions' },
  rows: {
    ...plain,
    change: 'minimum_pence = 100',
    insert: { row: () => "insert into promotions (code, kind, percent) values ('NEW', 'percent', 10)" },
    before: { delete: 'delete from promotion_uses' },
  },
  fixtures: {
    afterOrders: "insert into promotions (code, kind, amount_pence) values ('TRIED', 'amount', 100)",
  },
  attack: {
    row: '@promotion@',
    forged: '{"code":"FREE-ALL","kind":"percent","percent":100}',
    change: '{"percent":100,"uses_limit":null,"minimum_pence":0}',
    unique: 'code',
    seed: () => "insert into promotions (code, kind, percent) values ('SECRET-CODE', 'percent', 10)",
    facts: { promotion: () => 'select id from promotions limit 1' },
  },
  invariants: {
    'a promotion that is listed otherwise than it is': `
    select promotions.id from promotions left join private.promotion_list as listed on listed.promotion_id = promotions.id
    where not promotions.is_bound and (listed.code, listed.created_at, listed.starts_at, listed.ends_at, listed.is_active, listed.uses_limit) is distinct from (upper(
      promotions.code), promotions.created_at, promotions.starts_at, coalesce(promotions.ends_at, 'infinity'), promotions.is_active,
      promotions.uses_limit)`,
    'a promotion used more often than it may be': `
    select promotions.id from promotions join promotion_uses as taken on taken.promotion_id = promotions.id and taken.state = 'used'
    group by promotions.id having count(*) > promotions.uses_limit`,
  },
}
