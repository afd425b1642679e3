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

-- What follows from a change of status, for staff who are to make it and for the rights that it needs. Pence and pieces are negative
-- where they are taken again.
create function private.status_effects(p_before public.orders, p_after public.orders)
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
create function private.missing_right(p_before public.orders, p_after public.orders)
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
    perform private.refuse('PT403',
      format('%s needs the right “%s”, which your role does not have. A colleague who has it can do this, or a super admin can change '
        'your role.', v_missing.purpose, replace(v_missing.name, '_', ' ')), 'not_allowed', v_missing.name);
  end if;
end;
$$;
