-- What buyers do with their orders themselves: look, cancel, buy again, and print a receipt.

-- Links to receipts in the emails of guests, who have no account to find their orders in.
create table private.receipt_links (
  token_hash text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index receipt_links_by_order on private.receipt_links (order_id);
create index receipt_links_by_age on private.receipt_links (created_at);

revoke all on table private.receipt_links from public;
grant select, insert, delete on table private.receipt_links to service_role;

-- A new link to the receipt of an order; only its hash is stored. Links of more than a year ago have ended.
create function private.new_receipt_link(p_order uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  delete from private.receipt_links where token_hash in (
    select token_hash from private.receipt_links where created_at <= now() - interval '1 year' limit 10 for update skip locked);
  insert into private.receipt_links (token_hash, order_id) values (private.token_hash(v_token), p_order);
  return v_token;
end;
$$;

-- The confirmation of a guest's order carries the link, and a new one when it is sent again: an email that failed has lost it.
create function private.add_receipt_link()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.orders where id = new.order_id and user_id is null) then
    new.data := new.data || jsonb_build_object('token', private.new_receipt_link(new.order_id));
  end if;
  return new;
end;
$$;

create trigger add_receipt_link before insert on public.email_outbox
  for each row when (new.kind = 'order_confirmation') execute function private.add_receipt_link();
create trigger renew_receipt_link before update of status on public.email_outbox
  for each row when (new.kind = 'order_confirmation' and old.status = 'failed' and new.status = 'pending')
  execute function private.add_receipt_link();

-- The receipt of a paid order: for its owner by the number, for whoever has the link of its email by the token. Null for
-- everyone else and for every other number and token alike. Refunds are those whose money has moved.
create function private.order_receipt(p_number text, p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if p_token is not null then
    perform private.consume_rate_limit('receipt_link', private.client_address(), 60, interval '15 minutes');
    select bought.* into v_order
    from private.receipt_links as link join public.orders as bought on bought.id = link.order_id
    where link.token_hash = private.token_hash(p_token) and link.created_at > now() - interval '1 year';
  else
    select * into v_order from public.orders
    where order_number = upper(left(private.clean_code(left(p_number, 200)), 40)) and user_id = (select private.require_user());
  end if;
  if v_order.paid_at is null then
    return null;
  end if;
  return jsonb_build_object(
    'order_number', v_order.order_number, 'created_at', v_order.created_at, 'tax_point', v_order.paid_at,
    'currency', v_order.currency, 'items', v_order.items, 'subtotal', v_order.subtotal,
    'discount_amount', v_order.discount_amount, 'promotion_code', v_order.promotion_code, 'vat_rate', v_order.vat_rate,
    'tax_amount', v_order.tax_amount, 'shipping_amount', v_order.shipping_amount, 'total', v_order.total,
    'payment_method', v_order.payment_method, 'gift_card_amount', v_order.gift_card_amount,
    'gift_card_hint', v_order.gift_card_hint, 'billing_address', v_order.billing_address,
    'shipping_address', v_order.shipping_address,
    'refunds', coalesce((
      select jsonb_agg(jsonb_build_object('at', coalesce(refund.settled_at, refund.created_at), 'amount', moved.amount,
        'tax_amount', least(moved.amount, private.share_of((refund.tax_amount * 100)::integer, moved.amount, refund.amount) * 0.01))
        order by coalesce(refund.settled_at, refund.created_at), refund.id)
      from public.refunds as refund
      -- A gift card's part moves at once, a bank card's when the provider has paid.
      cross join lateral (
        select case refund.state when 'succeeded' then refund.amount else refund.gift_card_amount end as amount) as moved
      where refund.order_id = v_order.id and refund.edit_id is null and moved.amount > 0), '[]'));
end;
$$;

grant execute on function private.order_receipt(text, text) to anon, authenticated, service_role;

create function public.order_receipt(p_number text default null, p_token text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.order_receipt(p_number, p_token); $$;

grant execute on function public.order_receipt(text, text) to anon, authenticated, service_role;

-- How many orders the caller has placed, counted up to 1,001.
create function public.count_my_orders()
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer from (select from public.orders where user_id = (select private.require_user()) limit 1001) as counted;
$$;

grant execute on function public.count_my_orders() to authenticated, service_role;

-- Whether its buyer can cancel an order: it is not sent, and its money has not gone back.
create function private.buyer_can_cancel(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$ select private.can_cancel(p_order) and p_order.payment_status <> 'refunded'; $$;

-- What the buyer of an order can do with it now: cancel it, or send lines back until a day. Null for anyone else's order.
create function private.order_choices(p_order uuid)
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
  select * into v_order from public.orders where id = p_order and user_id = (select private.require_user());
  if v_order.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'can_cancel', private.buyer_can_cancel(v_order),
    'change_of_mind_until', private.return_until(v_order, 'changed_mind'),
    'fault_until', private.return_until(v_order, 'faulty'),
    -- The days count from the delivery of the last parcel.
    'change_of_mind', coalesce(private.return_until(v_order, 'changed_mind') >= v_today, true),
    'returnable', case
      when coalesce(private.return_until(v_order, 'faulty') >= v_today, true) then coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line)
        from private.returnable(v_order, false) where quantity > 0), '[]')
      else '[]' end);
end;
$$;

grant execute on function private.order_choices(uuid) to authenticated, service_role;

create function public.order_choices(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_choices(p_order); $$;

grant execute on function public.order_choices(uuid) to authenticated, service_role;

-- Cancels the caller's order before it is sent, with all that was paid refunded. Cancelled already, it stays as it is.
create function private.cancel_my_order(p_order uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order and user_id = (select private.require_user()) for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif private.can_cancel(v_order) and not private.buyer_can_cancel(v_order) then
    perform private.reject('PT409', 'This order has been refunded, so there is nothing left to cancel.', 'already_refunded');
  end if;
  return jsonb_build_object('status', private.cancel_unsent(p_order, 'Cancelled by the customer', true) ->> 'status');
end;
$$;

grant execute on function private.cancel_my_order(uuid) to authenticated, service_role;

create function public.cancel_my_order(p_order uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.cancel_my_order(p_order); $$;

grant execute on function public.cancel_my_order(uuid) to authenticated, service_role;

-- Puts what can be bought again of the caller's order into their cart, and says of each line what became of it: added, fewer (than
-- were bought), in_cart (already as many as can be), sold_out, or gone; with its price then and now, in pounds.
create function private.reorder(p_order uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_customer uuid;
  v_line record;
  v_unit record;
  v_room integer;
  v_added integer;
  v_lines jsonb := '[]';
begin
  select * into v_order from public.orders where id = p_order and user_id = (select private.require_user());
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  v_customer := private.ensure_customer();
  perform pg_advisory_xact_lock(hashtextextended('cart ' || v_customer::text, 0));
  for v_line in
    select entry, place, (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      (entry ->> 'quantity')::integer as quantity
    from jsonb_array_elements(v_order.items) with ordinality as listed (entry, place) order by place
  loop
    select unit.inventory_quantity, unit.price into v_unit
    from private.stock_units as unit
    where unit.product_id = v_line.product_id and unit.variant_id is not distinct from v_line.variant_id and unit.is_active;
    v_room := least(coalesce(v_unit.inventory_quantity, 0), private.max_quantity()) - coalesce((
      select quantity from public.cart_items
      where customer_id = v_customer and product_id = v_line.product_id and variant_id is not distinct from v_line.variant_id), 0);
    v_added := greatest(0, least(v_room, v_line.quantity));
    if v_added > 0 then
      -- In the order of the lines, as if added one after the other.
      perform private.cart_add(v_line.product_id, v_added,
        now() - (jsonb_array_length(v_order.items) - v_line.place) * interval '1 millisecond', v_line.variant_id);
    end if;
    v_lines := v_lines || jsonb_build_object(
      'line', v_line.place - 1, 'wanted', v_line.quantity, 'added', v_added,
      'outcome', case when v_unit.price is null then 'gone' when v_unit.inventory_quantity <= 0 then 'sold_out'
        when v_added = 0 then 'in_cart' when v_added < v_line.quantity then 'fewer' else 'added' end,
      'price_then', (v_line.entry ->> 'unit_price')::numeric, 'price_now', private.unit_price(v_unit.price));
  end loop;
  return v_lines;
end;
$$;

grant execute on function private.reorder(uuid) to authenticated, service_role;

create function public.reorder(p_order uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.reorder(p_order); $$;

grant execute on function public.reorder(uuid) to authenticated, service_role;
