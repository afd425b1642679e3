import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const giftCardEntries: TableDeclaration = {
  policies: { forSignedIn: ['Staff see what gift cards paid'] },
  reach: readByStaff,
  needs: { read: 'gift_cards' },
  rows: {
    ...plain,
    change: 'actor = null',
    insert: {
      row: () =>
        "insert into gift_card_entries (gift_card_id, kind, amount_pence) select gift_card_id, 'voided', -100 from gift_card_entries limit 1",
    },
  },
  attack: {
    key: 'gift_card_id',
    row: '@giftCard@',
    forged: '{"gift_card_id":"@giftCard@","kind":"given_back","amount_pence":100}',
    change: '{"amount_pence":100000}',
  },
  invariants: {
    'an order whose gift card did not pay what the order says': `
    select orders.id from orders left join gift_card_entries as entry on entry.order_id = orders.id and entry.kind in ('redeemed', 'given_back')
    group by orders.id
    having case when private.status_returns(orders) then 0
        else coalesce((select sum(gift_card_amount) from refunds where order_id = orders.id and edit_id is null), 0) - orders.gift_card_amount end * 100
      <> coalesce(sum(entry.amount_pence), 0)`,
    'an order of a gift card that made none, or more than one, or told its code otherwise than once': `
    select orders.id from orders join checkout_sessions as session on session.session_id = orders.checkout_session_id
    where (session.kind = 'gift_card')::integer
      <> all (array[(select count(*) from gift_card_entries where order_id = orders.id and kind = 'issued'),
        (select count(*) from email_outbox where order_id = orders.id and kind = 'gift_card')])`,
  },
}
