-- Changes of an order's status need the rights of what they do.

-- What a change of status puts on the card that paid, in pence: what refunds have not; negative where undoing it takes that again.
create or replace function private.gift_card_change(p_before public.orders, p_after public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select case
    when p_after.gift_card_amount = 0 or private.status_returns(p_before) = private.status_returns(p_after) then 0
    when private.status_returns(p_after) then -coalesce((
      select sum(amount_pence) from public.gift_card_entries
      where order_id = p_after.id and kind in ('redeemed', 'given_back')), 0)
    else -private.gift_card_returned(p_after)
  end::integer;
$$;

-- A cancelled order, or one marked as refunded, returns to its card what refunds have not. For a void card the order's events say
-- that a new one is due. Undoing it takes the same amount again while it is there.
create or replace function private.return_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is boolean := private.status_returns(new);
  v_pence integer;
  v_card public.gift_cards;
begin
  if private.status_returns(old) = v_is then
    return null;
  end if;
  v_card := private.lock_card_of(new, v_is);
  v_pence := abs(private.gift_card_change(old, new));
  if v_pence = 0 then
    return null;
  elsif v_is and v_card.state = 'void' then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'gift_card_void',
      format('£%s went back to the gift card ending %s, which is void: a new one is due', (v_pence * 0.01)::numeric(10, 2), v_card.hint),
      jsonb_build_object('actor', (select auth.uid())));
  elsif not v_is and private.gift_card_available(v_card, null) < v_pence then
    perform private.refuse('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end, case when v_is then 1 else -1 end * v_pence, new.id);
  return null;
end;
$$;

-- Whether anything of an order has been sent, also if its status was set back since: what comes back then is a return.
create or replace function private.was_sent(p_order public.orders)
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

-- What follows from a change of status, for staff who are to make it and for the rights that it needs. Pence and pieces are negative
-- where they are taken again.
create or replace function private.status_effects(p_before public.orders, p_after public.orders)
returns table (gift_card_pence integer, pieces integer, is_return boolean, ends_gift_card boolean)
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
      else -coalesce((select sum(quantity) from private.returned_pieces where order_id = p_before.id), 0)
    end::integer,
    p_after.status = 'cancelled' and p_before.status <> 'cancelled' and private.was_sent(p_before),
    private.order_returned(p_after.status, p_after.payment_status)
      and not private.order_returned(p_before.status, p_before.payment_status)
      and exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_before.id and entry.kind = 'issued' and card.state = 'active');
$$;

-- The first right that the caller lacks for a change of status, and for what. None for callers who are not staff: their changes are
-- those of functions that have asked for the order's owner or the server. A refund that counts its money has asked for the right itself.
create or replace function private.missing_right(p_before public.orders, p_after public.orders)
returns table (name text, purpose text)
language sql
stable
set search_path = ''
as $$
  select needed.name, needed.purpose
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
    perform private.refuse('PT403',
      format('%s needs the right “%s”, which your role does not have. A colleague who has it can do this, or a super admin can change '
        'your role.', v_missing.purpose, replace(v_missing.name, '_', ' ')), 'not_allowed', v_missing.name);
  end if;
end;
$$;

-- Every change of status, by whichever way, runs through this. A before trigger, so that product rows are locked before counters (lock order prevents deadlocks).
create or replace function private.return_stock_of_cancelled_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A refund that completes changes both columns; by hand only the status changes.
  new.marked_refunded := new.payment_status = 'refunded'
    and (old.marked_refunded or (old.payment_status <> 'refunded' and new.refunded_amount = old.refunded_amount));
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

drop trigger require_right_to_refund on public.orders;
