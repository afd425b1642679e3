import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const promotionUses: TableDeclaration = {
  policies: { forSignedIn: ['Staff see uses of promotions'] },
  reach: readByStaff,
  needs: { read: 'promotions' },
  rows: {
    ...plain,
    change: "email = 'x@y.zz'",
    insert: {
      row: (me) => `insert into promotion_uses (promotion_id, checkout_session_id, email, state, held_until)
        select id, '${me.checkoutId}', 'x@y.zz', 'held', now() from promotions limit 1`,
    },
    before: { insert: () => 'delete from promotion_uses' },
  },
  fixtures: {
    afterOrders: `
    insert into promotion_uses (promotion_id, checkout_session_id, email, state, held_until)
    select promotions.id, people.checkout, 'ada@example.test', 'held', now() from promotions, policy_fixtures.people where people.name = 'owner'`,
  },
  attack: {
    row: '@unused@',
    forged:
      '{"promotion_id":"@promotion@","checkout_session_id":"@guestCheckout@","email":"x@y.zz","state":"used"}',
    change: '{"state":"returned"}',
  },
  invariants: {
    'a promotion whose count of uses is not that of its orders': `
    select promotions.id from promotions left join private.promotion_list as listed on listed.promotion_id = promotions.id
    where not promotions.is_bound and (listed.used, listed.returned) is distinct from (
      select (count(*) filter (where state = 'used'), count(*) filter (where state = 'returned'))
      from promotion_uses where promotion_id = promotions.id)`,
    'an order with a promotion that is not counted, or counted otherwise than it stands': `
    select orders.id from orders left join promotion_uses as taken on taken.order_id = orders.id
    where (orders.promotion_code is null) <> (taken.id is null)
      or taken.state <> case when private.order_returned(orders.status, orders.payment_status) then 'returned' else 'used' end`,
    'a promotion held by a checkout that has ended': `
    select taken.id from promotion_uses as taken join checkout_sessions as session on session.session_id = taken.checkout_session_id
    where taken.state = 'held' and session.status <> 'pending'`,
  },
}
