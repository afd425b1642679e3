-- The rate of VAT, with the day from which it is in force, and stored with each checkout, order and line.

-- The rates of VAT, each from its first day in London until the next begins. A new rate is a row that a migration adds, before its day:
-- orders keep the rate that they were charged.
create table private.vat_rates (
  starts_on date primary key,
  -- As a share: 0.2 is 20 %.
  rate numeric(5, 4) not null check (rate between 0 and 1)
);

revoke all on table private.vat_rates from public, anon, authenticated;

insert into private.vat_rates (starts_on, rate) values ('2011-01-04', 0.20);

-- The rate in force, by which pages show prices; null before the first, when nothing can be bought.
create function private.vat_rate()
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
  select rate from private.vat_rates where starts_on <= (now() at time zone 'Europe/London')::date order by starts_on desc limit 1;
$$;

grant execute on function private.vat_rate() to anon, authenticated, service_role;

create function public.vat_rate()
returns numeric
language sql
stable
set search_path = ''
as $$ select private.vat_rate(); $$;

grant execute on function public.vat_rate() to anon, authenticated, service_role;

-- Rows from before get the only rate that there was.
alter table public.checkout_sessions add column vat_rate numeric(5, 4) not null default private.vat_rate() check (vat_rate between 0 and 1);
alter table public.orders add column vat_rate numeric(5, 4) not null default private.vat_rate() check (vat_rate between 0 and 1);

create function private.vat(p_amount numeric, p_rate numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select round(p_amount * p_rate, 2); $$;

create or replace function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb, p_promotion_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_discount numeric := 0;
  v_vat_rate constant numeric := private.vat_rate();
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', unit.sku, 'image', unit.image, 'quantity', line.quantity,
      'unit_price', charged.price, 'price', charged.price, 'total_price', charged.price * line.quantity,
      'vat_rate', v_vat_rate)
      || case when unit.variant_id is null then '{}' else jsonb_build_object('variant_id', unit.variant_id,
        'variant_name', private.variant_name(unit.options), 'options', unit.options) end order by line.place), '[]'),
    coalesce(sum(charged.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as listed (entry, place)
    group by 1, 2
  ) as line
  -- offset 0: looked up line by line, by index; as a join the whole view would be scanned.
  cross join lateral (
    select * from private.stock_units as listed
    where listed.product_id = line.product_id and listed.variant_id is not distinct from line.variant_id and listed.is_active
    offset 0
  ) as unit
  join public.products as product on product.id = unit.product_id
  cross join lateral (select private.unit_price(unit.price) as price) as charged;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  if p_promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_promotion_id;
    v_discount := coalesce(private.promotion_discount(v_promotion, v_subtotal), 0);
    if v_promotion.kind = 'free_delivery' then
      v_shipping := v_shipping * 0;
    end if;
  end if;
  v_vat := private.vat(v_subtotal - v_discount, v_vat_rate);
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'vat_rate', v_vat_rate, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal - v_discount + v_vat + v_shipping, 'shipping_method', v_method.name)
    || case when v_promotion.id is null then '{}'
      else jsonb_build_object('discount_amount', v_discount, 'promotion_code', v_promotion.code) end;
end;
$$;

create or replace function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_next text;
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_figures jsonb;
  v_figure text;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Checkout details must be an object of reasonable size.', 'details');
  end if;
  v_buyer := jsonb_build_object(
    'email', private.email_field(p_details),
    'first_name', private.field(p_details, 'first_name', 100),
    'last_name', private.field(p_details, 'last_name', 100),
    'phone', private.field(p_details, 'phone', 40, false));
  v_address := private.address_field(p_details -> 'shipping_address', v_buyer);
  v_billing := case when jsonb_typeof(p_details -> 'billing_address') = 'object'
    then private.address_field(p_details -> 'billing_address', v_buyer) else v_address end;
  v_next := private.new_guest_session(p_details, v_cart);
  -- The cart has moved already where the answer of an earlier attempt was lost.
  if v_lines = '[]' and v_next is not null then
    v_cart := v_next;
    v_lines := private.cart_lines(null, v_cart);
  end if;
  if v_lines = '[]' then
    perform private.refuse('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.consume_rate_limit('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.consume_rate_limit('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_order_limits(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice. A gift card's checkout has no cart.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and kind = 'goods' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'This shipping method is not available for your address.',
      'method_unavailable', v_figures::text);
  end if;
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    -- After the products, which the payment of another checkout of this cart locks before its lines.
    if v_next <> v_cart then
      perform private.move_cart(v_cart, v_next);
    end if;
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, coalesce(v_next, v_cart));
  end if;
  return v_session;
end;
$$;

create or replace function private.write_order(p_session public.checkout_sessions, p_id uuid, p_reference text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
  v_arrival constant jsonb := private.arrival_of(p_session.shipping_method_id, p_session.shipping_address);
  v_order public.orders;
  -- A guest's order belongs to the account that has confirmed its address.
  v_account public.customers;
begin
  if p_session.user_id is null then
    v_account := private.account_of(p_session.email);
  end if;
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, status, payment_status, currency, subtotal, discount_amount, promotion_code,
    vat_rate, tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at, arrives_from, arrives_to)
  values (
    p_id, private.next_order_number(), coalesce(p_session.user_id, v_account.user_id), coalesce(v_account.id, p_session.customer_id), p_session.email, p_session.phone,
    -- A bought gift card has nothing to send, so its order is complete at once.
    case when p_session.kind = 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.vat_rate, p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now(),
    (v_arrival ->> 'arrives_from')::date, (v_arrival ->> 'arrives_to')::date)
  returning * into v_order;
  perform private.hold_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number) || v_arrival
      || case when v_account.id is null then '{}' else jsonb_build_object('has_account', true) end
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

create or replace function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_state text := 'none';
begin
  if v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  perform private.check_promotion_rate_limit(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or (v_base ->> 'vat_rate')::numeric <> v_session.vat_rate
    or v_base ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_figures := v_base;
  if btrim(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_figures := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address, v_promotion.id);
      if v_figures ->> 'total' = v_base ->> 'total' then
        v_state := 'no_effect';
        v_figures := v_base;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = case when v_state = 'valid' then v_promotion.id end,
    promotion_code = case when v_state = 'valid' then v_promotion.code end,
    discount_amount = coalesce((v_figures ->> 'discount_amount')::numeric, 0),
    tax_amount = (v_figures ->> 'tax_amount')::numeric,
    shipping_amount = (v_figures ->> 'shipping_amount')::numeric,
    total = (v_figures ->> 'total')::numeric
  where id = v_session.id
  returning * into v_session;
  return private.promotion_reply(v_promotion, v_state) || jsonb_build_object(
    'subtotal', v_session.subtotal, 'discount_amount', v_session.discount_amount, 'tax_amount', v_session.tax_amount,
    'shipping_amount', v_session.shipping_amount, 'total', v_session.total);
end;
$$;

create or replace function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_first text;
  v_last text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_first := private.field(p_details, 'first_name', 100);
  v_last := private.field(p_details, 'last_name', 100);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  v_message := private.field(p_details, 'message', 300, false);
  if v_recipient is not null and not private.is_email(v_recipient) then
    perform private.refuse('PT422', 'Email is invalid', 'recipient_email');
  elsif private.holds_link(v_message) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.consume_rate_limit('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    kind, email, first_name, last_name, shipping_address, billing_address, subtotal, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, user_id, customer_id)
  values (
    'gift_card', v_email, v_first, v_last, '{}', '{}',
    v_amount, 0, 0, 0, v_amount,
    jsonb_build_array(jsonb_build_object(
      'product_id', null, 'gift_card', true, 'product_name', 'Gift card', 'name', 'Gift card', 'sku', null, 'quantity', 1,
      'unit_price', v_amount, 'price', v_amount, 'total_price', v_amount, 'vat_rate', 0)),
    jsonb_build_object('shipping_method', 'By e-mail', 'gift_card',
      jsonb_build_object('pence', v_amount * 100, 'recipient', v_recipient, 'message', v_message)),
    (select auth.uid()), v_customer)
  returning * into v_session;
  return v_session;
end;
$$;

create or replace function private.queue_order_mail(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  values ('order_confirmation', p_order.email, format('Your order %s', p_order.order_number), p_order.id,
    to_jsonb(p_order) || jsonb_build_object('tax_point', p_order.paid_at,
      'in_account', p_order.user_id is not null and exists (
        select from public.checkout_sessions where session_id = p_order.checkout_session_id and user_id is null))
    || case when p_order.user_id is null
      then jsonb_build_object('account_token', private.new_account_token(p_order.checkout_session_id, p_order.email))
      else '{}' end);
end;
$$;

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
    where order_number = upper(btrim(left(p_number, 40))) and user_id = (select private.require_user());
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
      where refund.order_id = v_order.id and moved.amount > 0), '[]'));
end;
$$;

drop function private.vat(numeric);

revoke all on all functions in schema private from public;
