-- Edits of an order before it is sent (docs/decisions/0085).

set check_function_bodies = off;

alter table public.checkout_sessions drop constraint checkout_sessions_kind_check;
alter table public.checkout_sessions add constraint checkout_sessions_kind_check check (kind in ('goods', 'gift_card', 'order_edit')) not valid;
alter table public.checkout_sessions validate constraint checkout_sessions_kind_check;

alter table public.refunds add column edit_id uuid;

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

-- Edits that took effect, by what they changed of the order's figures, in pounds. means: who took or pays out the card's part.
create view private.applied_edits with (security_invoker = true) as
select edit.id, edit.order_id, edit.settled_at as at,
  changed.subtotal - changed.discount as net, changed.tax, changed.delivery,
  edit.difference - changed.gift_card as card, changed.gift_card,
  coalesce(
    (select provider from public.payment_attempts where checkout_session_id = edit.checkout_session_id and status = 'succeeded'
      order by created_at desc limit 1),
    (select provider from public.refunds where edit_id = edit.id), 'unknown') as means
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

-- Figures with the promotion that an order keeps: {cart_items, subtotal, vat_rate, tax_amount, shipping_amount, total} in pounds, with
-- discount_amount.
create function private.with_order_promotion(p_figures jsonb, p_promotion public.promotions)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_subtotal constant numeric := (p_figures ->> 'subtotal')::numeric;
  v_discount constant numeric := coalesce(private.promotion_discount(p_promotion, v_subtotal), 0);
  v_vat constant numeric := private.vat(v_subtotal - v_discount, (p_figures ->> 'vat_rate')::numeric);
  v_delivery constant numeric := case p_promotion.kind when 'free_delivery' then 0 else (p_figures ->> 'shipping_amount')::numeric end;
begin
  return p_figures || jsonb_build_object('discount_amount', v_discount, 'tax_amount', v_vat, 'shipping_amount', v_delivery,
    'total', v_subtotal - v_discount + v_vat + v_delivery);
end;
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
    v_figures := private.with_order_promotion(v_figures, v_promotion);
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

-- Whether the difference of an edit can be paid: the order's own payment and today's must both be simulated, since a refund by a
-- provider is of one payment.
create function private.takes_difference(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$ select coalesce(private.payment_provider() = 'simulated', false) and private.taken_by(p_order) = 'simulated'; $$;

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
  v_provider text;
begin
  select * into v_money from private.edit_money(p_edit.before, p_edit.after);
  if v_money.card_back + v_money.gift_card_back = 0 then
    return;
  elsif v_money.card_back > 0 then
    v_provider := private.taken_by(p_order);
    if v_provider not in ('simulated', 'stripe') then
      perform private.reject('PT409', 'The shop does not know who took this payment, so the difference cannot be refunded.', 'provider_unknown');
    end if;
  end if;
  insert into public.refunds (id, order_id, edit_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, provider, request_hash)
  values (v_id, p_order.id, p_edit.id, v_money.card_back + v_money.gift_card_back, v_money.card_back, v_money.gift_card_back, 0, 0,
    left('Order edited: ' || p_edit.reason, 500), v_provider, p_edit.request_hash);
  perform private.refund_to_gift_card(p_order, (v_money.gift_card_back * 100)::integer, 0);
  if v_provider is null or v_provider = 'simulated' then
    perform private.finish_refund(v_id, 're_sim_' || replace(v_id::text, '-', ''));
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order.id, 'refund_requested', format('Refund of £%s requested', v_money.card_back + v_money.gift_card_back),
      jsonb_build_object('refund', v_id, 'actor', (select auth.uid())));
  end if;
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
create function private.pay_edit(p_session_id text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_session public.checkout_sessions;
  v_edit private.order_edits;
  v_payment constant text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
begin
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from private.order_edits where checkout_session_id = p_session_id) for no key update;
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  select * into v_edit from private.order_edits where checkout_session_id = p_session_id for update;
  if v_edit.state = 'applied' then
    return v_order;
  elsif v_edit.state is distinct from 'waiting' or v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.reject('PT404', 'This change of the order is no longer open. Nothing was charged.', 'session_not_found');
  elsif not private.takes_difference(v_order) then
    perform private.reject('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif private.edit_rejection(v_order) is not null then
    perform private.reject('PT409', private.edit_rejection(v_order), 'not_editable');
  end if;
  update public.payment_attempts set status = 'succeeded', settled_at = now(), reference = v_payment
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_session_id, 'simulated', v_payment, v_session.total, 'succeeded', now());
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
    'rejected', private.edit_rejection(v_order), 'takes_difference', private.takes_difference(v_order),
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
  elsif v_money.difference > 0 and not private.takes_difference(v_order) then
    perform private.reject('PT409', 'The difference cannot be paid, as payments of this order are not simulated. Sell what is added as an order of its own.',
      'payment_unavailable');
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
      perform private.pay_edit(v_edit.checkout_session_id);
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
    perform private.pay_edit(v_edit.checkout_session_id);
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

-- A payment that a provider took comes with its reference, amount and currency, from the server alone; without a reference the
-- payment is simulated and `write_order` makes one. The order is written with the reference of the payment that paid for it, so a
-- second payment of the same checkout is rejected as 'paid_twice'.
create or replace function private.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text, p_amount_pence integer, p_currency text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(concat_ws(' ', coalesce(p_session_id, ''), p_reference), 'UTF8')), 'hex');
  v_provider text := private.payment_provider();
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.reject('PT400', 'An idempotency key is needed.', 'idempotency_key');
  elsif p_reference is not null and (select auth.role()) is distinct from 'service_role' then
    perform private.reject('PT403', 'The server alone reports a payment.', 'payment_reference');
  elsif p_reference is null and exists (select from public.checkout_sessions where session_id = p_session_id and kind = 'order_edit') then
    v_order := private.pay_edit(p_session_id);
    return private.order_reply(v_order) || jsonb_build_object('checkout_session_id', p_session_id);
  end if;
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.returned_payments where reference = p_reference) then
    perform private.reject('PT409', 'This payment goes back to the card that paid.', 'payment_returned');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((v_session.total - v_session.gift_card_amount) * 100)::integer, v_session.currency) then
    perform private.reject('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    -- The order already exists: no new idempotency key is needed.
    select * into v_order from public.orders where checkout_session_id = p_session_id;
    if p_reference <> v_order.stripe_payment_intent_id then
      perform private.reject('PT409', 'Another payment has paid for this checkout.', 'paid_twice');
    end if;
    return private.order_reply(v_order);
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif (select auth.role()) is distinct from 'service_role' then
    if v_provider is null then
      perform private.reject('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
    elsif v_provider <> 'simulated' and v_session.total > v_session.gift_card_amount then
      -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
      perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
    end if;
  end if;

  -- Two concurrent checkouts with one key: the second waits for the first and is rejected.
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  if not found then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  end if;
  select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
  perform private.verify_checkout(v_session, v_cart);
  perform private.decrement_stock(v_session.cart_items, v_id);
  perform private.lock_gift_card(v_session);
  perform private.remove_purchased_lines(v_session, v_cart);
  v_order := private.write_order(v_session, v_id, p_reference);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

-- Holds the stock for 15 minutes before a payment; calling again renews the hold until 45 minutes after the checkout's start.
-- With a real provider only the web server may call it, once the provider's page exists, so that stock is held only for those
-- who can pay; without a provider nothing is held.
create or replace function private.reserve_checkout(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_longest constant interval := interval '45 minutes';
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_provider text := private.payment_provider();
  v_until timestamptz := least(now() + interval '15 minutes', v_session.created_at + v_longest);
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_provider is null then
    perform private.reject('PT402',
      'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif v_provider <> 'simulated' and ((select auth.role()) is distinct from 'service_role' or v_session.kind = 'order_edit') then
    perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif v_session.kind = 'order_edit' then
    -- What an edit adds is held until its link ends.
    insert into public.payment_attempts (checkout_session_id, provider, amount) values (p_session_id, v_provider, v_session.total)
    on conflict (checkout_session_id) where status = 'pending' do nothing;
    return jsonb_build_object('status', 'reserved', 'expires_at', v_session.expires_at);
  elsif v_until <= now() then
    perform private.reject('PT409',
      'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.',
      'hold_ended');
  end if;
  perform private.consume_rate_limit('reserve', p_session_id, 20, interval '1 hour');
  perform private.limit_holds(v_session, v_until);
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  insert into private.stock_holds (checkout_session_id, product_id, variant_id, quantity, expires_at)
  select p_session_id, product_id, variant_id, quantity, v_until
  from private.demand_of(v_session.cart_items)
  where product_id is not null
  order by product_id, variant_id
  on conflict on constraint stock_holds_of_checkout do update
  set quantity = excluded.quantity, expires_at = excluded.expires_at;
  perform private.lock_gift_card(v_session);
  perform private.hold_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, v_provider, v_session.total - v_session.gift_card_amount)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  insert into private.gift_card_holds (checkout_session_id, gift_card_id, amount_pence, expires_at)
  select p_session_id, v_session.gift_card_id, v_session.gift_card_amount * 100, v_until
  where v_session.gift_card_id is not null
  on conflict (checkout_session_id) do update set expires_at = excluded.expires_at;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

-- A declined payment releases the hold; cart and checkout stay. The tenth failure ends the checkout.
create or replace function private.fail_checkout(p_session_id text, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_allowed constant integer := 10;
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_failed integer;
begin
  if v_session.status = 'failed' then
    return jsonb_build_object('status', 'failed', 'attempts_left', 0);
  elsif v_session.status <> 'pending' then
    perform private.reject('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  if v_session.kind <> 'order_edit' then
    perform private.release_hold(p_session_id, false);
  end if;
  update public.payment_attempts set status = 'failed', settled_at = now(), failure = left(p_reason, 300)
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, amount, status, settled_at, failure)
    values (p_session_id, coalesce(private.payment_provider(), 'none'),
      v_session.total - v_session.gift_card_amount, 'failed', now(), left(p_reason, 300));
  end if;
  select count(*) into v_failed from public.payment_attempts
  where checkout_session_id = p_session_id and status = 'failed';
  if v_failed >= v_allowed then
    update public.checkout_sessions set status = 'failed' where id = v_session.id;
  end if;
  return jsonb_build_object(
    'status', case when v_failed >= v_allowed then 'failed' else 'pending' end,
    'attempts_left', greatest(0, v_allowed - v_failed));
end;
$$;

-- What the status of an order has put back on the card that paid, in pence: less what refunds claim.
create or replace function private.gift_card_returned(p_order public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select ((p_order.gift_card_amount - coalesce((
      select sum(gift_card_amount) from public.refunds where order_id = p_order.id and edit_id is null), 0)) * 100
    + coalesce((select sum(amount_pence) from public.gift_card_entries
      where order_id = p_order.id and kind in ('redeemed', 'given_back')), 0))::integer;
$$;

-- Sets or removes (null) the gift card of a checkout without a begun payment. A gift card cannot buy a gift card.
create or replace function private.apply_gift_card(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_card public.gift_cards;
  v_reply jsonb := jsonb_build_object('state', 'none');
  v_pays numeric := 0;
begin
  if v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.reject('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  if v_session.kind <> 'goods' then
    v_reply := jsonb_build_object('state', 'not_for_cards');
  elsif private.clean_code(p_code) <> '' then
    v_card := private.find_gift_card(p_code, p_session_id);
    v_reply := private.gift_card_reply(v_card, p_session_id);
    v_pays := private.gift_card_share(v_session.total, coalesce((v_reply ->> 'available_pence')::integer, 0));
    if v_session.total = 0 and v_reply ->> 'state' = 'valid' then
      v_reply := jsonb_build_object('state', 'not_needed');
    end if;
  end if;
  update public.checkout_sessions
  set gift_card_id = case when v_pays > 0 then v_card.id end, gift_card_hint = case when v_pays > 0 then v_card.hint end, gift_card_amount = v_pays
  where id = v_session.id;
  return v_reply || jsonb_build_object('total', v_session.total, 'gift_card_amount', v_pays, 'due', v_session.total - v_pays);
end;
$$;

-- Setting an order to refunded does not move money at the provider, so the email says what is due: what no refund has returned
-- or is returning. A gift card's part has already been returned.
create or replace function private.queue_status_mail(p_order public.orders, p_status text, p_wait interval)
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
    from public.refunds where order_id = p_order.id and edit_id is null
  ) as refunded
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;

-- Another eight attempts at a failed email. Its code or token was erased, so it gets a new one: a new code for the same
-- unused gift card, or a new link.
create or replace function private.retry_mail(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
  v_data jsonb;
  v_session text;
  v_card public.gift_cards;
  v_code text;
  v_invitation uuid;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id and status = 'failed' for update;
  if v_mail.id is null then
    perform private.reject('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  perform private.require_right(private.mail_right(v_mail.kind, v_mail.order_id));
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.reject('PT409', 'The order of this email is gone.', 'order_gone');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
  elsif v_mail.kind = 'order_confirmation' then
    select bought.checkout_session_id into v_session
    from public.orders as bought join public.checkout_sessions as paid on paid.session_id = bought.checkout_session_id
    where bought.id = v_mail.order_id and bought.user_id is null;
    if v_session is not null then
      v_data := v_data || jsonb_build_object('account_token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
    end if;
  elsif v_mail.kind = 'review_request' then
    if exists (
      select from public.orders where id = v_mail.order_id and private.order_returned(status, payment_status))
    then
      perform private.reject('PT409', 'The order of this email is cancelled or refunded.', 'order_over');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_review_token(v_mail.order_id));
  elsif v_mail.kind = 'order_edit' and v_data ->> 'state' = 'waiting' then
    select checkout_session_id into v_session from private.order_edits where id = (v_data ->> 'edit')::uuid and state = 'waiting';
    if v_session is null then
      perform private.reject('PT409', 'The change of this email no longer waits.', 'edit_over');
    end if;
    v_data := v_data || jsonb_build_object('token', v_session);
  elsif v_mail.kind in ('gift_card', 'refund_gift_card') then
    select card.* into v_card from public.gift_cards as card
    where id = coalesce((v_data ->> 'gift_card_id')::uuid,
      (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued'))
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.reject('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.reject('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  elsif v_mail.kind = 'staff_invitation' then
    -- One that is locked is being sent again.
    select id into v_invitation from public.staff_invitations
    where mail_id = p_id and accepted_at is null and withdrawn_at is null and private.user_may(invited_by, 'staff')
    for no key update skip locked;
    if v_invitation is null then
      perform private.reject('PT409', 'This invitation was withdrawn or sent again.', 'invitation_over');
    end if;
    v_code := private.new_invitation_token(v_invitation);
    v_data := v_data || jsonb_build_object('token', v_code, 'issued_at', now());
  end if;
  update public.email_outbox set status = 'pending', attempts = 0, next_attempt_at = now(), data = v_data where id = p_id;
  if v_mail.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_mail.order_id, 'email_retried', format('Email is sent again: %s', replace(v_mail.kind, '_', ' ')),
      jsonb_build_object('actor', (select auth.uid())));
  end if;
end;
$$;

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
  left join public.refunds on order_id = p_order.id and edit_id is null
  group by open.pence;
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
  select (coalesce(sum(tax_amount), 0) * 100)::integer into v_taxed from public.refunds where order_id = p_order.id and edit_id is null;
  delivery := coalesce(private.refund_pence(p_delivery, 'delivery'), 0);
  if delivery > v_left.delivery then
    perform private.reject('PT409', 'That is more than is left to refund of the delivery.', 'delivery_left',
      (v_left.delivery * 0.01)::numeric(10, 2)::text);
  end if;
  amount := coalesce(private.refund_pence(p_amount, 'amount'),
    delivery + least(v_left.goods, (select coalesce(sum(chosen.pence), 0) from private.refund_lines_of(p_order, p_lines, true) as chosen)));
  if amount > v_left.goods + v_left.delivery then
    perform private.reject('PT409',
      format('Only £%s is left to refund.', ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)), 'amount_left',
      ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)::text);
  elsif amount < delivery then
    perform private.reject('PT422', 'The amount is less than the delivery in it.', 'amount');
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

-- The email of a refund: what, how much, and to which means.
create or replace function private.queue_refund_mail(p_order public.orders, p_refund public.refunds)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'refund', p_order.email, format('Your order %s: refund', p_order.order_number), p_order.id,
    jsonb_build_object('order_number', p_order.order_number, 'currency', p_order.currency, 'amount', p_refund.amount,
      'card_amount', p_refund.card_amount, 'gift_card_amount', p_refund.gift_card_amount, 'gift_card_hint', p_order.gift_card_hint,
      'new_gift_card', exists (
        select from public.email_outbox where order_id = p_order.id and kind = 'refund_gift_card' and created_at = p_refund.created_at),
      'refund', p_refund.id, 'by_other_means', p_refund.by_other_means,
      'again', exists (
        select from public.email_outbox
        where order_id = p_order.id and kind = 'refund' and data ->> 'refund' = p_refund.id::text),
      'delivery_amount', p_refund.delivery_amount, 'tax_amount', p_refund.tax_amount,
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity) order by part.line)
        from public.refund_lines as part where part.refund_id = p_refund.id), '[]'))
  -- The email of an edit says what it gives back.
  where p_order.email is not null and p_refund.amount > 0 and p_refund.edit_id is null;
$$;

-- The money is on its way. The order must be locked.
create or replace function private.finish_refund(p_id uuid, p_reference text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds
  set state = 'succeeded', settled_at = now(), reference = p_reference, last_error = null
  where id = p_id returning * into v_refund;
  if v_refund.edit_id is null then
    perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  end if;
  select * into v_order from public.orders where id = v_refund.order_id;
  if v_refund.amount > 0 then
    insert into public.order_events (order_id, type, description, data)
    values (v_order.id, 'refund_succeeded', format('£%s refunded', v_refund.amount),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  perform private.queue_refund_mail(v_order, v_refund);
end;
$$;

-- What the provider says later of a refund that it accepted (p_reference): it came back. The money is the shop's again and the refund
-- has failed. Said twice, or of an attempt before the last one, it changes nothing. Returns the state; pending means that the answer of
-- the provider is not written down yet, so that it must say this again.
create or replace function private.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
  v_state text;
begin
  update public.returned_payments set state = 'failed', settled_at = null, last_error = left(p_error, 500)
  where id = p_id and state = 'succeeded' and refund_reference = p_reference;
  select state into v_state from public.returned_payments where id = p_id;
  if found then
    return v_state;
  end if;
  select * into v_known from public.refunds where id = p_id;
  perform from public.orders where id = v_known.order_id for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.state is distinct from 'succeeded' or v_known.by_other_means or v_known.card_amount = 0
    or v_known.reference is distinct from p_reference
  then
    return v_known.state;
  end if;
  update public.refunds set state = 'failed', settled_at = null, last_error = left(p_error, 500) where id = p_id;
  update public.orders
  set refunded_amount = refunded_amount - v_known.card_amount,
    payment_status = case when payment_status = 'refunded' and not marked_refunded then 'succeeded' else payment_status end
  where id = v_known.order_id and v_known.edit_id is null;
  insert into public.order_events (order_id, type, description, data)
  values (v_known.order_id, 'refund_failed', format('Refund of £%s came back', v_known.card_amount), jsonb_build_object('refund', p_id));
  return 'failed';
end;
$$;

-- Notes that staff have paid a failed refund, or a payment that goes back, by other means, such as a bank transfer. p_note says how.
create or replace function private.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_right('refunds');
  if coalesce(private.clean_text(p_note), '') = '' or char_length(p_note) > 500 then
    perform private.reject('PT422', 'Say how the money was paid, in 500 characters at most.', 'note');
  end if;
  update public.returned_payments
  set state = 'succeeded', settled_at = now(), note = private.clean_text(p_note), last_error = null, refund_reference = null
  where id = p_id and state = 'failed';
  if found then
    return;
  end if;
  v_refund := private.lock_failed_refund(p_id);
  update public.refunds
  set state = 'succeeded', settled_at = now(), by_other_means = true, note = private.clean_text(p_note), last_error = null
  where id = p_id returning * into v_refund;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_paid_otherwise', format('£%s refunded by other means', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', private.clean_text(p_note), 'actor', (select auth.uid())));
  if v_refund.edit_id is null then
    perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  end if;
  perform private.queue_refund_mail(bought, v_refund) from public.orders as bought where bought.id = v_refund.order_id;
end;
$$;

-- Gives up the card's part of a failed refund, which is then left to refund again. The gift card's part and the pieces stay: they
-- moved when the refund was made.
create or replace function private.give_up_refund(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_goods numeric;
begin
  perform private.require_right('refunds');
  if char_length(p_note) > 500 then
    perform private.reject('PT422', 'The note is too long.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  if v_refund.edit_id is not null then
    perform private.reject('PT409', 'The order costs less since it was edited, so this is owed. Try again, or pay it by other means.', 'owed');
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_given_up', format('Refund of £%s given up', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', nullif(private.clean_text(p_note), ''), 'actor', (select auth.uid())));
  v_goods := v_refund.gift_card_amount - least(v_refund.delivery_amount, v_refund.gift_card_amount);
  update public.refunds
  set state = 'given_up', settled_at = now(), given_up = card_amount, card_amount = 0, provider = null, last_error = null,
    note = private.clean_text(coalesce(p_note, '')), amount = gift_card_amount, delivery_amount = gift_card_amount - v_goods,
    tax_amount = least(v_goods, private.share_of((tax_amount * 100)::integer, v_goods, amount - delivery_amount) * 0.01)
  where id = p_id returning * into v_refund;
  perform private.queue_refund_mail(bought, v_refund)
  from public.orders as bought where bought.id = v_refund.order_id and not exists (
    select from public.email_outbox
    where order_id = bought.id and kind = 'refund' and data ->> 'refund' = p_id::text);
end;
$$;

-- What keeps an order from being sent, in words; null when it can be.
create or replace function private.sending_rejection(p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_order.id is null then 'There is no order with this number.'
    when p_order.status = 'cancelled' then 'This order is cancelled.'
    when p_order.payment_status = 'refunded' then 'This order is refunded.'
    when p_order.payment_status <> 'succeeded' then 'This order is not paid.'
    when p_order.shipping_method = 'By e-mail' then 'This order has nothing to send.'
    when private.has_waiting_edit(p_order.id) then 'A change of this order waits for its payment.'
  end;
$$;

-- What was given back in a period, gift cards included, by the day of the refund.
create or replace function private.refunded_between(p_from date, p_to date)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(amount), 0) from public.refunds
  where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1) and edit_id is null;
$$;

-- The figures of a period (days in London, both included) by day, week or month, its best-selling products, and the totals of the
-- period of the same length before.
create or replace function private.sales_series(p_from date, p_to date, p_unit text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if coalesce(p_unit, '') not in ('day', 'week', 'month') or (p_unit = 'day' and p_to - p_from > 366) then
    perform private.reject('PT422', 'Choose days (of a year at most), weeks or months.', 'unit');
  end if;
  return (
    with counted as (
      select date_trunc(p_unit, day)::date as since, sum(orders) as orders,
        coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0) as revenue,
        coalesce(sum(amount) filter (where payment_status = 'succeeded'), 0) as paid
      from private.order_days where day between p_from and p_to group by 1
    ), joined as (
      select date_trunc(p_unit, day)::date as since, sum(customers) as customers
      from private.customer_days where day between p_from and p_to group by 1
    ), returned as (
      select date_trunc(p_unit, settled_at at time zone 'Europe/London')::date as since, sum(amount) as refunded
      from public.refunds
      where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1) and edit_id is null
      group by 1
    )
    select jsonb_build_object(
      'series', jsonb_agg(jsonb_build_object('since', bucket.since, 'orders', coalesce(counted.orders, 0),
        'revenue', coalesce(counted.revenue, 0), 'paid', coalesce(counted.paid, 0),
        'refunded', coalesce(returned.refunded, 0), 'customers', coalesce(joined.customers, 0))
        order by bucket.since),
      'total', private.sales_total(p_from, p_to),
      'before', private.sales_total(p_from - (p_to - p_from + 1), p_from - 1),
      'top_products', private.top_products(p_from, p_to, 10))
    from (
      select step::date as since
      from generate_series(date_trunc(p_unit, p_from::timestamp), p_to::timestamp, ('1 ' || p_unit)::interval) as step
    ) as bucket
    left join counted using (since) left join joined using (since) left join returned using (since));
end;
$$;

create or replace function private.strip_orders(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- The checkouts whose payments stay: those of the orders and of what edits of them added.
  v_paid constant text[] := array(
    select checkout_session_id from public.orders where id = any (p_orders)
    union select checkout_session_id from private.order_edits
    where order_id = any (p_orders) and state = 'applied' and checkout_session_id is not null);
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
  where session_id = any (p_checkouts) and session_id = any (v_paid);
  delete from private.order_edits where order_id = any (p_orders) and state <> 'applied';
  update private.order_edits
  set before = before - 'shipping_address', after = after - 'shipping_address', reason = '', actor = nullif(actor, p_user)
  where order_id = any (p_orders);
  delete from private.checkout_carts where checkout_session_id = any (p_checkouts);
  delete from private.checkout_callers where checkout_session_id = any (p_checkouts);
  delete from public.account_creation_tokens where checkout_session_id = any (p_checkouts);
  delete from private.receipt_links where order_id = any (p_orders);
  delete from public.checkout_sessions where session_id = any (p_checkouts) and session_id <> all (v_paid);
end;
$$;

-- Checkouts of a person, by their public id, in the same sense. A checkout that another account has begun is the other's.
create or replace function private.checkouts_of_person(p_user uuid, p_email text, p_orders uuid[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(session_id order by session_id), '{}') from (
    select session_id from public.checkout_sessions where user_id = p_user
    union select session_id from public.checkout_sessions where lower(email) = p_email and user_id is null
    union select checkout_session_id from public.orders where id = any (p_orders)
    union select checkout_session_id from private.order_edits where order_id = any (p_orders) and checkout_session_id is not null
  ) as own;
$$;

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create or replace function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customers constant uuid[] := array(
    select id from public.customers where user_id = p_user or (is_guest and lower(email) = v_email));
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = any (v_customers)),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = any (v_customers)),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = any (v_customers)),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = any (v_customers)),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = any (v_customers)),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = any (v_customers)),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'returned_payments', (select jsonb_agg(to_jsonb(t) - v_hidden - 'note' order by id) from public.returned_payments as t where checkout_session_id = any (v_checkouts)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_list', (select jsonb_agg(to_jsonb(t)) from private.order_list as t where order_id = any (v_orders)),
    'order_edits', (select jsonb_agg(to_jsonb(t) - v_hidden - 'reason' order by id) from private.order_edits as t where order_id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'shipment_lines', (
      select jsonb_agg(to_jsonb(t)) from public.shipment_lines as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_items', (select jsonb_agg(to_jsonb(t)) from private.returned_items as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

-- The receipt of a paid order: for its owner by the number, for whoever has the link of its email by the token. Null for
-- everyone else and for every other number and token alike. Refunds are those whose money has moved.
create or replace function private.order_receipt(p_number text, p_token text)
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

-- The money of an order that has gone back, in pounds, and when. A gift card's part moves at once, a bank card's when it is settled, and
-- then the refund counts as a whole on that day, as receipts say. means of the card's part: who paid it out, 'other' for other means,
-- 'hand' for what a status set by hand returned.
create or replace function private.money_returned(p_order public.orders)
returns table (at timestamptz, card numeric, gift_card numeric, delivery numeric, tax numeric, means text)
language sql
stable
set search_path = ''
as $$
  select settled_at, card_amount, gift_card_amount, delivery_amount, tax_amount,
    case when by_other_means then 'other' else coalesce(provider, 'unknown') end
  from public.refunds where order_id = p_order.id and edit_id is null and settled_at is not null and amount > 0
  union all
  select created_at, 0, gift_card_amount, least(delivery_amount, gift_card_amount), least(moved.goods,
    private.share_of((tax_amount * 100)::integer, moved.goods, amount - delivery_amount) * 0.01), 'unknown'
  from public.refunds
  cross join lateral (select gift_card_amount - least(delivery_amount, gift_card_amount) as goods) as moved
  where order_id = p_order.id and edit_id is null and settled_at is null and gift_card_amount > 0
  union all
  select changed.at, unclaimed.card, unclaimed.gift_card, unclaimed.card + unclaimed.gift_card - moved.goods,
    private.share_of((unclaimed.tax * 100)::integer, moved.goods, unclaimed.goods) * 0.01, 'hand'
  from (
    select max(created_at) as at from public.order_events
    where order_id = p_order.id and type in ('status_changed', 'payment_status_changed') and data ->> 'to' in ('cancelled', 'refunded')
  ) as changed
  cross join lateral (
    select case when p_order.marked_refunded then p_order.total - p_order.gift_card_amount - coalesce(sum(card_amount), 0) else 0 end as card,
      greatest(0, private.gift_card_returned(p_order)) * 0.01 as gift_card,
      p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0) as goods,
      p_order.tax_amount - coalesce(sum(tax_amount), 0) as tax
    from public.refunds where order_id = p_order.id and edit_id is null
  ) as unclaimed
  cross join lateral (select least(unclaimed.goods, unclaimed.card + unclaimed.gift_card) as goods) as moved
  where private.status_returns(p_order) and changed.at is not null and unclaimed.card + unclaimed.gift_card > 0;
$$;

drop function private.takings_between(timestamptz, timestamptz);

-- Sales and refunds between two moments, a row each, in pounds: what counts is placed and paid, whatever became of it since. An edit counts
-- on the day when it took effect, by what it changed, so that the days before it stay as they were; it is a sale, of less than 0 where
-- money went back.
create function private.takings_between(p_from timestamptz, p_before timestamptz)
returns table (
  is_refund boolean, is_edit boolean, vat_rate numeric, net numeric, tax numeric, delivery numeric, means text, card numeric, gift_card numeric)
language sql
stable
set search_path = ''
as $$
  select false, false, bought.vat_rate, bought.subtotal - bought.discount_amount - edits.net, bought.tax_amount - edits.tax,
    bought.shipping_amount - edits.delivery, private.taken_by(bought), bought.total - bought.gift_card_amount - edits.card,
    bought.gift_card_amount - edits.gift_card
  from public.orders as bought
  cross join lateral private.edits_of(bought.id) as edits
  where bought.created_at >= p_from and bought.created_at < p_before and private.is_taken(bought.payment_status)
  union all
  select false, true, bought.vat_rate, edit.net, edit.tax, edit.delivery, edit.means, edit.card, edit.gift_card
  from private.applied_edits as edit
  join public.orders as bought on bought.id = edit.order_id and private.is_taken(bought.payment_status)
  where edit.at >= p_from and edit.at < p_before
  union all
  select true, false, bought.vat_rate, returned.card + returned.gift_card - returned.delivery - returned.tax, returned.tax, returned.delivery,
    returned.means, returned.card, returned.gift_card
  from (
    select order_id from public.refunds where settled_at >= p_from and settled_at < p_before
    union
    select order_id from public.refunds where settled_at is null and created_at >= p_from and created_at < p_before
    union
    select order_id from public.order_events
    where created_at >= p_from and created_at < p_before and type in ('status_changed', 'payment_status_changed')
      and data ->> 'to' in ('cancelled', 'refunded')
  ) as changed
  join public.orders as bought on bought.id = changed.order_id and private.is_taken(bought.payment_status)
  cross join lateral private.money_returned(bought) as returned
  where returned.at >= p_from and returned.at < p_before;
$$;

-- The takings of a period (days in London, both included): orders and refunds with what they are made of, by means and by rate of VAT.
-- Amounts in pounds; net is without VAT and delivery, after discounts.
create or replace function private.office_takings(p_from date, p_to date)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if p_to - p_from > 366 then
    perform private.reject('PT422', 'Choose a period of at most a year.', 'period');
  end if;
  return (
    with moved as materialized (
      select * from private.takings_between(private.london_midnight(p_from), private.london_midnight(p_to + 1))
    ), added as (
      select wanted.is_refund, count(moved.means) filter (where not is_edit) as count, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax,
        coalesce(sum(delivery), 0) as delivery, coalesce(sum(card + gift_card), 0) as total
      from (values (false), (true)) as wanted (is_refund) left join moved using (is_refund) group by 1
    ), by_means as (
      select part.means, coalesce(sum(part.amount) filter (where not is_refund), 0) as sales,
        coalesce(sum(part.amount) filter (where is_refund), 0) as refunds
      from moved cross join lateral (values (moved.means, card), ('gift_card', gift_card)) as part (means, amount)
      where part.amount <> 0 group by 1
    ), by_rate as (
      select vat_rate, coalesce(sum(net) filter (where not is_refund), 0) as net, coalesce(sum(tax) filter (where not is_refund), 0) as tax,
        coalesce(sum(net) filter (where is_refund), 0) as refunded_net, coalesce(sum(tax) filter (where is_refund), 0) as refunded_tax
      from moved group by 1
    )
    select jsonb_build_object(
      'sales', (select to_jsonb(added) - 'is_refund' from added where not is_refund),
      'refunds', (select to_jsonb(added) - 'is_refund' from added where is_refund),
      'means', (select coalesce(jsonb_agg(to_jsonb(by_means) order by sales desc, means), '[]') from by_means),
      'rates', (select coalesce(jsonb_agg(to_jsonb(by_rate) order by vat_rate desc), '[]') from by_rate)));
end;
$$;

select private.hide_rows_in_api_errors();

revoke all on all functions in schema private from public;

revoke all on function public.order_edits(uuid) from public, anon;

revoke all on function public.preview_order_edit(uuid, jsonb, jsonb) from public, anon;

revoke all on function public.edit_order(uuid, uuid, text, jsonb, numeric, text, jsonb, bool) from public, anon;

revoke all on function public.settle_order_edit(uuid, bool) from public, anon;

revoke all on function public.linked_order_edit(text) from public;
