-- Starting and completing a checkout with holds, the ledger, payment attempts and limits in place.

-- A figure the client believes in must be the one the database charges.
create function private.require_figure(p_details jsonb, p_key text, p_figures jsonb, p_figure text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_given text := p_details ->> p_key;
begin
  if v_given is null then
    return;
  elsif jsonb_typeof(p_details -> p_key) not in ('number', 'string') or v_given !~ '^-?[0-9]{1,12}(\.[0-9]{1,6})?$' then
    perform private.refuse('PT422', format('%s must be an amount in pounds', p_key), p_key);
  elsif v_given::numeric <> (p_figures ->> p_figure)::numeric then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', p_figures::text);
  end if;
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
  perform private.limit_rate('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');

  -- One cart has one open checkout, so that two tabs cannot buy it twice; what the old one held is free again.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'This shipping method is not available for your address.', 'method_unavailable', v_figures::text);
  end if;
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone', v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'tax_amount')::numeric, (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  if v_cart is not null then
    insert into private.checkout_carts (checkout_session_id, cart_session_id) values (v_session.session_id, v_cart);
  end if;
  return v_session;
end;
$$;

-- Stock leaves under the order's id, before the order is numbered: the day's counter is the shop's narrowest door.
drop function private.take_stock(public.checkout_sessions);
create function private.take_stock(p_lines jsonb, p_order uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.set_movement('sold', p_order);
  update public.products as product
  set inventory_quantity = product.inventory_quantity - demand.quantity
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_lines) as entry
    group by 1
  ) as demand
  where product.id = demand.product_id;
  perform private.set_movement(null);
end;
$$;

-- The payment that paid: the attempt a reservation opened, or one of its own.
create function private.settle_payment(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.payment_attempts
  set status = 'succeeded', settled_at = now(), reference = p_order.stripe_payment_intent_id, amount = p_order.total
  where checkout_session_id = p_order.checkout_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_order.checkout_session_id, private.setting_text('payment.provider', 'simulated'),
      p_order.stripe_payment_intent_id, p_order.total, 'succeeded', now());
  end if;
end;
$$;

drop function private.write_order(public.checkout_sessions);
create function private.write_order(p_session public.checkout_sessions, p_id uuid)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
  v_order public.orders;
begin
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, payment_status, currency, subtotal, tax_amount, shipping_amount, total,
    shipping_method, items, shipping_address, billing_address, checkout_session_id, stripe_session_id,
    stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.tax_amount, p_session.shipping_amount, p_session.total,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number)
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

create or replace function private.complete_checkout(p_session_id text, p_idempotency_key uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(coalesce(p_session_id, ''), 'UTF8')), 'hex');
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.refuse('PT400', 'An idempotency key is needed.', 'idempotency_key');
  end if;
  -- The row of the session is the queue: a second attempt waits here and then finds the order of the first.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    select * into v_order from public.orders where checkout_session_id = p_session_id;
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif private.setting_text('payment.provider', 'simulated') <> 'simulated' and (select auth.role()) is distinct from 'service_role' then
    -- A real provider's word comes to the server, not through the buyer's browser.
    perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
  else
    select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
    perform private.verify_checkout(v_session, v_cart);
    perform private.take_stock(v_session.cart_items, v_id);
    perform private.clear_purchased(v_session, v_cart);
    v_order := private.write_order(v_session, v_id);
    perform private.queue_order_mail(v_order);
  end if;

  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

create index idempotency_keys_by_age on private.idempotency_keys (created_at);

revoke all on function private.require_figure(jsonb, text, jsonb, text), private.take_stock(jsonb, uuid),
  private.write_order(public.checkout_sessions, uuid), private.settle_payment(public.orders) from public;
