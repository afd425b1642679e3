-- An order is written with the reference of the payment that paid for it, in the transaction that makes it; and a checkout says in
-- a column of its own what it sells.

alter table public.checkout_sessions add column kind text not null default 'goods' check (kind in ('goods', 'gift_card'));

update public.checkout_sessions set kind = 'gift_card' where metadata ? 'gift_card';

alter table public.checkout_sessions
  add constraint checkout_sessions_kind check ((kind = 'gift_card') = (metadata ? 'gift_card'));

-- One cart starts 30 checkouts in ten minutes; one network address 200 an hour, whatever guest ids it makes
-- up: many more than the customers of an office or a mobile network, few enough that rows which nobody pays
-- for do not pile up.
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
  perform private.limit_rate('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.limit_rate('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_modest(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice; what the old one held is free
  -- again. A gift card that is being paid for lies in no cart.
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
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_subject('hold', private.client_address()));
  if v_cart is not null then
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, v_cart);
  end if;
  return v_session;
end;
$$;

-- A code that a begun payment holds stands until the hold ends, whatever becomes of the promotion meanwhile: who is on the way to pay
-- is not sent back for a code that ended a minute ago.
create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has neither stock nor a price that changes, and lies in no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart: a cart that another checkout has bought is not bought again.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    v_figures := case when v_state = 'valid'
      then private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address, v_promotion.id)
      else v_figures || jsonb_build_object('promotion_refused', v_state, 'minimum_pence', v_promotion.minimum_pence) end;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
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

-- Where a cart is sold to customers with an account alone (`checkout.requireSignIn`), the database holds to it as the pages do.
-- Who asks for a gift card is led to sign in by the page on which it is paid.
create or replace function private.require_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.user_id is null and new.kind = 'goods'
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.refuse('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;

-- Lets a card pay for a checkout that nobody has begun to pay, as far as it reaches, or takes it away (no code). It buys no other card.
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
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  if v_session.kind = 'gift_card' then
    v_reply := jsonb_build_object('state', 'not_for_cards');
  elsif btrim(p_code) <> '' then
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

-- What a browser may ask for: whole pounds from 25 to 500, to the buyer or to somebody else, with a few words.
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
    perform private.refuse('PT422', 'The message must hold no web address, email address or phone number.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.refuse('PT422', 'A name must hold no web address, email address or phone number.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.limit_rate('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    kind, email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    'gift_card', v_email, v_first, v_last, '{}', '{}',
    v_amount, 0, 0, v_amount,
    jsonb_build_array(jsonb_build_object(
      'product_id', null, 'gift_card', true, 'product_name', 'Gift card', 'name', 'Gift card', 'sku', null, 'quantity', 1,
      'unit_price', v_amount, 'price', v_amount, 'total_price', v_amount)),
    jsonb_build_object('shipping_method', 'By e-mail', 'gift_card',
      jsonb_build_object('pence', v_amount * 100, 'recipient', v_recipient, 'message', v_message)),
    (select auth.uid()), v_customer)
  returning * into v_session;
  return v_session;
end;
$$;

-- Makes the card that an order bought and queues the letter with its code, which forgets it once it is sent.
create or replace function private.deliver_gift_card(p_session public.checkout_sessions, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_gift jsonb := p_session.metadata -> 'gift_card';
begin
  if p_session.kind <> 'gift_card' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'gift_card', coalesce(v_gift ->> 'recipient', p_session.email), 'A gift card for you', p_order.id,
    jsonb_build_object('token', made.code, 'amount', p_order.total, 'message', v_gift ->> 'message',
      'giver', case when v_gift ->> 'recipient' is not null then btrim(p_session.first_name || ' ' || p_session.last_name) end,
      'expires_at', now() + interval '24 months')
  from (select private.new_gift_card((v_gift ->> 'pence')::integer, p_order.id) as code offset 0) as made;
end;
$$;

-- destructive: these three come back below with the payment's reference; calls by name of the two arguments find the new one.
drop function public.complete_checkout(text, uuid);
-- destructive: see above.
drop function private.complete_checkout(text, uuid);
-- destructive: see above.
drop function private.write_order(public.checkout_sessions, uuid);

-- The order of a paid checkout. @param p_reference the payment's at its provider; null where it is simulated
create function private.write_order(p_session public.checkout_sessions, p_id uuid, p_reference text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
  v_order public.orders;
begin
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, status, payment_status, currency, subtotal, discount_amount, promotion_code,
    tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone,
    -- Of a gift card that is bought nothing is left to do.
    case when p_session.kind = 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;
  perform private.take_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
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

-- A payment that a provider took comes with its reference, amount and currency, from the server alone; without a reference the
-- payment is simulated and `write_order` makes one. The order is written with the reference of the payment that paid for it, so a
-- second payment of the same checkout is refused as 'paid_twice'.
create function private.complete_checkout(
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
    perform private.refuse('PT400', 'An idempotency key is needed.', 'idempotency_key');
  elsif p_reference is not null and (select auth.role()) is distinct from 'service_role' then
    perform private.refuse('PT403', 'The server alone reports a payment.', 'payment_reference');
  end if;
  -- The row of the session is the queue: a second attempt waits here and then finds the order of the first.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((v_session.total - v_session.gift_card_amount) * 100)::integer, v_session.currency) then
    perform private.refuse('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    -- The order stands and answers for itself: a key more would only be a row more.
    select * into v_order from public.orders where checkout_session_id = p_session_id;
    if p_reference <> v_order.stripe_payment_intent_id then
      perform private.refuse('PT409', 'Another payment has paid for this checkout.', 'paid_twice');
    end if;
    return private.order_reply(v_order);
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif (select auth.role()) is distinct from 'service_role' then
    if v_provider is null then
      perform private.refuse('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
    elsif v_provider <> 'simulated' and v_session.total > v_session.gift_card_amount then
      -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
      perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
    end if;
  end if;

  -- Two sessions at once with one key: the second waits for the first and is refused.
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  if not found then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  end if;
  select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
  perform private.verify_checkout(v_session, v_cart);
  perform private.take_stock(v_session.cart_items, v_id);
  perform private.lock_gift_card(v_session);
  perform private.clear_purchased(v_session, v_cart);
  v_order := private.write_order(v_session, v_id, p_reference);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

revoke all on function private.complete_checkout(text, uuid, text, int4, text) from public;
grant execute on function private.complete_checkout(text, uuid, text, int4, text) to anon, authenticated, service_role;

create function public.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text default null, p_amount_pence integer default null, p_currency text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.complete_checkout(p_session_id, p_idempotency_key, p_reference, p_amount_pence, p_currency); $$;

grant execute on function public.complete_checkout(text, uuid, text, int4, text) to anon, authenticated, service_role;

select private.shield_api();
