-- Changes of an order's status: what follows from them, and which rights that needs.

-- Whether anything of an order has been sent, also if its status was set back since: what comes back then is a return.
create function private.was_sent(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_order.status in ('shipped', 'delivered', 'completed')
    or exists (select from public.shipments where order_id = p_order.id and status <> 'processing')
    or exists (
      select from public.order_events
      where order_id = p_order.id and type = 'status_changed' and data ->> 'to' in ('shipped', 'delivered', 'completed'));
$$;

-- What follows from a change of status, for staff who are to make it and for the rights that it needs. Pence and items are negative
-- where they are taken again.
create function private.status_effects(p_before public.orders, p_after public.orders)
returns table (gift_card_pence integer, items integer, is_return boolean, ends_gift_card boolean)
language sql
stable
set search_path = ''
as $$
  select private.gift_card_change(p_before, p_after),
    case
      when private.status_returns(p_before) = private.status_returns(p_after) then 0
      when private.status_returns(p_after) then coalesce((
        select sum(line.quantity - line.refunded) from private.order_lines(p_before) as line
        where private.is_stocked(line.product_id, line.variant_id)), 0)
      else -coalesce((select sum(quantity) from private.returned_items where order_id = p_before.id), 0)
    end::integer,
    p_after.status = 'cancelled' and p_before.status <> 'cancelled' and private.was_sent(p_before),
    private.order_returned(p_after.status, p_after.payment_status)
      and not private.order_returned(p_before.status, p_before.payment_status)
      and exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_before.id and entry.kind = 'issued' and card.state = 'active');
$$;

-- The first right that the caller lacks for a change of status, and the rejection in words. None for callers who are not staff: their changes are
-- those of functions that have asked for the order's owner or the server. A refund that counts its money has asked for the right itself.
create function private.missing_right(p_before public.orders, p_after public.orders)
returns table (name text, rejection text)
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
create function private.require_rights_of_change(p_before public.orders, p_after public.orders)
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
    perform private.reject('PT403', v_missing.rejection, 'not_allowed', v_missing.name);
  end if;
end;
$$;

-- What a change of status would do, for staff who are about to make it; null leaves a status as it is. by_hand: pounds that then count
-- as returned by hand. rejected: why the caller may not.
create function private.order_change_effects(p_order uuid, p_status text, p_payment_status text)
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
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif p_status not in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed') then
    perform private.reject('PT422', 'Choose a status of orders.', 'status');
  elsif p_payment_status not in ('pending', 'succeeded', 'failed', 'refunded', 'paid') then
    perform private.reject('PT422', 'Choose a status of payments.', 'payment_status');
  end if;
  v_after := v_before;
  v_after.status := coalesce(p_status, v_before.status);
  v_after.payment_status := coalesce(private.payment_status(p_payment_status), v_before.payment_status);
  v_after.marked_refunded := private.is_marked(v_before, v_after);
  return (
    select jsonb_build_object('gift_card_pence', effect.gift_card_pence, 'items', effect.items, 'ends_gift_card', effect.ends_gift_card,
      'emails', array(select private.status_emails(v_before, v_after)),
      'by_hand', case when v_after.marked_refunded then (select card * 0.01 from private.refund_left(v_before)) else 0 end,
      'rejected', (select rejection from private.missing_right(v_before, v_after)))
    from private.status_effects(v_before, v_after) as effect);
end;
$$;

grant execute on function private.order_change_effects(uuid, text, text) to authenticated, service_role;

create function public.order_change_effects(p_order uuid, p_status text default null, p_payment_status text default null)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_change_effects(p_order, p_status, p_payment_status); $$;

grant execute on function public.order_change_effects(uuid, text, text) to authenticated, service_role;

-- Takes back the caller's last change of an order's status by hand, while its email waits; the email is never sent. p_status and
-- p_payment_status are what the change made of the order. Stock and gift card follow, or reject.
create function private.undo_order_change(p_order uuid, p_status text, p_payment_status text)
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
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_event from public.order_events
  where order_id = p_order and type in ('status_changed', 'payment_status_changed') order by id desc limit 1;
  v_was := v_event.data -> 'undo';
  if (v_order.status, v_order.payment_status) is distinct from (p_status, private.payment_status(p_payment_status))
    or (v_was is not null and v_event.data ->> 'actor' is distinct from (select auth.uid())::text)
  then
    perform private.reject('PT409', 'The order has been changed meanwhile, so this can no longer be undone.', 'changed_meanwhile');
  end if;
  -- An email that the mailer has claimed is being sent.
  perform from public.email_outbox
  where order_id = p_order and kind = 'order_status' and created_at = v_event.created_at for update;
  if v_was is null or v_event.created_at + interval '30 seconds' <= clock_timestamp() or exists (
    select from public.email_outbox
    where order_id = p_order and kind = 'order_status' and created_at = v_event.created_at and (status <> 'pending' or attempts > 0))
  then
    perform private.reject('PT409', 'It is too late to undo this. Choose the status that the order had before.', 'undo_over');
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

grant execute on function private.undo_order_change(uuid, text, text) to authenticated, service_role;

create function public.undo_order_change(p_order uuid, p_status text, p_payment_status text)
returns void
language sql
set search_path = ''
as $$ select private.undo_order_change(p_order, p_status, p_payment_status); $$;

grant execute on function public.undo_order_change(uuid, text, text) to authenticated, service_role;
