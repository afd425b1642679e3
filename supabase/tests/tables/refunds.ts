import { readByStaff } from '../declaration/expected-access'
import { byOrder } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const refund = (orderId: string): string =>
  `insert into refunds (id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, state, settled_at, request_hash)
   values (gen_random_uuid(), '${orderId}', 0, 0, 0, 0, 0, 'succeeded', now(), repeat('0', 64))`

export const refunds: TableDeclaration = {
  policies: { forSignedIn: ['Staff see refunds'] },
  reach: readByStaff,
  needs: { read: 'orders' },
  rows: {
    ...byOrder,
    change: "reason = 'x'",
    insert: { own: (me) => refund(me.orderId) },
  },
  fixtures: {
    afterOrders: `
    insert into refunds (id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, state, settled_at, request_hash)
    select gen_random_uuid(), id, 0, 0, 0, 0, 0, 'succeeded', now(), repeat('0', 64) from orders`,
  },
  attack: {
    key: 'order_id',
    row: '@victimOrder@',
    forged:
      '{"id":"@unused@","order_id":"@victimOrder@","amount":1,"card_amount":1,"gift_card_amount":0,"delivery_amount":0,"tax_amount":0,"provider":"simulated"}',
    change: '{"amount":1000,"card_amount":1000}',
  },
  invariants: {
    'an order that returned more or less than its refunds': `
    select orders.id from orders left join refunds as refund on refund.order_id = orders.id and refund.edit_id is null
    group by orders.id
    having orders.refunded_to_gift_card <> coalesce(sum(refund.gift_card_amount), 0)
      or orders.refunded_amount <> coalesce(sum(refund.gift_card_amount), 0)
        + coalesce(sum(refund.card_amount) filter (where refund.state = 'succeeded'), 0)`,
    'a payment refunded beyond what it took, or as another than its provider’s': `
    select attempt.id from payment_attempts as attempt join refunds as refund on refund.payment_id = attempt.id
    group by attempt.id
    having sum(refund.card_amount) > attempt.amount or attempt.status <> 'succeeded' or bool_or(refund.provider <> attempt.provider)`,
    'refunds beyond what each means paid': `
    select orders.id from orders join refunds as refund on refund.order_id = orders.id and refund.edit_id is null
    group by orders.id
    having sum(refund.card_amount) > orders.total - orders.gift_card_amount + orders.exchanged_amount
      or sum(refund.gift_card_amount) > orders.gift_card_amount - orders.exchanged_amount
      or sum(refund.delivery_amount) > orders.shipping_amount or sum(refund.tax_amount) > orders.tax_amount
      or sum(refund.amount - refund.delivery_amount) > orders.total - orders.shipping_amount`,
  },
  growth: (facts) => [
    {
      name: 'office: refunds of an order',
      asker: facts.staff,
      values: [facts.order.id],
      text: 'select refunds_of($1) as refunds',
    },
  ],
}
