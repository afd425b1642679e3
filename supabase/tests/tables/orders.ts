import { after, at } from '../declaration/growth'
import { nobody, staffRows } from '../declaration/expected-access'
import { byCheckout, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const listed =
  'id, order_number, created_at, paid_at, status, payment_status, payment_method, currency, subtotal, tax_amount, shipping_amount, total, email, items, shipping_address, billing_address, checkout_session_id, stripe_payment_intent_id'

export const orders: TableDeclaration = {
  policies: {
    forAnyone: ['Buyers see their orders, staff every one'],
    forSignedIn: ['Staff change the status of orders'],
  },
  columns: {
    anon: {
      select:
        `${stamps} order_number user_id customer_id email phone status payment_status payment_method currency subtotal tax_amount ` +
        'shipping_amount total shipping_method items shipping_address billing_address checkout_session_id stripe_session_id ' +
        'stripe_payment_intent_id paid_at delivered_at discount_amount promotion_code gift_card_amount gift_card_hint ' +
        'refunded_amount refunded_to_gift_card marked_refunded cancel_reason arrives_from arrives_to vat_rate exchanged_amount',
    },
    signedIn: { update: 'status payment_status updated_at' },
  },
  reach: {
    select: { anon: 'none', user: 'own', staff: 'all' },
    insert: nobody,
    update: staffRows,
    delete: nobody,
  },
  needs: { read: 'orders', write: 'orders' },
  rows: {
    ...byCheckout,
    change: "status = 'processing'",
    insert: {
      own: (
        me,
      ) => `insert into orders (order_number, subtotal, tax_amount, shipping_amount, total, items, shipping_address, billing_address,
        checkout_session_id) values ('AM20250105-0001', 1, 0, 0, 1, '[]', '{}', '{}', '${me.checkoutId}')`,
    },
    before: { insert: (me) => `delete from orders where id = '${me.orderId}'` },
  },
  overreaches: [
    {
      actor: 'moderator',
      response: 'PT403',
      statement: () => "update orders set payment_status = 'refunded'",
    },
  ],
  askedBy: ['order_events', 'returns', 'return_lines', 'shipments', 'tracking_events'],
  attack: {
    row: '@victimOrder@',
    forged:
      '{"order_number":"AM20250105-0001","user_id":"@strangerUser@","subtotal":0,"tax_amount":0,"shipping_amount":0,"total":0,"items":[],"shipping_address":{},"billing_address":{},"checkout_session_id":"@guestCheckout@","payment_status":"paid"}',
    change: '{"status":"completed","payment_status":"refunded"}',
    unique: 'order_number',
    own: {
      row: 'id=eq.@buyerOrder@',
      changes: {
        'their order a refund': ['nothing', '{"payment_status":"refunded"}'],
        'their order another total': ['rejected', '{"total":0.01}'],
        'their order new items': ['rejected', '{"items":[]}'],
        'their order another owner': ['rejected', '{"user_id":"@victimUser@"}'],
        'their order away': ['nothing'],
      },
    },
    readers: ['stranger'],
  },
  invariants: {
    'an edit that does not begin where the one before it ended, or that the order is not': `
    select edit.id from (
      select order_id, order_edits.id, before, after, lead(before) over chain as next, orders.total, orders.items
      from private.order_edits join orders on orders.id = order_id where order_edits.state = 'applied'
      window chain as (partition by order_id order by order_edits.created_at, order_edits.id)
    ) as edit
    where (next is not null and (after ->> 'total', after -> 'items') <> (next ->> 'total', next -> 'items'))
      or (next is null and ((after ->> 'total')::numeric <> edit.total or after -> 'items' <> edit.items))`,
    'an order whose payments less what edits gave back are not its total': `
    select orders.id from orders
    where (select coalesce(sum(attempt.amount), 0) from payment_attempts as attempt
        where attempt.status = 'succeeded' and (attempt.checkout_session_id = orders.checkout_session_id or attempt.checkout_session_id in (
          select checkout_session_id from private.order_edits where order_id = orders.id)))
      - (select coalesce(sum(card_amount), 0) from refunds where order_id = orders.id and edit_id is not null)
      <> orders.total - orders.gift_card_amount`,
    'a replacement that counts other money than what came back had cost': `
    select orders.id from orders join exchanges on exchanges.order_id = orders.id
    join returns on returns.id = exchanges.return_id join refunds as refund on refund.id = returns.refund_id
    where refund.reference = 'exchange' and orders.exchanged_amount <> refund.card_amount`,
    'an order with an edit that waits, though it is over or on its way': `
    select orders.id from orders join private.order_edits as edit on edit.order_id = orders.id and edit.state = 'waiting'
    where private.order_returned(orders.status, orders.payment_status) or orders.status in ('shipped', 'delivered', 'completed')
      or exists (select from shipments where order_id = orders.id)`,
    'an order that is not charged VAT to the penny': `
    select orders.id from orders join private.applied_edits as edit on edit.order_id = orders.id
    where orders.tax_amount <> private.vat(orders.subtotal - orders.discount_amount, orders.vat_rate)
      or orders.subtotal <> (select sum((item ->> 'unit_price')::numeric * (item ->> 'quantity')::integer) from jsonb_array_elements(orders.items) as item)`,
    'an order that the list of the back office does not know': `
    select orders.id from orders full join private.order_list as listed on listed.order_id = orders.id
    where (listed.created_at, listed.terms) is distinct from (orders.created_at, private.order_terms(orders.shipping_address))`,
    'an order that is not whole': `
    select orders.id from orders join checkout_sessions as session on session.session_id = orders.checkout_session_id
    where session.status <> 'completed' or (not exists (select from private.applied_edits where order_id = orders.id) and (
        orders.total <> session.total or orders.discount_amount <> session.discount_amount or orders.gift_card_amount <> session.gift_card_amount or orders.items <> session.cart_items))
      or orders.total - (select card + gift_card from private.edits_of(orders.id)) <> session.total
      or not exists (select from order_events where order_id = orders.id and type = 'order_created')
       -- Letters and links go with the account of whoever deletes it.
       or (session.email <> 'deleted@invalid' and (select count(*) from email_outbox where order_id = orders.id and kind = 'order_confirmation') <> 1)
       or (session.user_id is null and session.email <> 'deleted@invalid' and session.metadata -> 'has_account' is null and not exists (
        select from account_creation_tokens where checkout_session_id = session.session_id))
      or (select count(*) from payment_attempts where checkout_session_id = session.session_id and status = 'succeeded') <> 1`,
  },
  growth: (facts) => [
    {
      name: "a customer's orders, first page",
      asker: facts.buyer,
      values: [facts.buyerId],
      text: `select ${listed} from orders where user_id = $1 order by created_at desc, id limit 10`,
    },
    {
      name: "a customer's orders, next page",
      asker: facts.buyer,
      values: [facts.buyerId, ...at(facts.buyersOrders)],
      text: `select ${listed} from orders where user_id = $1 and ${after('orders', 2)} order by created_at desc, id limit 10`,
    },
    {
      name: 'what a customer waits for',
      asker: facts.buyer,
      values: [facts.buyerId],
      text: `select ${listed} from orders where user_id = $1 and status in ('pending', 'processing', 'shipped') order by created_at desc, id limit 3`,
    },
    {
      name: "office: a customer's orders",
      asker: facts.staff,
      values: [facts.customerId],
      text: 'select id, order_number, total, currency, status, payment_status, created_at from orders where customer_id = $1 order by created_at desc, id limit 10',
    },
  ],
}
