-- Gift cards sold: a checkout of its own, without cart, stock, delivery and VAT, paid and completed like any other. The card is made
-- in the order's transaction and its code sent by letter, once; cancelling the order ends a card that nobody has used.

-- What a browser may ask for: whole pounds from 25 to 500, to the buyer or to somebody else, with a few words.
create function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  if v_recipient !~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$' then
    perform private.refuse('PT422', 'Email is invalid', 'recipient_email');
  end if;
  v_message := private.field(p_details, 'message', 300, false);
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.limit_rate('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    v_email, private.field(p_details, 'first_name', 100), private.field(p_details, 'last_name', 100), '{}', '{}',
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

create function public.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_gift_card(p_details); $$;

-- Makes the card that an order bought and queues the letter with its code, which forgets it once it is sent. There is nothing
-- left to do for such an order.
create function private.deliver_gift_card(p_session public.checkout_sessions, p_order public.orders)
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
  update public.orders set status = 'completed' where id = p_order.id;
end;
$$;

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
  if p_session.metadata ? 'gift_card' then
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
    v_state := private.promotion_state(
      v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id);
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

create or replace function private.reserve_checkout(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_until timestamptz := now() + interval '15 minutes';
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  perform private.limit_rate('reserve', p_session_id, 20, interval '1 hour');
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  insert into private.stock_holds (checkout_session_id, product_id, quantity, expires_at)
  select p_session_id, (entry ->> 'product_id')::uuid, sum((entry ->> 'quantity')::integer), v_until
  from jsonb_array_elements(v_session.cart_items) as entry
  where entry ->> 'product_id' is not null
  group by 2 order by 2
  on conflict (checkout_session_id, product_id) do update set quantity = excluded.quantity, expires_at = excluded.expires_at;
  perform private.lock_gift_card(v_session);
  perform private.take_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, private.setting_text('payment.provider', 'simulated'), v_session.total - v_session.gift_card_amount)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  insert into private.gift_card_holds (checkout_session_id, gift_card_id, amount_pence, expires_at)
  select p_session_id, v_session.gift_card_id, v_session.gift_card_amount * 100, v_until where v_session.gift_card_id is not null
  on conflict (checkout_session_id) do update set expires_at = excluded.expires_at;
  update public.checkout_sessions set expires_at = greatest(expires_at, v_until) where id = v_session.id;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
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
    perform private.lock_gift_card(v_session);
    perform private.take_stock(v_session.cart_items, v_id);
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
    v_pays := least(v_session.total, coalesce((v_reply ->> 'available_pence')::integer, 0) * 0.01);
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

-- Cancelling or refunding the order of a card ends the card, unless it has paid for something: then the order stands. A card
-- that was ended does not come back.
create function private.end_sold_gift_card()
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
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return null;
  elsif v_was then
    perform private.refuse('PT409', 'The gift card of this order has ended. A new one is a new order.', 'gift_card_void');
  elsif v_card.state = 'active' and v_card.balance_pence <> v_card.initial_pence then
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void' where id = v_card.id;
  return null;
end;
$$;

create trigger end_sold_gift_card after update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.end_sold_gift_card();

-- Money counts when it comes: with the card's sale, and not again when the card pays.
create or replace function private.tally_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.tallies as tally (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * (total - gift_card_amount))
    from (%s) as change
    group by 1 having sum(sign) <> 0 or sum(sign * (total - gift_card_amount)) <> 0 order by 1
    on conflict (subject) do update set count = tally.count + excluded.count, amount = tally.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders, sum(sign * private.spent(status, payment_status, total - gift_card_amount)) as spent
      from (%s) as change
      where customer_id is not null
      group by customer_id
    ), locked as (
      select customer.id from public.customers as customer join change on change.customer_id = customer.id
      where change.orders <> 0 or change.spent <> 0
      order by customer.id for no key update of customer
    )
    update public.customers as customer
    set total_orders = customer.total_orders + change.orders, total_spent = customer.total_spent + change.spent,
      last_order_at = (select max(orders.created_at) from public.orders where orders.customer_id = customer.id)
    from change join locked on locked.id = change.customer_id
    where customer.id = change.customer_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

revoke all on function private.deliver_gift_card(public.checkout_sessions, public.orders), private.end_sold_gift_card() from public;
revoke all on function private.start_gift_card(jsonb), public.start_gift_card(jsonb) from public, anon, authenticated;
grant execute on function private.start_gift_card(jsonb), public.start_gift_card(jsonb) to anon, authenticated, service_role;
