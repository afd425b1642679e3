-- A status set by hand is told to the buyer after half a minute, and can be undone until then.

-- Status changes are logged as order events; those set by hand with what undoing them brings back.
create or replace function private.log_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_data jsonb := jsonb_build_object('actor', (select auth.uid()));
begin
  if tg_argv[0] = 'by hand' then
    v_data := v_data || jsonb_build_object('undo', jsonb_build_object('status', old.status, 'payment_status', old.payment_status,
      'delivered_at', old.delivered_at, 'cancel_reason', old.cancel_reason, 'paid_at', old.paid_at));
  end if;
  if new.status is distinct from old.status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'status_changed', format('Order status: %s to %s', old.status, new.status),
      v_data || jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.payment_status is distinct from old.payment_status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'payment_status_changed', format('Payment status: %s to %s', old.payment_status, new.payment_status),
      v_data || jsonb_build_object('from', old.payment_status, 'to', new.payment_status));
  end if;
  return null;
end;
$$;

-- Whether an order is marked as refunded after a change: its payment status was set to refunded by hand, while money was left to return.
-- A refund that completes changes what is refunded with it.
create or replace function private.is_marked(p_before public.orders, p_after public.orders)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_after.payment_status = 'refunded' and (p_before.marked_refunded or (p_before.payment_status <> 'refunded'
    and p_after.refunded_amount = p_before.refunded_amount and (p_after.refunded_amount < p_after.total or p_after.total = 0)));
$$;

-- Every change of status, by whichever way, runs through this. A before trigger, so that product rows are locked before counters (lock order prevents deadlocks).
create or replace function private.return_stock_of_cancelled_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.marked_refunded := private.is_marked(old, new);
  perform private.require_rights_of_change(old, new);
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  if private.status_returns(new) and not private.status_returns(old) then
    perform private.return_stock(new, 1);
  elsif private.status_returns(old) and not private.status_returns(new) then
    perform private.return_stock(new, -1);
  end if;
  if new.payment_status in ('succeeded', 'paid') then
    new.paid_at := coalesce(new.paid_at, now());
  end if;
  if new.status = 'delivered' and old.status <> 'delivered' then
    new.delivered_at := now();
  elsif new.status not in ('delivered', 'completed') then
    new.delivered_at := null;
  end if;
  return new;
end;
$$;

-- Setting an order to refunded does not move money at the provider, so the e-mail says what is due: what no refund has returned
-- or is returning. A gift card's part has already been returned.
drop function private.queue_status_mail(public.orders, text);
create function private.queue_status_mail(p_order public.orders, p_status text, p_wait interval)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, next_attempt_at, data)
  select 'order_status', p_order.email,
    format('Your order %s: %s', p_order.order_number, case p_status when 'refunded' then 'to be refunded' else p_status end), p_order.id, now() + p_wait,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'reason', p_order.cancel_reason,
      'total', p_order.total - refunded.amount,
      'gift_card_amount', p_order.gift_card_amount - refunded.gift_card_amount, 'refunded_amount', refunded.amount, 'gift_card_hint', p_order.gift_card_hint,
      'gift_card_void', exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_order.id and entry.kind = 'redeemed' and card.state = 'void'),
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (
    select coalesce(sum(amount), 0) as amount, coalesce(sum(gift_card_amount), 0) as gift_card_amount
    from public.refunds where order_id = p_order.id
  ) as refunded
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;

-- What a change of an order tells its buyer, an email each. A refund sends its own.
create or replace function private.status_emails(p_before public.orders, p_after public.orders)
returns setof text
language sql
immutable
set search_path = ''
as $$
  select told.status
  from (values
    (1, p_after.status, p_after.status <> p_before.status and p_after.status in ('shipped', 'delivered', 'cancelled')),
    (2, 'refunded', p_after.payment_status <> p_before.payment_status and p_after.marked_refunded)
  ) as told (place, status, applies)
  where told.applies and p_after.email is not null
  order by told.place;
$$;

create or replace function private.queue_order_status_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_status_mail(new, told, tg_argv[0]::interval) from private.status_emails(old, new) as told;
  return null;
end;
$$;

-- The first right that the caller lacks for a change of status, and the refusal in words. None for callers who are not staff: their changes are
-- those of functions that have asked for the order's owner or the server. A refund that counts its money has asked for the right itself.
drop function private.missing_right(public.orders, public.orders);
create function private.missing_right(p_before public.orders, p_after public.orders)
returns table (name text, refusal text)
language sql
stable
set search_path = ''
as $$
  select needed.name, format('%s needs the right “%s”, which your role does not have. A colleague who has it can do this, or a super '
    'admin can change your role.', needed.purpose, replace(needed.name, '_', ' '))
  from private.status_effects(p_before, p_after) as effect
  cross join lateral (values
    (1, 'refunds', 'Returning money to a gift card', effect.gift_card_pence > 0),
    (2, 'refunds', 'Taking money from a gift card', effect.gift_card_pence < 0),
    (3, 'refunds', 'Changing the payment status',
      p_after.payment_status <> p_before.payment_status and p_after.refunded_amount = p_before.refunded_amount),
    (4, 'gift_cards', 'Ending the gift card that was bought', effect.ends_gift_card),
    (5, 'refunds', 'Cancelling an order that has been sent', effect.is_return)
  ) as needed (place, name, purpose, applies)
  where needed.applies and private.is_staff() and not private.may(needed.name)
  order by needed.place limit 1;
$$;

-- Raises 403, naming the right, unless the caller has the rights of what a change of status does.
create or replace function private.require_rights_of_change(p_before public.orders, p_after public.orders)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_missing record;
begin
  select * into v_missing from private.missing_right(p_before, p_after);
  if v_missing.name is not null then
    perform private.refuse('PT403', v_missing.refusal, 'not_allowed', v_missing.name);
  end if;
end;
$$;

-- What a change of status would do, for staff who are about to make it; null leaves a status as it is. by_hand: pounds that then count
-- as returned by hand. refused: why the caller may not.
create or replace function private.order_change_effects(p_order uuid, p_status text, p_payment_status text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_before public.orders;
  v_after public.orders;
begin
  perform private.require_right('orders');
  select * into v_before from public.orders where id = p_order;
  if v_before.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif p_status not in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed') then
    perform private.refuse('PT422', 'Choose a status of orders.', 'status');
  elsif p_payment_status not in ('pending', 'succeeded', 'failed', 'refunded', 'paid') then
    perform private.refuse('PT422', 'Choose a status of payments.', 'payment_status');
  end if;
  v_after := v_before;
  v_after.status := coalesce(p_status, v_before.status);
  v_after.payment_status := coalesce(p_payment_status, v_before.payment_status);
  v_after.marked_refunded := private.is_marked(v_before, v_after);
  return (
    select jsonb_build_object('gift_card_pence', effect.gift_card_pence, 'pieces', effect.pieces, 'ends_gift_card', effect.ends_gift_card,
      'emails', array(select private.status_emails(v_before, v_after)),
      'by_hand', case when v_after.marked_refunded then (select card * 0.01 from private.refund_left(v_before)) else 0 end,
      'refused', (select refusal from private.missing_right(v_before, v_after)))
    from private.status_effects(v_before, v_after) as effect);
end;
$$;

create or replace function public.order_change_effects(p_order uuid, p_status text default null, p_payment_status text default null)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_change_effects(p_order, p_status, p_payment_status); $$;

-- Takes back the caller's last change of an order's status by hand, while its email waits; the email is never sent. p_status and
-- p_payment_status are what the change made of the order. Stock and gift card follow, or refuse.
create or replace function private.undo_order_change(p_order uuid, p_status text, p_payment_status text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_event public.order_events;
  v_was jsonb;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_event from public.order_events
  where order_id = p_order and type in ('status_changed', 'payment_status_changed') order by id desc limit 1;
  v_was := v_event.data -> 'undo';
  if (v_order.status, v_order.payment_status) is distinct from (p_status, p_payment_status)
    or (v_was is not null and v_event.data ->> 'actor' is distinct from (select auth.uid())::text)
  then
    perform private.refuse('PT409', 'The order has been changed meanwhile, so this can no longer be undone.', 'changed_meanwhile');
  end if;
  -- An email that the mailer has claimed is being sent.
  perform from public.email_outbox
  where order_id = p_order and kind = 'order_status' and created_at = v_event.created_at for update;
  if v_was is null or v_event.created_at + interval '30 seconds' <= clock_timestamp() or exists (
    select from public.email_outbox
    where order_id = p_order and kind = 'order_status' and created_at = v_event.created_at and (status <> 'pending' or attempts > 0))
  then
    perform private.refuse('PT409', 'It is too late to undo this. Choose the status that the order had before.', 'undo_over');
  end if;
  update public.orders set status = v_was ->> 'status', payment_status = v_was ->> 'payment_status' where id = p_order;
  update public.orders
  set delivered_at = (v_was ->> 'delivered_at')::timestamptz, cancel_reason = v_was ->> 'cancel_reason', paid_at = (v_was ->> 'paid_at')::timestamptz
  where id = p_order;
  -- With the email of the change, the one that going back has just queued.
  delete from public.email_outbox
  where order_id = p_order and kind = 'order_status' and created_at in (v_event.created_at, now());
end;
$$;

create or replace function public.undo_order_change(p_order uuid, p_status text, p_payment_status text)
returns void
language sql
set search_path = ''
as $$ select private.undo_order_change(p_order, p_status, p_payment_status); $$;

create or replace function private.strip_orders(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.orders
  set user_id = null, customer_id = null, email = null, phone = null, cancel_reason = null,
    shipping_address = private.strip_address(shipping_address), billing_address = private.strip_address(billing_address)
  where id = any (p_orders);
  delete from public.reviews where order_id = any (p_orders);
  delete from private.review_requests where order_id = any (p_orders);
  delete from public.order_notes where order_id = any (p_orders);
  delete from public.tracking_events where shipment_id in (select id from public.shipments where order_id = any (p_orders));
  delete from public.shipments where order_id = any (p_orders);
  update public.returns set note = '' where order_id = any (p_orders) and note <> '';
  update public.return_lines set comment = ''
  where return_id in (select id from public.returns where order_id = any (p_orders)) and comment <> '';
  update public.refunds set note = '', actor = nullif(actor, p_user) where order_id = any (p_orders) and (note <> '' or actor = p_user);
  update public.gift_card_entries set actor = null where order_id = any (p_orders) and actor = p_user;
  update public.inventory_movements set actor = null where order_id = any (p_orders) and actor = p_user;
  -- The history keeps what happened to the order and the money.
  delete from public.order_events
  where order_id = any (p_orders) and type not in ('order_created', 'payment_succeeded', 'status_changed', 'payment_status_changed')
    and type !~ '^(refund|return|gift_card)_';
  update public.order_events set data = data - 'note' - 'reason' - 'undo' - case when data ->> 'actor' = p_user::text then 'actor' else '' end
  where order_id = any (p_orders);
  insert into public.order_events (order_id, type, description) select id, 'account_deleted', 'The buyer deleted their account' from unnest(p_orders) as id;
  update public.promotion_uses set user_id = null, email = '' where checkout_session_id = any (p_checkouts) or user_id = p_user;
  update public.checkout_sessions
  set user_id = null, customer_id = null, email = 'deleted@invalid', first_name = 'Account', last_name = 'deleted', phone = null,
    shipping_address = private.strip_address(shipping_address), billing_address = private.strip_address(billing_address),
    metadata = case kind when 'gift_card' then '{"gift_card": {}}'::jsonb else '{}' end
  where session_id = any (p_checkouts) and session_id in (select checkout_session_id from public.orders where id = any (p_orders));
  delete from private.checkout_carts where checkout_session_id = any (p_checkouts);
  delete from private.checkout_callers where checkout_session_id = any (p_checkouts);
  delete from public.account_creation_tokens where checkout_session_id = any (p_checkouts);
  delete from private.receipt_links where order_id = any (p_orders);
  delete from public.checkout_sessions
  where session_id = any (p_checkouts) and session_id not in (select checkout_session_id from public.orders where id = any (p_orders));
end;
$$;

drop trigger log_status on public.orders;
drop trigger queue_status_mail on public.orders;
create trigger log_status after update of status, payment_status on public.orders
  for each row when (current_user <> 'authenticated') execute function private.log_order_status();
create trigger log_status_by_hand after update of status, payment_status on public.orders
  for each row when (current_user = 'authenticated') execute function private.log_order_status('by hand');
create trigger queue_status_mail after update of status, payment_status on public.orders
  for each row when (current_user <> 'authenticated') execute function private.queue_order_status_mail('0 seconds');
create trigger queue_status_mail_by_hand after update of status, payment_status on public.orders
  for each row when (current_user = 'authenticated') execute function private.queue_order_status_mail('30 seconds');

revoke all on function private.order_change_effects(uuid, text, text) from public;
grant execute on function private.order_change_effects(uuid, text, text) to authenticated, service_role;
revoke all on function public.order_change_effects(uuid, text, text) from public, anon;
grant execute on function public.order_change_effects(uuid, text, text) to authenticated, service_role;

revoke all on function private.undo_order_change(uuid, text, text) from public;
grant execute on function private.undo_order_change(uuid, text, text) to authenticated, service_role;
revoke all on function public.undo_order_change(uuid, text, text) from public, anon;
grant execute on function public.undo_order_change(uuid, text, text) to authenticated, service_role;
