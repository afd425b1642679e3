-- The days on which an order arrives are promised when it is placed and stay with it.

-- The part of the UK whose bank holidays apply to a postcode: england (with Wales), scotland or northern-ireland. Berwick and most of
-- TD12 are in England with a Scottish postcode area.
create function private.nation_of(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when area = 'BT' then 'northern-ireland'
    when area in ('AB', 'DD', 'DG', 'EH', 'FK', 'G', 'HS', 'IV', 'KA', 'KW', 'KY', 'ML', 'PA', 'PH', 'TD', 'ZE')
      and private.postcode_district(p_postcode) not in ('TD12', 'TD15') then 'scotland'
    else 'england' end
  from (select private.postcode_area(p_postcode) as area) as parsed;
$$;

-- Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher).
create function private.easter_sunday(p_year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_golden constant integer := p_year % 19;
  v_century constant integer := p_year / 100;
  v_rest constant integer := p_year % 100;
  v_correction constant integer := (19 * v_golden + v_century - v_century / 4 - (v_century - (v_century + 8) / 25 + 1) / 3 + 15) % 30;
  v_weekday constant integer := (32 + 2 * (v_century % 4) + 2 * (v_rest / 4) - v_correction - v_rest % 4) % 7;
  v_late constant integer := (v_golden + 11 * v_correction + 22 * v_weekday) / 451;
  v_count constant integer := v_correction + v_weekday - 7 * v_late + 114;
begin
  return make_date(p_year, v_count / 31, v_count % 31 + 1);
end;
$$;

create function private.first_monday(p_year integer, p_month integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select first + (8 - extract(dow from first)::integer) % 7 from (select make_date(p_year, p_month, 1) as first) as month;
$$;

create function private.last_monday(p_year integer, p_month integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select last - (extract(dow from last)::integer + 6) % 7
  from (select (make_date(p_year, p_month, 1) + interval '1 month' - interval '1 day')::date as last) as month;
$$;

-- The bank holidays of a year, with the substitute days of those that fall on a weekend.
create function private.bank_holidays(p_nation text, p_year integer)
returns date[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  -- May holidays moved for an anniversary, and holidays of one year alone.
  v_moved constant jsonb := '{"1995-05-01": "1995-05-08", "2020-05-04": "2020-05-08", "2002-05-27": "2002-06-04",
    "2012-05-28": "2012-06-04", "2022-05-30": "2022-06-02"}';
  v_extra constant date[] := '{2002-06-03,2011-04-29,2012-06-05,2022-06-03,2022-09-19,2023-05-08}';
  v_scotland constant boolean := p_nation = 'scotland';
  v_easter constant date := private.easter_sunday(p_year);
  v_dated date[] := array[make_date(p_year, 1, 1), make_date(p_year, 12, 25), make_date(p_year, 12, 26)];
  v_days date[];
  v_day date;
begin
  if v_scotland then
    v_dated := v_dated || make_date(p_year, 1, 2) || make_date(p_year, 11, 30);
  elsif p_nation = 'northern-ireland' then
    v_dated := v_dated || make_date(p_year, 3, 17) || make_date(p_year, 7, 12);
  end if;
  select array_agg(coalesce((v_moved ->> day::text)::date, day)) into v_days
  from unnest(array[v_easter - 2, private.first_monday(p_year, 5), private.last_monday(p_year, 5),
      case when v_scotland then private.first_monday(p_year, 8) else private.last_monday(p_year, 8) end]
    || case when v_scotland then '{}'::date[] else array[v_easter + 1] end
    || array(select day from unnest(v_dated) as day where extract(isodow from day) < 6)) as day;
  for v_day in select day from unnest(v_dated) as day where extract(isodow from day) > 5 order by day loop
    while extract(isodow from v_day) > 5 or v_day = any (v_days) loop
      v_day := v_day + 1;
    end loop;
    v_days := v_days || v_day;
  end loop;
  return array(
    select distinct day from unnest(v_days || array(select day from unnest(v_extra) as day where extract(year from day) = p_year)) as day
    order by day);
end;
$$;

-- The day that many business days of a nation later. p_days is at most 365, as the delivery days of methods are.
create function private.add_business_days(p_start date, p_days integer, p_nation text)
returns date
language sql
immutable
set search_path = ''
as $$
  select case when p_days < 1 then p_start else (
    select day from (select p_start + step as day from generate_series(1, p_days * 2 + 20) as step) as following
    where extract(isodow from day) < 6 and day <> all ((
      select array_agg(holiday)
      from generate_series(extract(year from p_start)::integer, extract(year from p_start + p_days * 2 + 20)::integer) as year
      cross join lateral unnest(private.bank_holidays(p_nation, year)) as holiday)::date[])
    order by day offset p_days - 1 limit 1) end;
$$;

-- The first and last day on which a parcel ordered at a time may arrive. Orders are handled on business days in England: those after
-- 2 pm on a Friday on Monday, and next-day orders after 2 pm on the next business day.
create function private.delivery_estimate(
  p_days_min integer, p_days_max integer, p_at timestamptz, p_postcode text, out arrives_from date, out arrives_to date)
returns record
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_clock constant timestamp := p_at at time zone 'Europe/London';
  v_nation constant text := private.nation_of(p_postcode);
  v_late constant boolean := extract(hour from v_clock) >= 14 and (p_days_max <= 1 or extract(isodow from v_clock) = 5);
  v_handled date := v_clock::date;
begin
  if v_late or private.add_business_days(v_handled - 1, 1, 'england') <> v_handled then
    v_handled := private.add_business_days(v_handled, 1, 'england');
  end if;
  arrives_from := private.add_business_days(v_handled, p_days_min, v_nation);
  arrives_to := private.add_business_days(v_handled, greatest(p_days_min, p_days_max), v_nation);
end;
$$;

-- What a parcel by a method promises from now on: {arrives_from, arrives_to}; {} without such a method.
create function private.arrival_of(p_method uuid, p_address jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('arrives_from', estimate.arrives_from, 'arrives_to', estimate.arrives_to)
    from public.shipping_methods as method
    cross join lateral private.delivery_estimate(
      method.estimated_days_min, method.estimated_days_max, now(), p_address ->> 'postal_code') as estimate
    where method.id = p_method), '{}');
$$;

alter table public.orders add column arrives_from date, add column arrives_to date,
  add constraint orders_arrival check ((arrives_from is null) = (arrives_to is null) and arrives_from <= arrives_to);

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
    subtotal, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, v_cart);
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
    tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at, arrives_from, arrives_to)
  values (
    p_id, private.next_order_number(), coalesce(p_session.user_id, v_account.user_id), coalesce(v_account.id, p_session.customer_id), p_session.email, p_session.phone,
    -- A bought gift card has nothing to send, so its order is complete at once.
    case when p_session.kind = 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
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

create or replace function private.tracking_of(p_order public.orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_number', p_order.order_number,
    'status', case when p_order.status = 'cancelled' then 'cancelled' else coalesce(shipment.status, 'processing') end,
    'tracking_number', shipment.tracking_number,
    'carrier', shipment.carrier,
    'shipping_method', coalesce(shipment.shipping_method, p_order.shipping_method),
    'estimated_delivery', shipment.estimated_delivery,
    'arrives_from', p_order.arrives_from,
    'arrives_to', p_order.arrives_to,
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'status', event.status, 'description', event.description,
        'location', event.location, 'timestamp', event.occurred_at) order by event.occurred_at desc, event.id desc)
      from (
        select * from public.tracking_events where shipment_id = shipment.id
        order by occurred_at desc, id limit 100
      ) as event), '[]')
      || jsonb_build_array(jsonb_build_object('id', 'placed', 'status', 'placed', 'description', 'Order placed',
        'location', null, 'timestamp', p_order.created_at)))
  from (select) as one
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true;
$$;

-- Orders that have not arrived are promised what their method takes today.
update public.orders as waiting
set arrives_from = estimate.arrives_from, arrives_to = estimate.arrives_to
from public.orders as bought
join public.shipping_methods as method on method.name = bought.shipping_method
cross join lateral private.delivery_estimate(
  method.estimated_days_min, method.estimated_days_max, bought.created_at, bought.shipping_address ->> 'postal_code') as estimate
where waiting.id = bought.id and bought.status in ('pending', 'processing', 'shipped');

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
