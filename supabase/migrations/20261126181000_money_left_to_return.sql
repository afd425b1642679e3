-- What is marked as refunded by hand is not returned again.

-- What may still be returned, in pence: by means, and by what it was paid for. Every way that returns money asks this, with the order
-- locked. Of an order that is marked as refunded it is nothing: staff return by hand what no refund claims.
create or replace function private.refund_left(p_order public.orders)
returns table (card integer, gift_card integer, goods integer, delivery integer)
language sql
stable
set search_path = ''
as $$
  select
    ((p_order.total - p_order.gift_card_amount - coalesce(sum(card_amount), 0)) * open.pence)::integer,
    ((p_order.gift_card_amount - coalesce(sum(gift_card_amount), 0)) * open.pence)::integer,
    ((p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0)) * open.pence)::integer,
    ((p_order.shipping_amount - coalesce(sum(delivery_amount), 0)) * open.pence)::integer
  from (select case when p_order.marked_refunded then 0 else 100 end as pence) as open
  left join public.refunds on order_id = p_order.id
  group by open.pence;
$$;

-- Raises 409 for an order that is marked as refunded.
create or replace function private.require_unmarked(p_order public.orders)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_order.marked_refunded then
    perform private.refuse('PT409', 'This order is marked as refunded by hand, so nothing is left to return. If the money has not '
      'gone back, set the payment status to succeeded first.', 'marked_refunded');
  end if;
end;
$$;

-- The amounts of a refund in pence. The bank card gets back what it paid, the gift card the rest (docs/decisions/0027). Without an
-- amount it is the lines' and the delivery's; beyond the goods an amount counts as delivery.
create or replace function private.refund_figures(p_order public.orders, p_lines jsonb, p_delivery numeric, p_amount numeric)
returns table (amount integer, card integer, gift_card integer, delivery integer, tax integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_left record;
  v_goods integer := ((p_order.total - p_order.shipping_amount) * 100)::integer;
  v_taxed integer;
begin
  perform private.require_unmarked(p_order);
  select * into v_left from private.refund_left(p_order);
  select (coalesce(sum(tax_amount), 0) * 100)::integer into v_taxed from public.refunds where order_id = p_order.id;
  delivery := coalesce(private.refund_pence(p_delivery, 'delivery'), 0);
  if delivery > v_left.delivery then
    perform private.refuse('PT409', 'That is more than is left to refund of the delivery.', 'delivery_left',
      (v_left.delivery * 0.01)::numeric(10, 2)::text);
  end if;
  amount := coalesce(private.refund_pence(p_amount, 'amount'),
    delivery + least(v_left.goods, (select coalesce(sum(chosen.pence), 0) from private.refund_lines_of(p_order, p_lines, true) as chosen)));
  if amount > v_left.goods + v_left.delivery then
    perform private.refuse('PT409',
      format('Only £%s is left to refund.', ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)), 'amount_left',
      ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)::text);
  elsif amount < delivery then
    perform private.refuse('PT422', 'The amount is less than the delivery in it.', 'amount');
  end if;
  delivery := greatest(delivery, amount - v_left.goods);
  card := least(amount, v_left.card);
  gift_card := amount - card;
  -- The VAT due so far less what has been counted: refunds that were given up leave gaps between running shares.
  tax := least(amount - delivery, greatest(0, private.share_of(
    (p_order.tax_amount * 100)::integer, v_goods - v_left.goods + amount - delivery, v_goods) - v_taxed));
  return next;
end;
$$;

-- Another eight attempts at a failed refund. One that failed before the order was marked may have been returned by hand.
create or replace function private.retry_refund(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_right('refunds');
  v_refund := private.lock_failed_refund(p_id);
  perform private.require_unmarked(bought) from public.orders as bought where bought.id = v_refund.order_id;
  update public.refunds set state = 'pending', attempts = 0, round = round + 1, next_attempt_at = now(), reference = null
  where id = p_id;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_retried', 'Refund is tried again', jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
end;
$$;

-- Pieces of an order's line that can still be sent back: not refunded, by the shop or by hand, and in no return that is under way.
create or replace function private.returnable(p_order public.orders)
returns table (line integer, quantity integer)
language sql
stable
set search_path = ''
as $$
  select ordered.line, ordered.quantity - ordered.refunded - coalesce((
    select sum(part.quantity) from public.return_lines as part join public.returns as sent on sent.id = part.return_id
    where sent.order_id = p_order.id and sent.state in ('requested', 'approved', 'received')
      and part.line = ordered.line and part.decision is distinct from 'rejected'), 0)::integer
  from private.order_lines(p_order) as ordered
  -- What was never sent, a gift card, does not come back.
  where ordered.product_id is not null and not p_order.marked_refunded;
$$;

-- Whether its buyer can cancel an order: it is not sent, and its money has not gone back.
create or replace function private.buyer_can_cancel(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$ select private.can_cancel(p_order) and p_order.payment_status <> 'refunded'; $$;

-- What the buyer of an order can do with it now: cancel it, or send lines back until a day. Null for anyone else's order.
create or replace function private.order_choices(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_today date := (now() at time zone 'Europe/London')::date;
begin
  select * into v_order from public.orders where id = p_order and user_id = (select auth.uid());
  if v_order.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'can_cancel', private.buyer_can_cancel(v_order),
    'change_of_mind_until', private.return_until(v_order, 'changed_mind'),
    'fault_until', private.return_until(v_order, 'faulty'),
    'change_of_mind', coalesce(private.return_until(v_order, 'changed_mind') >= v_today, false),
    'returnable', case
      when v_order.status in ('shipped', 'delivered', 'completed') and private.return_until(v_order, 'faulty') >= v_today then coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line)
        from private.returnable(v_order) where quantity > 0), '[]')
      else '[]' end);
end;
$$;

-- Cancels the caller's order before it is sent, with all that was paid refunded. Cancelled already, it stays as it is.
create or replace function private.cancel_my_order(p_order uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order and user_id = (select auth.uid()) for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif private.can_cancel(v_order) and not private.buyer_can_cancel(v_order) then
    perform private.refuse('PT409', 'This order has been refunded, so there is nothing left to cancel.', 'already_refunded');
  end if;
  return jsonb_build_object('status', private.cancel_unsent(p_order, 'Cancelled by the customer', true) ->> 'status');
end;
$$;
