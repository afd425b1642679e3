import { nobody, ownAndStaff } from '../declaration/expected-access'
import { buyers, person } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const exchanges: TableDeclaration = {
  policies: { forSignedIn: ['Those who see the return see its exchange'] },
  reach: { select: ownAndStaff, insert: nobody, update: nobody, delete: nobody },
  needs: { read: 'orders' },
  rows: {
    key: 'return_id',
    label: person('p.checkout = (select checkout_session_id from orders where id = t.order_id)'),
    labels: buyers,
    change: 'order_id = order_id',
    insert: {
      own: (me) =>
        `insert into exchanges (return_id, order_id) select id, order_id from returns where order_id = '${me.orderId}' limit 1`,
    },
    before: { insert: () => 'delete from exchanges' },
  },
  fixtures: {
    afterOrders: 'insert into exchanges (return_id, order_id) select id, order_id from returns',
  },
  attack: {
    key: 'order_id',
    row: '@victimOrder@',
    forged: '{"return_id":"@unused@","order_id":"@victimOrder@"}',
    change: '{"order_id":"@victimOrder@"}',
  },
  invariants: {
    'an exchange whose replacement was paid otherwise than by what came back': `
    select exchanges.return_id from exchanges join returns as sent on sent.id = exchanges.return_id
    join orders as bought on bought.id = exchanges.order_id left join refunds as refund on refund.id = sent.refund_id
    -- Fixtures have rows that no exchange made.
    where bought.promotion_code like 'EXCHANGE-%' and bought.gift_card_amount is distinct from refund.amount`,
  },
}
