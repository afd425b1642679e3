-- A guest's order belongs to the account that has confirmed its address, and the link to open an account says that there is one.

-- The customer whose account has confirmed this address; null when there is none.
create or replace function private.account_of(p_email text)
returns public.customers
language sql
stable
set search_path = ''
as $$
  select customer.* from public.customers as customer
  join auth.users as account on account.id = customer.user_id
  where lower(customer.email) = lower(btrim(p_email))
    and lower(account.email) = lower(btrim(p_email)) and account.email_confirmed_at is not null
  order by customer.created_at, customer.id
  limit 1;
$$;

-- The order of a paid checkout. @param p_reference the payment's at its provider; null where it is simulated
create or replace function private.write_order(p_session public.checkout_sessions, p_id uuid, p_reference text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
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
    stripe_session_id, stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), coalesce(p_session.user_id, v_account.user_id), coalesce(v_account.id, p_session.customer_id), p_session.email, p_session.phone,
    -- A bought gift card has nothing to send, so its order is complete at once.
    case when p_session.kind = 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;
  perform private.hold_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number)
      || case when v_account.id is null then '{}' else jsonb_build_object('has_account', true) end
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

-- Whether the address has an account is told to whoever holds the order's link alone. Volatile, since each look-up counts against the rate limit.
create or replace function private.read_account_token(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('account_token', private.client_address(), 60, interval '15 minutes');
  return coalesce(
    (select case when expires_at > now() and (private.account_of(email)).id is not null
        then jsonb_build_object('state', 'account', 'email', email)
        when expires_at > now()
        then jsonb_build_object('state', 'valid', 'email', email, 'checkout_session_id', checkout_session_id)
        else jsonb_build_object('state', 'expired') end
     from public.account_creation_tokens
     where token_hash = private.token_hash(p_token) and used_at is null),
    jsonb_build_object('state', 'invalid'));
end;
$$;

-- Single use, decided by one statement: true when this call used the token. One of an address that has an account is not used up.
create or replace function private.claim_account_token(p_token text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('account_token', private.client_address(), 60, interval '15 minutes');
  update public.account_creation_tokens set used_at = now()
  where token_hash = private.token_hash(p_token) and used_at is null and expires_at > now()
    and (private.account_of(email)).id is null;
  return found;
end;
$$;

-- The confirmation, and for guests the link to open an account, for the mail worker to send. A guest whose address has an account
-- is told that the order is in it.
create or replace function private.queue_order_mail(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  values ('order_confirmation', p_order.email, format('Your order %s', p_order.order_number), p_order.id,
    to_jsonb(p_order) || jsonb_build_object('vat_rate', 0.20, 'tax_point', p_order.paid_at,
      'in_account', p_order.user_id is not null and exists (
        select from public.checkout_sessions where session_id = p_order.checkout_session_id and user_id is null)));
  if p_order.user_id is null then
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('account_link', p_order.email, 'Open your account', p_order.id,
      jsonb_build_object('token', private.new_account_token(p_order.checkout_session_id, p_order.email)));
  end if;
end;
$$;

-- A sign-in brings the orders that the account did not get when they were paid: one of a moment in which its address was being
-- confirmed, or one older than this rule.
create trigger claim_orders_at_sign_in after update of last_sign_in_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();

revoke all on all functions in schema private from public;
