-- Payments that the provider took and the shop cannot keep: no order could be made of them, they paid for one that was paid already, or
-- they were of another amount. Each is a row before its money moves, is paid out by the worker that pays out refunds, and is shown to
-- staff.

create table public.returned_payments (
  -- By which the provider and the worker know the refund.
  id uuid primary key default gen_random_uuid(),
  -- The payment's id at the provider.
  reference text not null unique check (char_length(reference) between 1 and 120),
  checkout_session_id text references public.checkout_sessions (session_id) on delete set null,
  amount numeric(10, 2) not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null check (reason in ('no_order', 'paid_twice', 'amount_differs')),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- How often staff have tried again. A provider answers a key as before, so each round has a key of its own.
  round integer not null default 0 check (round >= 0),
  last_error text check (char_length(last_error) <= 500),
  -- The refund's id at the provider.
  refund_reference text check (char_length(refund_reference) <= 120),
  next_attempt_at timestamptz not null default now(),
  -- How staff returned it by other means.
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint returned_payments_settled check ((state = 'succeeded') = (settled_at is not null))
);

create index returned_payments_newest on public.returned_payments (created_at desc, id);
create index returned_payments_open on public.returned_payments (created_at desc, id) where state <> 'succeeded';
create index returned_payments_due on public.returned_payments (next_attempt_at, id) where state = 'pending';
create index returned_payments_by_checkout on public.returned_payments (checkout_session_id);

alter table public.returned_payments enable row level security;
revoke all on table public.returned_payments from anon, authenticated;
grant all on table public.returned_payments to service_role;
grant select on table public.returned_payments to authenticated;

create policy "Staff see returned payments" on public.returned_payments for select to authenticated
  using ((select private.may('orders')));

-- Notes a payment that is to go back; the same again changes nothing. Once noted it pays for no order.
create function private.return_payment(p_session_id text, p_reference text, p_amount_pence integer, p_currency text, p_reason text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- As complete_checkout does, so that a payment either makes an order or goes back.
  perform from public.checkout_sessions where session_id = p_session_id for no key update;
  if not found then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (
    select from public.orders where checkout_session_id = p_session_id and stripe_payment_intent_id = p_reference)
  then
    perform private.refuse('PT409', 'This payment has paid for an order. Refund the order.', 'payment_of_order');
  end if;
  insert into public.returned_payments (reference, checkout_session_id, amount, currency, reason)
  values (p_reference, p_session_id, p_amount_pence * 0.01, upper(p_currency), p_reason)
  on conflict (reference) do nothing;
  select id into v_id from public.returned_payments where reference = p_reference;
  return v_id;
end;
$$;

revoke all on function private.return_payment(text, text, int4, text, text) from public;
grant execute on function private.return_payment(text, text, int4, text, text) to service_role;

create function public.return_payment(p_session_id text, p_reference text, p_amount_pence integer, p_currency text, p_reason text)
returns uuid
language sql
set search_path = ''
as $$ select private.return_payment(p_session_id, p_reference, p_amount_pence, p_currency, p_reason); $$;

grant execute on function public.return_payment(text, text, int4, text, text) to service_role;

-- What the provider answered, as settle_refund. Its payer is told once the money is on its way.
create function private.settle_returned_payment(p_id uuid, p_reference text, p_error text, p_final boolean)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_payment public.returned_payments;
begin
  select * into v_payment from public.returned_payments where id = p_id for update;
  if v_payment.state = 'succeeded' or (v_payment.state = 'failed' and (p_error is not null or v_payment.refund_reference = p_reference)) then
    return v_payment.state;
  elsif p_error is not null then
    update public.returned_payments
    set state = case when p_final or attempts >= 8 then 'failed' else 'pending' end, last_error = left(p_error, 500),
      next_attempt_at = now() + interval '1 minute' * power(2, least(greatest(attempts, 1), 9) - 1)
    where id = p_id returning * into v_payment;
    return v_payment.state;
  end if;
  update public.returned_payments
  set state = 'succeeded', settled_at = now(), refund_reference = p_reference, last_error = null
  where id = p_id;
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'payment_returned', email, 'Your payment has been returned',
    jsonb_build_object('amount', v_payment.amount, 'currency', v_payment.currency, 'reason', v_payment.reason)
  from public.checkout_sessions where session_id = v_payment.checkout_session_id and v_payment.round = 0;
  return 'succeeded';
end;
$$;

-- Refunds to be paid out, of orders and of payments that go back, each claimed for two minutes: after a crash they are claimed again.
create or replace function public.claim_refunds(p_limit integer default 10)
returns table (id uuid, round integer, attempts integer, payment text, amount_pence integer, currency text)
language sql
set search_path = ''
as $$
  with claimed as (
    update public.refunds as refund
    set attempts = refund.attempts + 1, next_attempt_at = now() + interval '2 minutes'
    from (
      select due.id, due.order_id from public.refunds as due
      where due.state = 'pending' and due.next_attempt_at <= now()
      order by due.next_attempt_at, due.id
      limit least(greatest(p_limit, 1), 100)
      for update skip locked
    ) as due
    join public.orders as bought on bought.id = due.order_id
    where refund.id = due.id
    returning refund.id, refund.round, refund.attempts, bought.stripe_payment_intent_id, (refund.card_amount * 100)::integer as pence,
      bought.currency
  ), returned as (
    update public.returned_payments as payment
    set attempts = payment.attempts + 1, next_attempt_at = now() + interval '2 minutes'
    from (
      select due.id from public.returned_payments as due
      where due.state = 'pending' and due.next_attempt_at <= now()
      order by due.next_attempt_at, due.id
      limit least(greatest(p_limit, 1), 100)
      for update skip locked
    ) as due
    where payment.id = due.id
    returning payment.id, payment.round, payment.attempts, payment.reference, (payment.amount * 100)::integer as pence,
      payment.currency
  )
  select * from claimed union all select * from returned;
$$;

-- A null error means that the provider pays; one that failed since under this reference stays failed. Else the provider is asked again
-- after 1, 2, 4 … minutes, eight times, or never if it has refused for good (p_final). Returns the state.
create or replace function private.settle_refund(p_id uuid, p_reference text, p_error text, p_final boolean)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
  v_state text;
  v_order uuid;
begin
  if exists (select from public.returned_payments where id = p_id) then
    return private.settle_returned_payment(p_id, p_reference, p_error, p_final);
  end if;
  select order_id into v_order from public.refunds where id = p_id;
  perform from public.orders where id = v_order for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.id is null or v_known.state in ('succeeded', 'given_up') then
    if p_error is null and (v_known.state = 'given_up' or v_known.by_other_means) then
      insert into public.order_events (order_id, type, description, data)
      values (v_order, 'refund_paid_late', format('£%s was refunded by the payment provider after all',
        v_known.card_amount + v_known.given_up), jsonb_build_object('refund', p_id));
    end if;
    return v_known.state;
  elsif p_error is null and v_known.state = 'failed' and v_known.reference = p_reference then
    return v_known.state;
  elsif p_error is null then
    perform private.finish_refund(p_id, p_reference);
    return 'succeeded';
  elsif v_known.state = 'failed' then
    return v_known.state;
  end if;
  update public.refunds
  set state = case when p_final or attempts >= 8 then 'failed' else 'pending' end, last_error = left(p_error, 500),
    next_attempt_at = now() + interval '1 minute' * power(2, least(greatest(attempts, 1), 9) - 1)
  where id = p_id returning state into v_state;
  if v_state = 'failed' then
    insert into public.order_events (order_id, type, description, data)
    select v_order, 'refund_failed', format('Refund of £%s could not be paid', amount), jsonb_build_object('refund', p_id)
    from public.refunds where id = p_id;
  end if;
  return v_state;
end;
$$;

-- Another eight attempts at a failed refund, of an order or of a payment that goes back. One that failed before the order was marked may have been returned by hand.
create or replace function private.retry_refund(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_right('refunds');
  update public.returned_payments set state = 'pending', attempts = 0, round = round + 1, next_attempt_at = now(), refund_reference = null
  where id = p_id and state = 'failed';
  if found then
    return;
  end if;
  v_refund := private.lock_failed_refund(p_id);
  perform private.require_unmarked(bought) from public.orders as bought where bought.id = v_refund.order_id;
  update public.refunds set state = 'pending', attempts = 0, round = round + 1, next_attempt_at = now(), reference = null
  where id = p_id;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_retried', 'Refund is tried again', jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
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
  where id = v_known.order_id;
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
  if coalesce(btrim(p_note), '') = '' or char_length(p_note) > 500 then
    perform private.refuse('PT422', 'Say how the money was paid, in 500 characters at most.', 'note');
  end if;
  update public.returned_payments
  set state = 'succeeded', settled_at = now(), note = btrim(p_note), last_error = null, refund_reference = null
  where id = p_id and state = 'failed';
  if found then
    return;
  end if;
  v_refund := private.lock_failed_refund(p_id);
  update public.refunds
  set state = 'succeeded', settled_at = now(), by_other_means = true, note = btrim(p_note), last_error = null
  where id = p_id returning * into v_refund;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_paid_otherwise', format('£%s refunded by other means', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', btrim(p_note), 'actor', (select auth.uid())));
  perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  perform private.queue_refund_mail(bought, v_refund) from public.orders as bought where bought.id = v_refund.order_id;
end;
$$;

-- A payment that a provider took comes with its reference, amount and currency, from the server alone; without a reference the
-- payment is simulated and `write_order` makes one. The order is written with the reference of the payment that paid for it, so a
-- second payment of the same checkout is refused as 'paid_twice'.
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
    perform private.refuse('PT400', 'An idempotency key is needed.', 'idempotency_key');
  elsif p_reference is not null and (select auth.role()) is distinct from 'service_role' then
    perform private.refuse('PT403', 'The server alone reports a payment.', 'payment_reference');
  end if;
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.returned_payments where reference = p_reference) then
    perform private.refuse('PT409', 'This payment goes back to the card that paid.', 'payment_returned');
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
    -- The order already exists: no new idempotency key is needed.
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

  -- Two concurrent checkouts with one key: the second waits for the first and is refused.
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  if not found then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
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
  v_customer constant uuid := (select id from public.customers where user_id = p_user);
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = v_customer),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = v_customer),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = v_customer),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = v_customer),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = v_customer),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = v_customer),
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
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_pieces', (select jsonb_agg(to_jsonb(t)) from private.returned_pieces as t where order_id = any (v_orders)),
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
