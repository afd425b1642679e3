-- Completing a checkout: everything below happens or nothing does.

create table private.idempotency_keys (
  key uuid primary key,
  request_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now()
);

create function private.order_reply(p_order public.orders)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', p_order.id, 'order_number', p_order.order_number, 'checkout_session_id', p_order.checkout_session_id,
    'total', p_order.total, 'status', 'completed');
$$;

-- Locks the products in id order, then refuses what stock, prices or shipping no longer allow.
create function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_figures jsonb;
begin
  -- The lines must still be in the cart: a cart that another checkout has bought is not bought again.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;

  perform private.require_stock(p_session.cart_items);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart)))
  then
    perform private.refuse('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

create function private.take_stock(p_session public.checkout_sessions)
returns void
language sql
set search_path = ''
as $$
  update public.products as product
  set inventory_quantity = product.inventory_quantity - demand.quantity
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_session.cart_items) as entry
    group by 1
  ) as demand
  where product.id = demand.product_id;
$$;

-- What was bought leaves the cart; what was added meanwhile stays.
create function private.clear_purchased(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_entry jsonb;
begin
  for v_entry in select * from jsonb_array_elements(p_session.cart_items) loop
    delete from public.cart_items
    where product_id = (v_entry ->> 'product_id')::uuid
      and quantity <= (v_entry ->> 'quantity')::integer
      and (customer_id = p_session.customer_id or session_id = p_cart);
    -- Leaves the rest of a larger line only as far as stock still serves it.
    update public.cart_items as line
    set quantity = least(line.quantity - (v_entry ->> 'quantity')::integer, product.inventory_quantity)
    from public.products as product
    where line.product_id = (v_entry ->> 'product_id')::uuid and product.id = line.product_id and product.inventory_quantity > 0
      and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
    delete from public.cart_items as line
    using public.products as product
    where line.product_id = (v_entry ->> 'product_id')::uuid and product.id = line.product_id and product.inventory_quantity = 0
      and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
  end loop;
end;
$$;

create function private.write_order(p_session public.checkout_sessions)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
  v_order public.orders;
begin
  insert into public.orders (
    order_number, user_id, customer_id, email, phone, payment_status, currency, subtotal, tax_amount, shipping_amount, total,
    shipping_method, items, shipping_address, billing_address, checkout_session_id, stripe_session_id,
    stripe_payment_intent_id, paid_at)
  values (
    private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.tax_amount, p_session.shipping_amount, p_session.total,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;

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

-- The confirmation, and for guests the link to open an account, for the mail worker to send.
create function private.queue_order_mail(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  values ('order_confirmation', p_order.email, format('Your order %s', p_order.order_number), p_order.id,
    to_jsonb(p_order) || jsonb_build_object('vat_rate', 0.20, 'tax_point', p_order.paid_at));
  if p_order.user_id is null then
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('account_link', p_order.email, 'Open your account', p_order.id,
      jsonb_build_object('token', private.new_account_token(p_order.checkout_session_id, p_order.email)));
  end if;
end;
$$;

create function private.complete_checkout(p_session_id text, p_idempotency_key uuid)
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
  else
    select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
    perform private.verify_checkout(v_session, v_cart);
    perform private.take_stock(v_session);
    perform private.clear_purchased(v_session, v_cart);
    v_order := private.write_order(v_session);
    perform private.queue_order_mail(v_order);
  end if;

  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

create function public.complete_checkout(p_session_id text, p_idempotency_key uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.complete_checkout(p_session_id, p_idempotency_key); $$;

revoke all on table private.idempotency_keys, private.order_counters from public;
revoke all on function
  private.order_reply(public.orders), private.verify_checkout(public.checkout_sessions, text),
  private.take_stock(public.checkout_sessions), private.clear_purchased(public.checkout_sessions, text),
  private.write_order(public.checkout_sessions), private.queue_order_mail(public.orders) from public;
revoke all on function private.complete_checkout(text, uuid), public.complete_checkout(text, uuid) from public, anon, authenticated;
grant execute on function private.complete_checkout(text, uuid), public.complete_checkout(text, uuid)
  to anon, authenticated, service_role;
