import { nobody } from '../declaration/expected-access'
import { person, buyers, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const checkoutSessions: TableDeclaration = {
  policies: { forAnyone: ['Whoever knows the id sees the checkout, staff every one'] },
  columns: {
    anon: {
      select:
        `${stamps} session_id status kind email first_name last_name phone shipping_address billing_address currency subtotal tax_amount ` +
        'shipping_amount total cart_items metadata shipping_method_id stripe_payment_intent_id user_id customer_id expires_at completed_at ' +
        'discount_amount promotion_id promotion_code gift_card_amount gift_card_id gift_card_hint vat_rate',
    },
  },
  reach: {
    select: { anon: 'own', nobody: 'none', user: 'own', staff: 'all' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  needs: { read: 'orders' },
  rows: {
    key: 'id',
    label: person('p.checkout = t.session_id'),
    labels: buyers,
    change: "first_name = 'X'",
    insert: {
      row: () => `insert into checkout_sessions (email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount,
        shipping_amount, total, cart_items) values ('a@b.cd', 'A', 'B', '{}', '{}', 1, 0, 0, 1, '[]')`,
    },
    before: { delete: 'delete from orders' },
  },
  attack: {
    row: '@victimCheckout@',
    forged:
      '{"email":"x@y.zz","first_name":"x","last_name":"x","shipping_address":{},"billing_address":{},"subtotal":0,"tax_amount":0,"shipping_amount":0,"total":0,"cart_items":[]}',
    change: '{"total":0.01,"subtotal":0.01,"status":"completed","expires_at":"2999-01-01"}',
    unique: 'session_id',
    own: {
      row: 'user_id=eq.@buyerUser@',
      changes: {
        'their checkout paid': ['rejected', '{"status":"completed"}'],
        'their checkout cheaper': ['rejected', '{"total":1,"subtotal":1}'],
      },
    },
    facts: {
      victimCheckout: ({ victimCheckout }) =>
        `select id from checkout_sessions where session_id = '${victimCheckout}'`,
    },
    ownRows: {
      saved: 'true',
      restore: `
      delete from public.checkout_sessions where session_id not in (select session_id from saved.checkout_sessions);
      update public.checkout_sessions as s set status = c.status, expires_at = c.expires_at from saved.checkout_sessions as c
      where c.session_id = s.session_id and s.session_id = any ($checkouts) and s.* is distinct from c.*`,
    },
    others: 't.session_id = any ($kept)',
    gains: {
      'a checkout not priced by the shop': `
    select from public.checkout_sessions as s where not s.session_id = any ($kept) and s.status <> 'expired'
      and not (s.kind = 'gift_card' and s.total between 25 and 500 and s.total = (s.metadata #>> '{gift_card,pence}')::numeric / 100)
      and (private.checkout_figures(s.cart_items, s.shipping_method_id, s.shipping_address) ->> 'total')::numeric is distinct from s.total`,
      'a checkout paid':
        "select from public.checkout_sessions as s where not s.session_id = any ($kept) and (s.status = 'completed' or s.completed_at is not null)",
      'a checkout of somebody else': `
    select from public.checkout_sessions as s where not s.session_id = any ($kept)
      and ((s.user_id is not null and not s.user_id = any ($users)) or (s.customer_id is not null and not s.customer_id = any ($customers)))`,
      'a checkout without an end':
        "select from public.checkout_sessions where expires_at > now() + interval '2 days'",
    },
  },
  invariants: {
    'a completed checkout without its order': `
    select id from checkout_sessions as session where status = 'completed'
      and not exists (select from orders where checkout_session_id = session.session_id)
      and not exists (select from private.order_edits where checkout_session_id = session.session_id and state = 'applied')`,
    'an edit whose checkout has ended otherwise': `
    select edit.id from private.order_edits as edit join checkout_sessions as session on session.session_id = edit.checkout_session_id
    where (edit.state = 'waiting') <> (session.status = 'pending') or (edit.state = 'applied') <> (session.status = 'completed')`,
  },
}
