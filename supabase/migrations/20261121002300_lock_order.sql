-- Who locks what in one order, so that nobody waits in a ring: products before cards and tallies. A gift card leaves nothing or
-- what a provider can take; what goes back to a void card is told in the order's history.

-- One after another for each list, so that two at once cannot both be the hundredth. After the policies: how long a list is,
-- its owner alone may learn.
create or replace function private.limit_wishlist()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('wishlist ' || new.user_id::text, 0));
  if (select count(*) from public.wishlist_items where user_id = new.user_id) > 100 then
    perform private.refuse('PT409', 'A wishlist holds 100 products at most.', 'wishlist_full');
  end if;
  return null;
end;
$$;

drop trigger limit_wishlist on public.wishlist_items;
create trigger limit_wishlist after insert on public.wishlist_items
  for each row execute function private.limit_wishlist();

create or replace function private.begin_epoch()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (case when tg_op = 'INSERT' then null else old.value end) is distinct from (case when tg_op = 'DELETE' then null else new.value end) then
    update private.price_epoch set began_at = clock_timestamp() where id;
    -- In the order in which a checkout locks them.
    perform from public.products where was_price is not null order by id for no key update;
    update public.products set was_price = null, was_price_until = null where was_price is not null;
  end if;
  return null;
end;
$$;

-- Half a year is as long as anybody waits for stock; a week after its letter an address is forgotten. A comparison ends by itself,
-- and the pages that show it are made anew; what is over for more than a year is forgotten. Products come first, a statement of
-- their own: who changes an order locks them and the catalogue's version before any tally, too.
create or replace function public.sweep()
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_ended integer;
  v_counts jsonb;
begin
  update public.products set was_price = null, was_price_until = null where id in (
    select id from public.products where was_price_until <= now() order by id
    limit 1000 for update skip locked);
  get diagnostics v_ended = row_count;
  with forgotten as (
    delete from private.stock_requests where (product_id, email) in (
      select product_id, email from private.stock_requests where created_at <= now() - interval '180 days'
      limit 1000 for update skip locked)
    returning product_id
  ), told as (
    delete from public.email_outbox where id in (
      select id from public.email_outbox
      where kind = 'back_in_stock' and status <> 'pending' and created_at <= now() - interval '7 days'
      limit 1000 for update skip locked)
    returning id
  ), past as (
    delete from private.price_history where (product_id, since) in (
      select product_id, since from private.price_history where until <= now() - interval '400 days' limit 1000)
    returning product_id
  )
  select private.sweep() || jsonb_build_object(
    'stock_requests', (select count(*) from forgotten),
    'stock_letters', (select count(*) from told),
    'was_prices', v_ended,
    'price_history', (select count(*) from past))
  into v_counts;
  return v_counts;
end;
$$;

-- What a card that holds so much pays of a total: all it can, and with a real provider nothing or 30p at least is left, for no
-- provider takes less.
create or replace function private.gift_card_share(p_total numeric, p_pence integer)
returns numeric
language sql
stable
set search_path = ''
as $$
  select case
    when p_pence * 0.01 >= p_total then p_total
    when private.setting_text('payment.provider', 'simulated') = 'simulated' then p_pence * 0.01
    else greatest(0, least(p_pence * 0.01, p_total - 0.30)) end;
$$;

revoke all on function private.gift_card_share(numeric, integer) from public;

-- Locks the card of a checkout; refuses when it no longer pays what it was to pay. Locked after products, cart and promotion, and
-- after the stock is taken: an order that is cancelled gives its stock back first, too.
create or replace function private.lock_gift_card(p_session public.checkout_sessions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
  v_available integer;
begin
  if p_session.gift_card_id is null then
    return;
  end if;
  select * into v_card from public.gift_cards where id = p_session.gift_card_id for no key update;
  v_available := private.gift_card_available(v_card, p_session.session_id);
  if v_available < p_session.gift_card_amount * 100 then
    perform private.refuse('PT409', 'The balance of your gift card has changed.', 'totals_changed', jsonb_build_object(
      'total', p_session.total, 'gift_card_refused', 'changed', 'due', p_session.total - private.gift_card_share(p_session.total, v_available))::text);
  end if;
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
  if v_session.metadata ? 'gift_card' then
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

-- Makes the card that an order bought and queues the letter with its code, which forgets it once it is sent.
create or replace function private.deliver_gift_card(p_session public.checkout_sessions, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_gift jsonb := p_session.metadata -> 'gift_card';
begin
  if v_gift is null then
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

-- A cancelled or refunded order gives the card its part back, with three months at least to spend it. Of a void card the
-- order's history tells that a new one is due. Staff who undo the cancellation take it again, as long as it is still there.
create or replace function private.return_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
  v_card public.gift_cards;
begin
  if v_was = v_is then
    return null;
  end if;
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'redeemed' order by id limit 1)
  for no key update;
  if v_is then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
    if v_card.state = 'void' then
      insert into public.order_events (order_id, type, description, data)
      values (new.id, 'gift_card_void', format('£%s went back to the gift card ending %s, which is void: a new one is due', new.gift_card_amount, v_card.hint),
        jsonb_build_object('actor', (select auth.uid())));
    end if;
  elsif private.gift_card_available(v_card, null) < new.gift_card_amount * 100 then
    perform private.refuse('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end,
    case when v_is then 1 else -1 end * new.gift_card_amount * 100, new.id);
  return null;
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

  -- One cart has one open checkout, so that two tabs cannot buy it twice; what the old one held is free again. A gift card that is
  -- being paid for lies in no cart.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and not metadata ? 'gift_card' and (customer_id = v_customer
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

create or replace function private.write_order(p_session public.checkout_sessions, p_id uuid)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
  v_order public.orders;
begin
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, status, payment_status, currency, subtotal, discount_amount, promotion_code,
    tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone,
    -- Of a gift card that is bought nothing is left to do.
    case when p_session.metadata ? 'gift_card' then 'completed' else 'pending' end, 'succeeded',
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
  elsif v_session.total > v_session.gift_card_amount and private.setting_text('payment.provider', 'simulated') <> 'simulated'
    and (select auth.role()) is distinct from 'service_role' then
    -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
    perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
  else
    select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
    perform private.verify_checkout(v_session, v_cart);
    perform private.take_stock(v_session.cart_items, v_id);
    perform private.lock_gift_card(v_session);
    perform private.clear_purchased(v_session, v_cart);
    v_order := private.write_order(v_session, v_id);
    perform private.queue_order_mail(v_order);
    perform private.deliver_gift_card(v_session, v_order);
  end if;

  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;
