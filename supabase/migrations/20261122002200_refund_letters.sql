-- Staff setting an order to refunded moves no money, so its letter says what is due, not what was paid. What a gift card paid
-- has gone back by then, in this database.

create or replace function private.queue_status_mail(p_order public.orders, p_status text)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_status', p_order.email,
    format('Your order %s: %s', p_order.order_number, case p_status when 'refunded' then 'to be refunded' else p_status end), p_order.id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'total', p_order.total,
      'gift_card_amount', p_order.gift_card_amount, 'gift_card_hint', p_order.gift_card_hint,
      'gift_card_void', exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_order.id and entry.kind = 'redeemed' and card.state = 'void'),
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (select) as one
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;
