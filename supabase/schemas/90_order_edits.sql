-- Edits of an order before any of it is sent: other lines, quantities or address, with the difference paid or refunded
-- (docs/decisions/0085).

-- An edit takes effect whole or not at all. One that costs more waits for its payment, and the order stays as it was meanwhile.
-- `before` and `after` are what the edit changes of the order: items, address, promised days, and figures in pounds.
create table private.order_edits (
  -- The caller makes the id, by which one wish is one edit.
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  state text not null check (state in ('waiting', 'applied', 'withdrawn', 'expired')),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  -- What the buyer pays, in pounds; less than 0 is what they get back.
  difference numeric(10, 2) not null,
  reason text not null check (char_length(reason) <= 500),
  request_hash text not null check (char_length(request_hash) = 64),
  -- The checkout that takes the payment and holds the added pieces; its unguessable id opens the link.
  checkout_session_id text unique references public.checkout_sessions (session_id) on delete set null,
  -- No foreign key: the record outlives accounts.
  actor uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint order_edits_settled check ((state = 'waiting') = (settled_at is null)),
  constraint order_edits_waiting check (state <> 'waiting' or difference > 0)
);

create unique index order_edits_one_waiting on private.order_edits (order_id) where state = 'waiting';
create index order_edits_by_order on private.order_edits (order_id, created_at, id);
create index order_edits_applied on private.order_edits (settled_at) where state = 'applied';

revoke all on table private.order_edits from public, anon, authenticated;

alter table public.refunds add constraint refunds_edit_id_fkey foreign key (edit_id) references private.order_edits (id);
create index refunds_by_edit on public.refunds (edit_id) where edit_id is not null;

-- Edits that took effect, by what they changed of the order's figures, in pounds.
create view private.applied_edits with (security_invoker = true) as
select edit.id, edit.order_id, edit.settled_at as at,
  changed.subtotal - changed.discount as net, changed.tax, changed.delivery,
  edit.difference - changed.gift_card as card, changed.gift_card, edit.checkout_session_id
from private.order_edits as edit
cross join lateral (
  select (edit.after ->> 'subtotal')::numeric - (edit.before ->> 'subtotal')::numeric as subtotal,
    (edit.after ->> 'discount_amount')::numeric - (edit.before ->> 'discount_amount')::numeric as discount,
    (edit.after ->> 'tax_amount')::numeric - (edit.before ->> 'tax_amount')::numeric as tax,
    (edit.after ->> 'shipping_amount')::numeric - (edit.before ->> 'shipping_amount')::numeric as delivery,
    (edit.after ->> 'gift_card_amount')::numeric - (edit.before ->> 'gift_card_amount')::numeric as gift_card
) as changed
where edit.state = 'applied';

revoke all on table private.applied_edits from public, anon, authenticated;

-- What the edits of an order have changed of its figures so far, in pounds.
create function private.edits_of(p_order uuid)
returns table (net numeric, tax numeric, delivery numeric, card numeric, gift_card numeric)
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(net), 0), coalesce(sum(tax), 0), coalesce(sum(delivery), 0), coalesce(sum(card), 0), coalesce(sum(gift_card), 0)
  from private.applied_edits where order_id = p_order;
$$;

create function private.has_waiting_edit(p_order uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select exists (select from private.order_edits where order_id = p_order and state = 'waiting'); $$;

-- What keeps an order from being edited, in words; null when it can be.
create function private.edit_rejection(p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_order.status = 'cancelled' then 'This order is cancelled.'
    when p_order.payment_status = 'refunded' then 'This order is refunded.'
    when p_order.payment_status <> 'succeeded' then 'This order is not paid.'
    when exists (select from public.checkout_sessions where session_id = p_order.checkout_session_id and kind <> 'goods')
      then 'An order of a gift card cannot be edited.'
    when private.was_sent(p_order) then 'This order has been sent. What comes back is a return.'
    when exists (select from public.shipments where order_id = p_order.id)
      then 'A parcel of this order is being packed. Remove the parcel first.'
    when exists (select from public.exchanges where order_id = p_order.id)
      then 'This order replaces what came back, at an agreed price. What is added is an order of its own.'
    when exists (select from public.refunds where order_id = p_order.id and edit_id is null)
      or exists (select from public.returns where order_id = p_order.id)
      then 'A part of this order has been refunded. What else changes is another refund, or a new order.'
  end;
$$;

-- The figures and contents of an order that an edit may change.
create function private.edited_part(p_order public.orders)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('items', p_order.items, 'shipping_address', p_order.shipping_address, 'subtotal', p_order.subtotal,
    'discount_amount', p_order.discount_amount, 'promotion_code', p_order.promotion_code, 'tax_amount', p_order.tax_amount,
    'shipping_amount', p_order.shipping_amount, 'total', p_order.total, 'gift_card_amount', p_order.gift_card_amount,
    'arrives_from', p_order.arrives_from, 'arrives_to', p_order.arrives_to);
$$;

-- Raises 422 unless p_lines is [{line, quantity}] for lines that stay, by their place from 0, and [{product_id, variant_id?, quantity}]
-- for new ones. A line that is not named is removed.
create function private.check_edited_lines(p_order public.orders, p_lines jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_most constant integer := 100;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 20000 or jsonb_array_length(p_lines) > v_most
    or exists (
      select from jsonb_array_elements(p_lines) as entry
      where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,3}$'
        or case when entry ? 'line' then coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$' or entry ? 'product_id'
          else not pg_input_is_valid(coalesce(entry ->> 'product_id', ''), 'uuid')
            or not pg_input_is_valid(coalesce(entry ->> 'variant_id', entry ->> 'product_id'), 'uuid') end)
  then
    perform private.reject('PT422', 'A line needs its number or its product, and how many pieces.', 'lines');
  elsif p_lines = '[]' then
    perform private.reject('PT422', 'An order keeps at least one line. To take out everything, cancel the order.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry where entry ? 'line'
    group by (entry ->> 'line')::integer having count(*) > 1 or (entry ->> 'line')::integer >= jsonb_array_length(p_order.items))
  then
    perform private.reject('PT422', 'Each line of the order can be named once.', 'lines');
  end if;
end;
$$;

-- The items that lines make of an order's: what stays at the price that it was sold for, what is new at today's. All at the order's
-- rate of VAT.
create function private.edited_items(p_order public.orders, p_lines jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_kept jsonb;
  v_added constant jsonb := jsonb_path_query_array(p_lines, '$[*] ? (exists (@.product_id))');
  v_new jsonb;
begin
  select coalesce(jsonb_agg(item || jsonb_build_object('quantity', quantity, 'total_price', (item ->> 'unit_price')::numeric * quantity)
    order by line), '[]')
  into v_kept
  from jsonb_to_recordset(p_lines) as named (line integer, quantity integer)
  cross join lateral (select p_order.items -> named.line as item) as ordered
  where named.line is not null;
  v_new := private.checkout_figures(v_added, null, '{}') -> 'cart_items';
  if jsonb_array_length(v_new) <> (
    select count(distinct (entry ->> 'product_id', entry ->> 'variant_id')) from jsonb_array_elements(v_added) as entry)
  then
    perform private.reject('PT409', 'A product that was added is not on sale, or its size is missing. Remove it and add it again.', 'lines');
  end if;
  return v_kept || coalesce((
    select jsonb_agg(item || jsonb_build_object('vat_rate', p_order.vat_rate) order by place)
    from jsonb_array_elements(v_new) with ordinality as listed (item, place)), '[]');
end;
$$;

-- The pieces by which lines differ: those that are more (p_sign 1) or fewer (-1). Answers [{product_id, variant_id, quantity}].
create function private.changed_pieces(p_before jsonb, p_after jsonb, p_sign integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'variant_id', variant_id, 'quantity', abs(change))
    order by product_id, variant_id), '[]')
  from (
    select product_id, variant_id, sum(quantity)::integer as change
    from (
      select * from private.demand_of(p_after)
      union all
      select product_id, variant_id, -quantity from private.demand_of(p_before)
    ) as pieces
    where product_id is not null group by 1, 2
  ) as changed
  where sign(change) = p_sign;
$$;

-- What an edit makes of an order, in pounds and in the order of private.checkout_figures: lines, promotion, VAT at the order's rate,
-- delivery. Of lines that stay as they are the discount stays as well. What was charged for delivery stays unless the address moves to
-- another zone or free delivery is lost. The bank card gets back first (docs/decisions/0027). p_address: null keeps the address.
create function private.edited_figures(p_order public.orders, p_lines jsonb, p_address jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_address jsonb := p_order.shipping_address;
  v_items jsonb;
  v_promotion public.promotions;
  v_is_lost boolean := false;
  v_has_moved boolean;
  v_method public.shipping_methods;
  v_price numeric;
  v_arrival jsonb := jsonb_build_object('arrives_from', p_order.arrives_from, 'arrives_to', p_order.arrives_to);
  v_figures jsonb := jsonb_build_object('cart_items', p_order.items, 'subtotal', p_order.subtotal, 'vat_rate', p_order.vat_rate,
    'discount_amount', p_order.discount_amount, 'tax_amount', p_order.tax_amount, 'shipping_amount', p_order.shipping_amount);
begin
  perform private.check_edited_lines(p_order, p_lines);
  if p_address is not null then
    v_address := private.address_field(p_address, p_order.shipping_address);
  end if;
  v_items := private.edited_items(p_order, p_lines);
  if v_items <> p_order.items then
    select v_figures || jsonb_build_object('cart_items', jsonb_agg(item - 'discount' order by place),
      'subtotal', sum((item ->> 'total_price')::numeric), 'discount_amount', 0,
      'tax_amount', private.vat(sum((item ->> 'total_price')::numeric), p_order.vat_rate))
    into v_figures
    from jsonb_array_elements(v_items) with ordinality as listed (item, place);
    if p_order.promotion_code is not null then
      select promotion.* into v_promotion
      from public.promotion_uses as taken join public.promotions as promotion on promotion.id = taken.promotion_id
      where taken.order_id = p_order.id and taken.state = 'used';
      v_is_lost := v_promotion.id is null or (v_figures ->> 'subtotal')::numeric * 100 < v_promotion.minimum_pence;
    end if;
  end if;

  v_has_moved := ((private.match_zone(v_address ->> 'postal_code')).zone).id
    is distinct from ((private.match_zone(p_order.shipping_address ->> 'postal_code')).zone).id;
  select method.* into v_method
  from public.checkout_sessions as bought join public.shipping_methods as method on method.id = bought.shipping_method_id
  where bought.session_id = p_order.checkout_session_id;
  if v_address ->> 'postal_code' is distinct from p_order.shipping_address ->> 'postal_code'
    or (v_is_lost and v_promotion.kind = 'free_delivery')
  then
    v_price := private.shipping_price((v_figures ->> 'subtotal')::numeric, v_method, v_address ->> 'postal_code', v_address ->> 'country');
    if v_price is null then
      perform private.reject('PT409', 'The delivery of this order is not available for this address.', 'postal_code');
    elsif v_has_moved or (v_is_lost and v_promotion.kind = 'free_delivery') then
      v_figures := v_figures || jsonb_build_object('shipping_amount', case when not v_is_lost and exists (
        select from public.promotion_uses as taken join public.promotions as kept on kept.id = taken.promotion_id
        where taken.order_id = p_order.id and kept.kind = 'free_delivery') then 0 else v_price end);
    end if;
    if v_has_moved then
      v_arrival := v_arrival || private.arrival_of(v_method.id, v_address);
    end if;
  end if;
  if v_promotion.id is not null and not v_is_lost then
    v_figures := private.with_promotion(v_figures, v_promotion);
  end if;
  v_figures := v_figures || jsonb_build_object('total', (v_figures ->> 'subtotal')::numeric - (v_figures ->> 'discount_amount')::numeric
    + (v_figures ->> 'tax_amount')::numeric + (v_figures ->> 'shipping_amount')::numeric);
  if (v_figures ->> 'total')::numeric > 99999999 then
    perform private.reject('PT422', 'That is more than one order can cost.', 'lines');
  end if;
  return jsonb_build_object('items', v_figures -> 'cart_items', 'shipping_address', v_address, 'subtotal', v_figures -> 'subtotal',
    'discount_amount', v_figures -> 'discount_amount', 'promotion_code', case when not v_is_lost then p_order.promotion_code end,
    'tax_amount', v_figures -> 'tax_amount', 'shipping_amount', v_figures -> 'shipping_amount', 'total', v_figures -> 'total',
    'gift_card_amount', least(p_order.gift_card_amount, (v_figures ->> 'total')::numeric)) || v_arrival;
end;
$$;

-- What an edit takes or gives back, by means, in pounds.
create function private.edit_money(p_before jsonb, p_after jsonb, out difference numeric, out gift_card_back numeric, out card_back numeric)
returns record
language sql
immutable
set search_path = ''
as $$
  select paid.difference, paid.gift_card_back, greatest(0, -paid.difference) - paid.gift_card_back
  from (
    select (p_after ->> 'total')::numeric - (p_before ->> 'total')::numeric as difference,
      (p_before ->> 'gift_card_amount')::numeric - (p_after ->> 'gift_card_amount')::numeric as gift_card_back
  ) as paid;
$$;

-- Raises 409 for more pieces than one order may hold, when an edit adds some, and for pieces that are not in stock.
-- @param p_session the checkout whose own hold does not count
create function private.require_edited_stock(p_before jsonb, p_after jsonb, p_session text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_added constant jsonb := private.changed_pieces(p_before, p_after, 1);
  v_piece jsonb;
  v_available text;
begin
  if v_added <> '[]' and (select sum((item ->> 'quantity')::integer) from jsonb_array_elements(p_after) as item) > greatest(
    private.max_items(), (select sum((item ->> 'quantity')::integer) from jsonb_array_elements(p_before) as item))
  then
    perform private.reject('PT409', format('One order holds %s items at most.', private.max_items()), 'order_limit',
      private.max_items()::text);
  end if;
  for v_piece in select * from jsonb_array_elements(v_added) loop
    begin
      perform private.require_stock(jsonb_build_array(v_piece), p_session);
    exception when sqlstate 'PT409' then
      get stacked diagnostics v_available = pg_exception_detail;
      perform private.reject('PT409', format('Only %s more of %s can be added.', v_available, (
        select concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), ''))
        from public.products as product
        left join public.product_variants as variant on variant.id = (v_piece ->> 'variant_id')::uuid
        where product.id = (v_piece ->> 'product_id')::uuid)), 'insufficient_stock', v_available);
    end;
  end loop;
end;
$$;

-- What changes in words, for the order's history, which its buyer reads as well.
create function private.edit_in_words(p_before jsonb, p_after jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(concat_ws(', ',
    (select string_agg(format('%s × %s %s', abs(change), name, case when change > 0 then 'added' else 'removed' end), ', ' order by change, name)
      from (
        select concat_ws(', ', item ->> 'name', item ->> 'variant_name') as name, sum(sign * (item ->> 'quantity')::integer) as change
        from (
          select 1 as sign, jsonb_array_elements(p_after -> 'items') as item
          union all select -1, jsonb_array_elements(p_before -> 'items')
        ) as pieces group by 1
      ) as changed where change <> 0),
    case when p_before -> 'shipping_address' <> p_after -> 'shipping_address' then 'new delivery address' end), 900);
$$;

-- The email of an edit, for the buyer: what changes, and what is paid or refunded. While it waits, with the link of its payment.
create function private.queue_edit_mail(p_edit private.order_edits)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_edit', bought.email,
    format('Your order %s: %s', bought.order_number, case p_edit.state when 'waiting' then 'a change to confirm' else 'changed' end), bought.id,
    jsonb_build_object('edit', p_edit.id, 'order_number', bought.order_number, 'currency', bought.currency, 'state', p_edit.state,
      'items', p_edit.after -> 'items', 'items_before', p_edit.before -> 'items',
      'shipping_address', case when p_edit.before -> 'shipping_address' <> p_edit.after -> 'shipping_address'
        then p_edit.after -> 'shipping_address' end,
      'promotion_lost', p_edit.before ->> 'promotion_code' is not null and p_edit.after ->> 'promotion_code' is null,
      'total_before', (p_edit.before ->> 'total')::numeric, 'gift_card_hint', coalesce(bought.gift_card_hint, (
        select card.hint from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = bought.id and entry.kind = 'redeemed' order by entry.id limit 1)),
      'difference', money.difference, 'card_back', money.card_back, 'gift_card_back', money.gift_card_back, 'vat_rate', bought.vat_rate)
    || (p_edit.after - array['items', 'shipping_address', 'gift_card_amount', 'arrives_from', 'arrives_to'])
    || case when p_edit.state = 'waiting' then jsonb_build_object('token', checkout.session_id, 'expires_at', checkout.expires_at) else '{}' end
  from public.orders as bought
  cross join lateral private.edit_money(p_edit.before, p_edit.after) as money
  left join public.checkout_sessions as checkout on checkout.session_id = p_edit.checkout_session_id
  where bought.id = p_edit.order_id and bought.email is not null;
$$;

-- Refunds what an edit gives back. The order's total is lower already, so this is no refund of the order as it is now.
create function private.refund_edit(p_edit private.order_edits, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_id constant uuid := gen_random_uuid();
  v_money record;
begin
  select * into v_money from private.edit_money(p_edit.before, p_edit.after);
  if v_money.card_back + v_money.gift_card_back = 0 then
    return;
  end if;
  perform private.insert_refund(v_id, p_order.id, p_edit.id, (v_money.card_back * 100)::integer, (v_money.gift_card_back * 100)::integer, 0, 0,
    left('Order edited: ' || p_edit.reason, 500), p_edit.request_hash);
  perform private.refund_to_gift_card(p_order, (v_money.gift_card_back * 100)::integer, 0);
  perform private.pay_refund(v_id);
end;
$$;

-- Puts an edit into effect: stock, order, money, history and email. The order must be locked. Lock order: order, checkout, products,
-- counters, gift cards.
create function private.apply_edit(p_edit private.order_edits)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_edit private.order_edits;
  v_was public.orders;
  v_after constant jsonb := p_edit.after;
begin
  select * into v_was from public.orders where id = p_edit.order_id;
  perform from public.products
  where id in (
    select (item ->> 'product_id')::uuid
    from jsonb_array_elements((p_edit.before -> 'items') || (v_after -> 'items')) as item)
  order by id for no key update;
  perform private.require_edited_stock(p_edit.before -> 'items', v_after -> 'items', p_edit.checkout_session_id);
  perform private.set_movement('sold', v_was.id, v_was.order_number);
  perform private.change_stock(private.changed_pieces(p_edit.before -> 'items', v_after -> 'items', 1), -1);
  perform private.set_movement('cancelled', v_was.id, v_was.order_number);
  perform private.change_stock(private.changed_pieces(p_edit.before -> 'items', v_after -> 'items', -1), 1);
  perform private.set_movement(null);

  update private.order_edits set state = 'applied', settled_at = now() where id = p_edit.id returning * into v_edit;
  update public.orders
  set items = v_after -> 'items', shipping_address = v_after -> 'shipping_address', subtotal = (v_after ->> 'subtotal')::numeric,
    discount_amount = (v_after ->> 'discount_amount')::numeric, promotion_code = v_after ->> 'promotion_code',
    tax_amount = (v_after ->> 'tax_amount')::numeric, shipping_amount = (v_after ->> 'shipping_amount')::numeric,
    total = (v_after ->> 'total')::numeric, gift_card_amount = (v_after ->> 'gift_card_amount')::numeric,
    gift_card_hint = case when (v_after ->> 'gift_card_amount')::numeric > 0 then gift_card_hint end,
    payment_method = case when (v_after ->> 'gift_card_amount')::numeric = 0 then payment_method
      when v_after ->> 'gift_card_amount' = v_after ->> 'total' then 'Gift card' else 'Gift card and card' end,
    arrives_from = (v_after ->> 'arrives_from')::date, arrives_to = (v_after ->> 'arrives_to')::date
  where id = v_was.id;
  delete from public.promotion_uses where order_id = v_was.id and v_after ->> 'promotion_code' is null;
  insert into public.order_events (order_id, type, description, data)
  values (v_was.id, 'order_edited', 'Order changed: ' || private.edit_in_words(p_edit.before, v_after),
    jsonb_build_object('edit', p_edit.id, 'actor', p_edit.actor, 'note', p_edit.reason));
  perform private.refund_edit(v_edit, v_was);
  perform private.queue_edit_mail(v_edit);
end;
$$;

-- Pays for an edit that waits and puts it into effect; paid before, it answers the same. The order is locked before the checkout.
-- @param p_reference the payment's at its provider, with what it took; null where it is simulated
create function private.pay_edit(p_session_id text, p_reference text, p_amount_pence integer, p_currency text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_session public.checkout_sessions;
  v_edit private.order_edits;
  v_payment constant text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
begin
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from private.order_edits where checkout_session_id = p_session_id) for no key update;
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  select * into v_edit from private.order_edits where checkout_session_id = p_session_id for update;
  perform private.check_payment(v_session, p_reference, p_amount_pence, p_currency);
  if v_edit.state = 'applied' then
    if p_reference <> v_session.stripe_payment_intent_id then
      perform private.reject('PT409', 'Another payment has paid for this change.', 'paid_twice');
    end if;
    return v_order;
  elsif v_edit.state is distinct from 'waiting' or v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.reject('PT404', 'This change of the order is no longer open. Nothing was charged.', 'session_not_found');
  elsif private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif p_reference is null and private.payment_provider() <> 'simulated' then
    perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif private.edit_rejection(v_order) is not null then
    perform private.reject('PT409', private.edit_rejection(v_order), 'not_editable');
  end if;
  update public.payment_attempts set status = 'succeeded', settled_at = now(), reference = v_payment
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_session_id, private.payment_provider(), v_payment, v_session.total, 'succeeded', now());
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (v_order.id, 'payment_succeeded', format('Payment of £%s received', v_session.total),
    jsonb_build_object('payment_intent', v_payment, 'edit', v_edit.id));
  perform private.apply_edit(v_edit);
  update public.checkout_sessions set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment where id = v_session.id;
  select * into v_order from public.orders where id = v_order.id;
  return v_order;
end;
$$;

-- The checkout that takes the difference of an edit and holds its added pieces for two days.
create function private.start_edit_checkout(p_edit private.order_edits, p_order public.orders)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_added constant jsonb := private.changed_pieces(p_edit.before -> 'items', p_edit.after -> 'items', 1);
  v_session public.checkout_sessions;
begin
  insert into public.checkout_sessions (
    kind, email, first_name, last_name, phone, shipping_address, billing_address, currency, subtotal, vat_rate, tax_amount,
    shipping_amount, total, cart_items, expires_at)
  select 'order_edit', coalesce(p_order.email, bought.email), bought.first_name, bought.last_name, bought.phone,
    p_edit.after -> 'shipping_address', p_order.billing_address, p_order.currency, p_edit.difference, p_order.vat_rate, 0, 0,
    p_edit.difference, v_added, now() + interval '2 days'
  from public.checkout_sessions as bought where bought.session_id = p_order.checkout_session_id
  returning * into v_session;
  insert into private.stock_holds (checkout_session_id, product_id, variant_id, quantity, expires_at)
  select v_session.session_id, product_id, variant_id, quantity, v_session.expires_at
  from private.demand_of(v_added) order by product_id, variant_id;
  return v_session.session_id;
end;
$$;

-- Ends an edit that waits: the hold goes, the order is as it was. The order must be locked, or the checkout have ended.
create function private.end_edit(p_edit private.order_edits)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.checkout_sessions where session_id = p_edit.checkout_session_id for no key update;
  update private.order_edits set state = 'withdrawn', settled_at = now() where id = p_edit.id and state = 'waiting';
  if found then
    insert into public.order_events (order_id, type, description, data)
    values (p_edit.order_id, 'edit_withdrawn', 'The change that waited for a payment was withdrawn',
      jsonb_build_object('edit', p_edit.id, 'actor', (select auth.uid())));
    update public.checkout_sessions set status = 'expired' where session_id = p_edit.checkout_session_id and status = 'pending';
  end if;
end;
$$;

-- An edit whose checkout ends unpaid has expired.
create function private.expire_edit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_edit private.order_edits;
begin
  update private.order_edits set state = 'expired', settled_at = now()
  where checkout_session_id = new.session_id and state = 'waiting' returning * into v_edit;
  if v_edit.id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_edit.order_id, 'edit_expired', 'The change that waited for a payment was not paid', jsonb_build_object('edit', v_edit.id));
  end if;
  return null;
end;
$$;

create trigger expire_edit after update of status on public.checkout_sessions
  for each row when (new.kind = 'order_edit' and old.status = 'pending' and new.status in ('expired', 'failed'))
  execute function private.expire_edit();

-- An order with an edit that waits is not sent; cancelled or refunded it takes the edit back.
create function private.follow_edit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_edit private.order_edits;
begin
  select * into v_edit from private.order_edits where order_id = new.id and state = 'waiting';
  if v_edit.id is null then
    return new;
  elsif private.order_returned(new.status, new.payment_status) then
    perform private.end_edit(v_edit);
  elsif new.status in ('shipped', 'delivered', 'completed') then
    perform private.reject('PT409', 'A change of this order waits for its payment. Withdraw the change, or wait for the payment.', 'edit_waiting');
  end if;
  return new;
end;
$$;

create trigger follow_edit before update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status) execute function private.follow_edit();

-- Runs by its name after fill_lines, which locks the order.
create function private.require_no_waiting_edit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.has_waiting_edit(new.order_id) then
    perform private.reject('PT409', 'A change of this order waits for its payment. Withdraw the change, or wait for the payment.', 'edit_waiting');
  end if;
  return null;
end;
$$;

create trigger require_no_waiting_edit after insert on public.shipments for each row execute function private.require_no_waiting_edit();

-- The version of an order, by which an edit of another one is rejected.
create function private.order_version(p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$ select to_jsonb(p_order.updated_at) #>> '{}'; $$;

-- An edit as staff see it.
create function private.edit_reply(p_edit private.order_edits)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_edit.id, 'state', p_edit.state, 'before', p_edit.before, 'after', p_edit.after,
    'difference', money.difference, 'card_back', money.card_back, 'gift_card_back', money.gift_card_back, 'reason', p_edit.reason,
    'created_at', p_edit.created_at, 'settled_at', p_edit.settled_at,
    'actor', (select btrim(concat_ws(' ', staff.first_name, staff.last_name)) from public.admin_users as staff where staff.user_id = p_edit.actor),
    'expires_at', checkout.expires_at, 'link', case when p_edit.state = 'waiting' then checkout.session_id end)
  from private.edit_money(p_edit.before, p_edit.after) as money
  left join public.checkout_sessions as checkout on checkout.session_id = p_edit.checkout_session_id;
$$;

-- For the screen that edits an order: what it is now, its version, why it cannot be edited, and its edits, newest first.
create function private.order_edits(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  return jsonb_build_object('order_number', v_order.order_number, 'currency', v_order.currency, 'version', private.order_version(v_order),
    'vat_rate', v_order.vat_rate, 'gift_card_hint', v_order.gift_card_hint, 'now', private.edited_part(v_order),
    'rejected', private.edit_rejection(v_order), 'takes_difference', private.payment_provider() is not null,
    'takes_payment', private.payment_provider() is not distinct from 'simulated',
    'edits', (
      select coalesce(jsonb_agg(private.edit_reply(edit) order by edit.created_at desc, edit.id), '[]')
      from (select * from private.order_edits where order_id = p_order order by created_at desc, id limit 20) as edit));
end;
$$;

grant execute on function private.order_edits(uuid) to authenticated, service_role;

create function public.order_edits(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_edits(p_order); $$;

grant execute on function public.order_edits(uuid) to authenticated, service_role;

-- What an edit would make of an order, without writing it: {after, difference, card_back, gift_card_back, promotion_lost, new_zone}.
create function private.preview_order_edit(p_order uuid, p_lines jsonb, p_address jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_before jsonb;
  v_after jsonb;
  v_reply jsonb;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif private.edit_rejection(v_order) is not null then
    perform private.reject('PT409', private.edit_rejection(v_order), 'not_editable');
  end if;
  v_before := private.edited_part(v_order);
  v_after := private.edited_figures(v_order, p_lines, p_address);
  perform private.require_edited_stock(v_order.items, v_after -> 'items', null);
  select jsonb_build_object('after', v_after, 'difference', difference, 'card_back', card_back, 'gift_card_back', gift_card_back)
  into v_reply from private.edit_money(v_before, v_after);
  return v_reply || jsonb_build_object(
    'promotion_lost', v_order.promotion_code is not null and v_after ->> 'promotion_code' is null,
    'new_delivery_price', (v_after ->> 'shipping_amount')::numeric <> v_order.shipping_amount);
end;
$$;

grant execute on function private.preview_order_edit(uuid, jsonb, jsonb) to authenticated, service_role;

create function public.preview_order_edit(p_order uuid, p_lines jsonb, p_address jsonb default null)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.preview_order_edit(p_order, p_lines, p_address); $$;

grant execute on function public.preview_order_edit(uuid, jsonb, jsonb) to authenticated, service_role;

-- Edits an order. p_id: made by the caller; the same again changes nothing. p_version: the order's when staff began. p_difference: what
-- the preview said, in pounds. One that costs more waits for the buyer, who gets a link, unless p_take_payment takes it as simulated now.
create function private.edit_order(
  p_id uuid, p_order uuid, p_version text, p_lines jsonb, p_address jsonb, p_difference numeric, p_reason text, p_take_payment boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash constant text := encode(sha256(convert_to(jsonb_build_array(
    p_order, p_version, p_lines, p_address, p_difference, p_reason, p_take_payment)::text, 'UTF8')), 'hex');
  v_order public.orders;
  v_edit private.order_edits;
  v_before jsonb;
  v_after jsonb;
  v_money record;
begin
  perform private.require_right('orders');
  if p_id is null then
    perform private.reject('PT400', 'An edit needs an id.', 'id');
  elsif coalesce(private.clean_text(p_reason), '') = '' or char_length(p_reason) > 450 then
    perform private.reject('PT422', 'Say why the order is edited, in 450 characters at most.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_edit from private.order_edits where id = p_id;
  if v_edit.request_hash <> v_hash then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_edit.id is not null then
    return private.edit_reply(v_edit);
  elsif private.has_waiting_edit(p_order) then
    perform private.reject('PT409', 'A change of this order waits for its payment. Withdraw it first.', 'edit_waiting');
  elsif private.edit_rejection(v_order) is not null then
    perform private.reject('PT409', private.edit_rejection(v_order), 'not_editable');
  elsif p_version is distinct from private.order_version(v_order) then
    perform private.reject('PT409', 'The order has been changed meanwhile. Nothing was saved.', 'changed_meanwhile');
  end if;
  v_before := private.edited_part(v_order);
  v_after := private.edited_figures(v_order, p_lines, p_address);
  if v_before = v_after then
    perform private.reject('PT422', 'Nothing was changed.', 'lines');
  end if;
  select * into v_money from private.edit_money(v_before, v_after);
  if v_money.difference is distinct from p_difference then
    perform private.reject('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_after::text);
  elsif v_money.difference < 0 then
    perform private.require_right('refunds');
  elsif v_money.difference > 0 and private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment, so the difference cannot be paid.', 'payment_unavailable');
  elsif v_money.difference > 0 and v_money.difference < private.smallest_payment() then
    perform private.reject('PT409', format('A card cannot be charged less than £%s.', private.smallest_payment()), 'payment_too_small');
  end if;
  perform from public.products
  where id in (select (item ->> 'product_id')::uuid from jsonb_array_elements(v_order.items || (v_after -> 'items')) as item)
  order by id for no key update;
  perform private.require_edited_stock(v_order.items, v_after -> 'items', null);
  v_edit := row(p_id, p_order, case when v_money.difference > 0 then 'waiting' else 'applied' end, v_before, v_after, v_money.difference,
    private.clean_text(p_reason), v_hash, null, (select auth.uid()), now(), case when v_money.difference > 0 then null else now() end);
  if v_money.difference > 0 then
    v_edit.checkout_session_id := private.start_edit_checkout(v_edit, v_order);
  end if;
  insert into private.order_edits select (v_edit).*;
  if v_money.difference <= 0 then
    perform private.apply_edit(v_edit);
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order, 'edit_waiting', format('A change waits for a payment of £%s: %s', v_money.difference, private.edit_in_words(v_before, v_after)),
      jsonb_build_object('edit', p_id, 'actor', (select auth.uid()), 'note', v_edit.reason));
    insert into public.audit_log (table_name, row_id, action, actor, before, after)
    values ('orders', p_order::text, 'update', (select auth.uid()), jsonb_build_object('total', v_order.total),
      jsonb_build_object('edit_that_waits', private.edit_in_words(v_before, v_after), 'total', (v_after ->> 'total')::numeric));
    if p_take_payment then
      perform private.pay_edit(v_edit.checkout_session_id, null, null, null);
    else
      perform private.queue_edit_mail(v_edit);
    end if;
  end if;
  select * into v_edit from private.order_edits where id = p_id;
  return private.edit_reply(v_edit);
end;
$$;

grant execute on function private.edit_order(uuid, uuid, text, jsonb, jsonb, numeric, text, bool) to authenticated, service_role;

create function public.edit_order(
  p_id uuid, p_order uuid, p_version text, p_lines jsonb, p_difference numeric, p_reason text, p_address jsonb default null,
  p_take_payment boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.edit_order(p_id, p_order, p_version, p_lines, p_address, p_difference, p_reason, p_take_payment); $$;

grant execute on function public.edit_order(uuid, uuid, text, jsonb, numeric, text, jsonb, bool) to authenticated, service_role;

-- Withdraws an edit that waits, or with p_take_payment takes its payment as simulated.
create function private.settle_order_edit(p_id uuid, p_take_payment boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_edit private.order_edits;
begin
  perform private.require_right('orders');
  perform from public.orders where id = (select order_id from private.order_edits where id = p_id) for no key update;
  select * into v_edit from private.order_edits where id = p_id;
  if v_edit.id is null then
    perform private.reject('PT404', 'There is no such edit.', 'edit_not_found');
  elsif v_edit.state <> 'waiting' then
    perform private.reject('PT409', 'This change no longer waits.', 'edit_over', v_edit.state);
  elsif p_take_payment then
    perform private.pay_edit(v_edit.checkout_session_id, null, null, null);
  else
    perform private.end_edit(v_edit);
  end if;
  select * into v_edit from private.order_edits where id = p_id;
  return private.edit_reply(v_edit);
end;
$$;

grant execute on function private.settle_order_edit(uuid, bool) to authenticated, service_role;

create function public.settle_order_edit(p_id uuid, p_take_payment boolean)
returns jsonb
language sql
set search_path = ''
as $$ select private.settle_order_edit(p_id, p_take_payment); $$;

grant execute on function public.settle_order_edit(uuid, bool) to authenticated, service_role;

-- What the link of an edit shows to whoever has it; null for every other id. Of one that no longer waits the order's number and the
-- state alone.
create function private.linked_order_edit(p_session_id text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('order_number', bought.order_number,
    'state', case when edit.state = 'waiting' and checkout.expires_at <= now() then 'expired' else edit.state end)
    || case when edit.state = 'waiting' and checkout.expires_at > now() then jsonb_build_object(
      'before', edit.before, 'after', edit.after, 'difference', edit.difference, 'currency', bought.currency, 'vat_rate', bought.vat_rate,
      'expires_at', checkout.expires_at) else '{}' end
  from private.order_edits as edit
  join public.orders as bought on bought.id = edit.order_id
  join public.checkout_sessions as checkout on checkout.session_id = edit.checkout_session_id
  where edit.checkout_session_id = p_session_id;
$$;

grant execute on function private.linked_order_edit(text) to anon, authenticated, service_role;

create function public.linked_order_edit(p_session_id text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.linked_order_edit(p_session_id); $$;

grant execute on function public.linked_order_edit(text) to anon, authenticated, service_role;
