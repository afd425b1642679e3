-- Refunds of several payments, each named; exchanges and edits that cost more with a real provider; what a replacement cost goes back to
-- the means that had paid (docs/decisions/0091).

set check_function_bodies = off;

update public.payment_attempts as attempt set reference = bought.stripe_payment_intent_id
from public.orders as bought
where bought.checkout_session_id = attempt.checkout_session_id and attempt.status = 'succeeded' and attempt.reference is null;

alter table public.refunds add column payment_id uuid;
alter table public.refunds add constraint refunds_payment_id_fkey foreign key (payment_id) references public.payment_attempts (id) not valid;
alter table public.refunds validate constraint refunds_payment_id_fkey;
alter table public.refunds add column part_of uuid;
alter table public.refunds add constraint refunds_part_of_fkey foreign key (part_of) references public.refunds (id) on delete cascade not valid;
alter table public.refunds validate constraint refunds_part_of_fkey;
create index refunds_by_payment on public.refunds (payment_id) where payment_id is not null;
create index refunds_by_first_part on public.refunds (part_of) where part_of is not null;

update public.refunds as refund set payment_id = (
  select attempt.id from public.payment_attempts as attempt join public.orders as bought on bought.checkout_session_id = attempt.checkout_session_id
  where bought.id = refund.order_id and attempt.status = 'succeeded' order by attempt.created_at desc limit 1)
where refund.provider in ('simulated', 'stripe');

alter table public.refunds add constraint refunds_payment
  check ((provider in ('simulated', 'stripe')) is true = (payment_id is not null)) not valid;
alter table public.refunds validate constraint refunds_payment;

alter table public.orders drop constraint orders_refunded;
alter table public.orders add constraint orders_refunded check (refunded_to_gift_card between 0 and gift_card_amount and refunded_amount <= total
  and refunded_amount - refunded_to_gift_card between 0 and total - gift_card_amount + exchanged_amount) not valid;
alter table public.orders validate constraint orders_refunded;

drop view private.applied_edits;
drop function private.takes_difference(public.orders);
drop function private.pay_edit(text);

-- Edits that took effect, by what they changed of the order's figures, in pounds.
create view private.applied_edits with (security_invoker = true) as
select edit.id, edit.order_id, edit.settled_at as at,
  changed.subtotal - changed.discount as net, changed.tax, changed.delivery,
  edit.difference - changed.gift_card as card, changed.gift_card, edit.checkout_session_id
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

-- A replacement that costs more and waits for its payment by the customer. Its checkout holds the pieces and has the gift card of the
-- exchange; paid or ended, the row goes.
create table private.waiting_exchanges (
  return_id uuid primary key references public.returns (id) on delete cascade,
  -- The id of the refund that is made of it.
  refund_id uuid not null,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete cascade,
  -- No foreign key: the record outlives accounts.
  actor uuid
);

revoke all on table private.waiting_exchanges from public, anon, authenticated;

-- Raises 409 for a payment of a provider that goes back, or that took another amount than the checkout's.
create function private.check_payment(p_session public.checkout_sessions, p_reference text, p_amount_pence integer, p_currency text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if exists (select from public.returned_payments where reference = p_reference) then
    perform private.reject('PT409', 'This payment goes back to the card that paid.', 'payment_returned');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((p_session.total - p_session.gift_card_amount) * 100)::integer, p_session.currency) then
    perform private.reject('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
end;
$$;

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
  elsif exists (select from public.checkout_sessions where session_id = p_session_id and kind = 'order_edit') then
    v_order := private.pay_edit(p_session_id, p_reference, p_amount_pence, p_currency);
    return private.order_reply(v_order) || jsonb_build_object('checkout_session_id', p_session_id);
  end if;
  perform private.lock_exchange(p_session_id);
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  perform private.check_payment(v_session, p_reference, p_amount_pence, p_currency);
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
  if not private.is_by_staff(v_session) then
    perform private.remove_purchased_lines(v_session, v_cart);
  end if;
  v_order := private.write_order(v_session, v_id, p_reference);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

-- Holds the stock for 15 minutes before a payment; calling again renews the hold until 45 minutes after the checkout's start. The stock
-- of a payment link is held as long as the link is open, by staff and not by the buyer's network address.
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
  v_by_staff constant boolean := private.is_by_staff(v_session);
  v_until timestamptz := case when v_by_staff then v_session.expires_at
    else least(now() + interval '15 minutes', v_session.created_at + v_longest) end;
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_provider is null then
    perform private.reject('PT402',
      'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif v_provider <> 'simulated' and (select auth.role()) is distinct from 'service_role' then
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
  if not v_by_staff then
    perform private.limit_holds(v_session, v_until);
  end if;
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  perform private.hold_stock(v_session, v_until);
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

-- What a change of status puts on the card that paid, in pence: what refunds have not; negative where undoing it takes that again.
create or replace function private.gift_card_change(p_before public.orders, p_after public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select case
    when p_after.gift_card_amount = 0 or private.status_returns(p_before) = private.status_returns(p_after) then 0
    when private.status_returns(p_after) then -p_after.exchanged_amount * 100 - coalesce((
      select sum(amount_pence) from public.gift_card_entries
      where order_id = p_after.id and kind in ('redeemed', 'given_back')), 0)
    else -private.gift_card_returned(p_after)
  end::integer;
$$;

-- The card that paid for an order, locked and valid for at least three months more if p_extend. Of a replacement it is the one that had
-- paid for what came back, since the card of an exchange is void.
create or replace function private.lock_card_of(p_order public.orders, p_extend boolean)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = private.first_order_of(p_order.id) and kind = 'redeemed'
    order by id limit 1)
  for no key update;
  if p_extend then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
  end if;
  return v_card;
end;
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
  elsif v_session.metadata ->> 'by_staff' = 'exchange' then
    perform private.reject('PT409', 'What came back pays for this order already.', 'price_agreed');
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

-- The least that a bank card can be charged, in pounds: 30p by Stripe (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
create function private.smallest_payment()
returns numeric
language sql
stable
set search_path = ''
as $$ select case private.payment_provider() when 'simulated' then 0.01 else 0.30 end; $$;

-- What a card pays of a total: as much as it can, but with a real provider it leaves either nothing or at least the
-- smallest payment. Fails closed without a provider.
create or replace function private.gift_card_share(p_total numeric, p_pence integer)
returns numeric
language sql
stable
set search_path = ''
as $$
  select case
    when p_pence * 0.01 >= p_total then p_total
    when private.payment_provider() = 'simulated' then p_pence * 0.01
    else greatest(0, least(p_pence * 0.01, p_total - private.smallest_payment())) end;
$$;

-- What may still be returned, in pence: by means, and by what it was paid for. What a bank card had paid of goods that came back and were
-- replaced counts as paid by bank card (orders.exchanged_amount). Every way that returns money asks this, with the order
-- locked. Of an order that is marked as refunded it is nothing: staff return by hand what no refund claims.
create or replace function private.refund_left(p_order public.orders)
returns table (card integer, gift_card integer, goods integer, delivery integer)
language sql
stable
set search_path = ''
as $$
  select
    ((p_order.total - p_order.gift_card_amount + p_order.exchanged_amount - coalesce(sum(card_amount), 0)) * open.pence)::integer,
    ((p_order.gift_card_amount - p_order.exchanged_amount - coalesce(sum(gift_card_amount), 0)) * open.pence)::integer,
    ((p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0)) * open.pence)::integer,
    ((p_order.shipping_amount - coalesce(sum(delivery_amount), 0)) * open.pence)::integer
  from (select case when p_order.marked_refunded then 0 else 100 end as pence) as open
  left join public.refunds on order_id = p_order.id and edit_id is null
  group by open.pence;
$$;

-- A refund with all its parts; in the state of the one that has come least far.
create or replace function private.refund_reply(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_id,
    'state', (array_agg(state order by array_position(array['failed', 'pending', 'given_up', 'succeeded'], state)))[1],
    'amount', sum(amount), 'card_amount', sum(card_amount), 'gift_card_amount', sum(gift_card_amount),
    'delivery_amount', sum(delivery_amount), 'tax_amount', sum(tax_amount), 'given_up', sum(given_up))
  from public.refunds where p_id in (id, part_of);
$$;

-- The payments by bank card of an order, in the order in which they are refunded: the newest first, so that what was added last goes back
-- first, and last the ones that had paid for what a replacement replaces (docs/decisions/0091). `left` is what they took less what refunds
-- claim, in pence.
create function private.payments_of(p_order uuid)
returns table (place bigint, id uuid, provider text, reference text, pence_left integer)
language sql
stable
set search_path = ''
as $$
  with recursive paid as (
    select orders.id, orders.checkout_session_id, 0 as generation from public.orders where orders.id = p_order
    union all
    select replaced.id, replaced.checkout_session_id, paid.generation + 1
    from paid
    join public.exchanges on exchanges.order_id = paid.id
    join public.returns as sent on sent.id = exchanges.return_id
    join public.orders as replaced on replaced.id = sent.order_id and replaced.id <> paid.id
  )
  select row_number() over (order by paid.generation, attempt.settled_at desc nulls last, attempt.id), attempt.id, attempt.provider, attempt.reference,
    (attempt.amount * 100)::integer
      - coalesce((select sum(refund.card_amount * 100) from public.refunds as refund where refund.payment_id = attempt.id), 0)::integer
  from paid
  cross join lateral (
    select paid.checkout_session_id
    union all
    select edit.checkout_session_id from private.order_edits as edit where edit.order_id = paid.id
  ) as checkout
  join public.payment_attempts as attempt on attempt.checkout_session_id = checkout.checkout_session_id and attempt.status = 'succeeded';
$$;

-- Locks the payments of an order, since those of one that was exchanged are refunded from its replacement as well: after the order, before
-- products.
create function private.lock_payments_of(p_order uuid)
returns void
language sql
set search_path = ''
as $$
  select from public.payment_attempts where id in (select payment.id from private.payments_of(p_order) as payment) order by id for update;
$$;

-- Writes the rows of a refund, amounts in pence: one for each payment that it goes back to, the first under p_id with the gift card's part.
-- The rows share delivery and VAT by running shares, so that no penny is lost. Raises 409 where it is not known who took the payment.
create function private.insert_refund(
  p_id uuid, p_order uuid, p_edit uuid, p_card integer, p_gift_card integer, p_delivery integer, p_tax integer, p_reason text, p_hash text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_goods constant integer := p_card + p_gift_card - p_delivery;
begin
  perform private.lock_payments_of(p_order);
  insert into public.refunds (
    id, part_of, order_id, edit_id, payment_id, provider, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, request_hash)
  select case when running.place = 1 then p_id else gen_random_uuid() end, case when running.place > 1 then p_id end, p_order, p_edit,
    running.payment, running.provider, running.amount * 0.01, running.card * 0.01, (running.amount - running.card) * 0.01,
    (delivered.upto - delivered.before) * 0.01,
    (private.share_of(p_tax, running.upto - delivered.upto, v_goods)
      - private.share_of(p_tax, running.upto - running.amount - delivered.before, v_goods)) * 0.01,
    p_reason, p_hash
  from (
    select part.*, sum(part.amount) over (order by part.place) as upto
    from (
      select row_number() over (order by taken.place) as place, taken.payment, taken.provider, taken.card,
        taken.card + case when row_number() over (order by taken.place) = 1 then p_gift_card else 0 end as amount
      from (
        select payment.place, payment.id as payment, payment.provider,
          least(payment.pence_left, p_card - (payment.upto - payment.pence_left))::integer as card
        from (
          select listed.*, sum(listed.pence_left) over (order by listed.place) as upto
          from private.payments_of(p_order) as listed where listed.provider in ('simulated', 'stripe') and listed.pence_left > 0
        ) as payment
        where payment.upto - payment.pence_left < p_card
        union all
        select 1, null, null, 0 where p_card = 0
      ) as taken
    ) as part
  ) as running
  cross join lateral (
    select least(p_delivery, running.upto) as upto, least(p_delivery, running.upto - running.amount) as before
  ) as delivered;
  if p_card > 0 and p_card is distinct from (select sum(card_amount * 100)::integer from public.refunds where p_id in (id, part_of)) then
    perform private.reject('PT409',
      'The shop does not know who took this payment. Return the money by hand, then set the payment status.', 'provider_unknown');
  end if;
end;
$$;

-- Pays out what was written of a refund: a simulated provider says here that the money is on its way.
create function private.pay_refund(p_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_part public.refunds;
begin
  for v_part in select * from public.refunds where p_id in (id, part_of) order by part_of nulls first, id loop
    if v_part.provider is null or v_part.provider = 'simulated' then
      perform private.finish_refund(v_part.id, 're_sim_' || replace(v_part.id::text, '-', ''));
    else
      insert into public.order_events (order_id, type, description, data)
      values (v_part.order_id, 'refund_requested', format('Refund of £%s requested', v_part.amount),
        jsonb_build_object('refund', v_part.id, 'actor', (select auth.uid())));
    end if;
  end loop;
end;
$$;

-- Writes a refund, for callers that have asked for the right. Stock and the gift card's part move at once, money by card when the
-- provider has said so; a simulated provider says so here. Lock order: order, payments, products, counters, gift cards, counters.
create or replace function private.write_refund(
  p_id uuid, p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric, p_reason text, p_restock boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb := coalesce(p_lines, '[]');
  v_hash text := encode(sha256(convert_to(jsonb_build_array(
    p_order, v_lines, p_delivery, p_amount, p_reason, p_restock)::text, 'UTF8')), 'hex');
  v_order public.orders;
  v_known public.refunds;
  v_figures record;
  v_returned integer;
begin
  if p_id is null then
    perform private.reject('PT400', 'A refund needs an id.', 'id');
  elsif char_length(p_reason) > 500 then
    perform private.reject('PT422', 'The reason is too long.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_known from public.refunds where id = p_id;
  if v_known.request_hash <> v_hash then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.id is not null then
    return private.refund_reply(p_id);
  elsif v_order.payment_status not in ('succeeded', 'refunded') then
    perform private.reject('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  select * into v_figures from private.refund_figures(v_order, v_lines, p_delivery, p_amount);
  if v_figures.amount = 0 and v_lines = '[]' then
    perform private.reject('PT422', 'There is nothing to refund.', 'amount');
  end if;
  -- Before the refund counts as a claim on the card's part.
  v_returned := case when v_order.gift_card_amount > 0 then private.gift_card_returned(v_order) else 0 end;
  perform private.insert_refund(p_id, p_order, null, v_figures.card, v_figures.gift_card, v_figures.delivery, v_figures.tax,
    coalesce(private.clean_text(p_reason), ''), v_hash);
  insert into public.refund_lines (refund_id, line, quantity, amount, restock, restocked)
  select p_id, chosen.line, chosen.quantity, chosen.pence * 0.01, chosen.restock, 0
  from private.refund_lines_of(v_order, v_lines, p_restock) as chosen;
  perform private.restock_refund(v_order, p_id);
  perform private.refund_to_gift_card(v_order, v_figures.gift_card, v_returned);
  perform private.end_sold_gift_card(v_order, v_figures.amount);
  perform private.count_refund(p_order, 0, v_figures.gift_card * 0.01);
  perform private.pay_refund(p_id);
  return private.refund_reply(p_id);
end;
$$;

-- The refunds of an order, newest first, and what is left to refund.
create or replace function private.refunds_of(p_order uuid)
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
  return jsonb_build_object(
    'order_number', v_order.order_number, 'currency', v_order.currency, 'status', v_order.status,
    'payment_status', v_order.payment_status, 'marked_refunded', v_order.marked_refunded,
    'total', v_order.total, 'refunded_amount', v_order.refunded_amount, 'gift_card_hint', v_order.gift_card_hint,
    'left', (
      select jsonb_build_object('card', card * 0.01, 'gift_card', gift_card * 0.01, 'goods', goods * 0.01, 'delivery', delivery * 0.01)
      from private.refund_left(v_order)),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('line', ordered.line, 'name', v_order.items -> ordered.line ->> 'name',
        'variant_name', v_order.items -> ordered.line ->> 'variant_name', 'sku', v_order.items -> ordered.line ->> 'sku',
        'quantity', ordered.quantity, 'refunded', ordered.refunded, 'amount', ordered.pence * 0.01) order by ordered.line)
      from private.order_lines(v_order) as ordered), '[]'),
    'refunds', coalesce((
      select jsonb_agg(jsonb_build_object('id', refund.id, 'state', refund.state, 'amount', refund.amount,
        'card_amount', refund.card_amount, 'gift_card_amount', refund.gift_card_amount, 'delivery_amount', refund.delivery_amount,
        'tax_amount', refund.tax_amount, 'given_up', refund.given_up,
        'payment', (select attempt.reference from public.payment_attempts as attempt where attempt.id = refund.payment_id),
        'reason', refund.reason, 'attempts', refund.attempts, 'last_error', refund.last_error, 'provider', refund.provider,
        'reference', refund.reference, 'by_other_means', refund.by_other_means, 'note', refund.note, 'created_at', refund.created_at, 'settled_at', refund.settled_at,
        'actor', (select btrim(staff.first_name || ' ' || coalesce(staff.last_name, '')) from public.admin_users as staff
          where staff.user_id = refund.actor),
        'lines', coalesce((
          select jsonb_agg(jsonb_build_object('line', part.line, 'name', v_order.items -> part.line ->> 'name',
            'variant_name', v_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity, 'restocked', part.restocked) order by part.line)
          from public.refund_lines as part where part.refund_id = refund.id), '[]'))
        order by refund.created_at desc, refund.id)
      from public.refunds as refund where refund.order_id = p_order), '[]'));
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
      select due.id, due.order_id, due.payment_id from public.refunds as due
      where due.state = 'pending' and due.next_attempt_at <= now()
      order by due.next_attempt_at, due.id
      limit least(greatest(p_limit, 1), 100)
      for update skip locked
    ) as due
    join public.orders as bought on bought.id = due.order_id
    join public.payment_attempts as paid on paid.id = due.payment_id
    where refund.id = due.id
    returning refund.id, refund.round, refund.attempts, paid.reference, (refund.card_amount * 100)::integer as pence,
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
  set state = 'given_up', settled_at = now(), given_up = card_amount, card_amount = 0, provider = null,
    payment_id = null, last_error = null,
    note = private.clean_text(coalesce(p_note, '')), amount = gift_card_amount, delivery_amount = gift_card_amount - v_goods,
    tax_amount = least(v_goods, private.share_of((tax_amount * 100)::integer, v_goods, amount - delivery_amount) * 0.01)
  where id = p_id returning * into v_refund;
  perform private.queue_refund_mail(bought, v_refund)
  from public.orders as bought where bought.id = v_refund.order_id and not exists (
    select from public.email_outbox
    where order_id = bought.id and kind = 'refund' and data ->> 'refund' = p_id::text);
end;
$$;

-- The order that an order replaces, or that one replaces in turn; itself where it replaces none.
create function private.first_order_of(p_order uuid)
returns uuid
language sql
stable
set search_path = ''
as $$
  with recursive replaced as (
    select p_order as id, 0 as generation
    union all
    select sent.order_id, replaced.generation + 1
    from replaced join public.exchanges on exchanges.order_id = replaced.id
    join public.returns as sent on sent.id = exchanges.return_id and sent.order_id <> replaced.id
  )
  select id from replaced order by generation desc limit 1;
$$;

-- The replacement of a return that was exchanged: {replacement: its order's number}.
create or replace function private.exchange_of(p_return uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('replacement', (
    select bought.order_number from public.exchanges join public.orders as bought on bought.id = exchanges.order_id
    where exchanges.return_id = p_return),
    -- The payment that its exchange waits for.
    'waiting', (
      select jsonb_build_object('link', checkout.session_id, 'due', checkout.total - checkout.gift_card_amount, 'expires_at', checkout.expires_at)
      from private.waiting_exchanges as exchange join public.checkout_sessions as checkout on checkout.session_id = exchange.checkout_session_id
      where exchange.return_id = p_return));
end;
$$;

-- Refunds what has arrived, restocked as noted then. p_refund: the refund's id, made by the caller; the same again changes nothing.
create or replace function private.refund_return(p_id uuid, p_refund uuid, p_delivery numeric, p_amount numeric, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_reply jsonb;
begin
  perform private.require_right('refunds');
  if exists (select from public.returns where id = p_id and refund_id = p_refund) then
    return private.refund_reply(p_refund);
  end if;
  v_order := private.lock_return(p_id, 'received');
  perform private.require_no_waiting_exchange(p_id);
  update public.returns set state = 'refunded', refund_id = p_refund, refunded_at = now() where id = p_id;
  v_reply := private.write_refund(p_refund, v_order.id, (
      select jsonb_agg(jsonb_build_object('line', line, 'quantity', received, 'restock', restock) order by line)
      from public.return_lines where return_id = p_id and received > 0),
    p_delivery, p_amount, p_reason, true);
  insert into public.order_events (order_id, type, description, data)
  values (v_order.id, 'return_refunded', 'Return refunded',
    jsonb_build_object('return', p_id, 'refund', p_refund, 'actor', (select auth.uid())));
  return v_reply;
end;
$$;

-- Notes a payment that is to go back; the same again changes nothing. Once noted it pays for no order.
create or replace function private.return_payment(p_session_id text, p_reference text, p_amount_pence integer, p_currency text, p_reason text)
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
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (
    select from public.payment_attempts where checkout_session_id = p_session_id and reference = p_reference and status = 'succeeded')
  then
    perform private.reject('PT409', 'This payment has paid for an order. Refund the order.', 'payment_of_order');
  end if;
  insert into public.returned_payments (reference, checkout_session_id, amount, currency, reason)
  values (p_reference, p_session_id, p_amount_pence * 0.01, upper(p_currency), p_reason)
  on conflict (reference) do nothing;
  select id into v_id from public.returned_payments where reference = p_reference;
  return v_id;
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
    select case when p_order.marked_refunded
        then p_order.total - p_order.gift_card_amount + p_order.exchanged_amount - coalesce(sum(card_amount), 0) else 0 end as card,
      greatest(0, private.gift_card_returned(p_order)) * 0.01 as gift_card,
      p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0) as goods,
      p_order.tax_amount - coalesce(sum(tax_amount), 0) as tax
    from public.refunds where order_id = p_order.id and edit_id is null
  ) as unclaimed
  cross join lateral (select least(unclaimed.goods, unclaimed.card + unclaimed.gift_card) as goods) as moved
  where private.status_returns(p_order) and changed.at is not null and unclaimed.card + unclaimed.gift_card > 0;
$$;

-- Sales and refunds between two moments, a row each, in pounds: what counts is placed and paid, whatever became of it since. An edit counts
-- on the day when it took effect, by what it changed, so that the days before it stay as they were; it is a sale, of less than 0 where
-- money went back. exchanged is what the gift card of a replacement has of the card that paid for the goods that came back: the refund of
-- those has it by 'exchange'.
create or replace function private.takings_between(p_from timestamptz, p_before timestamptz)
returns table (
  is_refund boolean, is_edit boolean, vat_rate numeric, net numeric, tax numeric, delivery numeric, means text, card numeric, gift_card numeric,
  exchanged numeric)
language sql
stable
set search_path = ''
as $$
  select false, false, bought.vat_rate, bought.subtotal - bought.discount_amount - edits.net, bought.tax_amount - edits.tax,
    bought.shipping_amount - edits.delivery, private.taken_by(bought), bought.total - bought.gift_card_amount - edits.card,
    bought.gift_card_amount - edits.gift_card, bought.exchanged_amount
  from public.orders as bought
  cross join lateral private.edits_of(bought.id) as edits
  where bought.created_at >= p_from and bought.created_at < p_before and private.is_taken(bought.payment_status)
  union all
  select false, true, bought.vat_rate, moved.net, moved.tax, moved.delivery, moved.means, moved.card, moved.gift_card, 0
  from private.applied_edits as edit
  join public.orders as bought on bought.id = edit.order_id and private.is_taken(bought.payment_status)
  -- Who took or pays out its parts by bank card, a row each.
  cross join lateral (
    select edit.net, edit.tax, edit.delivery, 'unknown' as means, 0 as card, edit.gift_card
    union all
    select 0, 0, 0, attempt.provider, attempt.amount, 0 from public.payment_attempts as attempt
    where attempt.checkout_session_id = edit.checkout_session_id and attempt.status = 'succeeded'
    union all
    select 0, 0, 0, refund.provider, -refund.card_amount, 0 from public.refunds as refund where refund.edit_id = edit.id
  ) as moved
  where edit.at >= p_from and edit.at < p_before
  union all
  select true, false, bought.vat_rate, returned.card + returned.gift_card - returned.delivery - returned.tax, returned.tax, returned.delivery,
    returned.means, returned.card, returned.gift_card, 0
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

-- Refunds what an edit gives back. The order's total is lower already, so this is no refund of the order as it is now.
create or replace function private.refund_edit(p_edit private.order_edits, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_id constant uuid := gen_random_uuid();
  v_money record;
begin
  select * into v_money from private.edit_money(p_edit.before, p_edit.after);
  if v_money.card_back + v_money.gift_card_back = 0 then
    return;
  end if;
  perform private.insert_refund(v_id, p_order.id, p_edit.id, (v_money.card_back * 100)::integer, (v_money.gift_card_back * 100)::integer, 0, 0,
    left('Order edited: ' || p_edit.reason, 500), p_edit.request_hash);
  perform private.refund_to_gift_card(p_order, (v_money.gift_card_back * 100)::integer, 0);
  perform private.pay_refund(v_id);
end;
$$;

-- Pays for an edit that waits and puts it into effect; paid before, it answers the same. The order is locked before the checkout.
-- @param p_reference the payment's at its provider, with what it took; null where it is simulated
create function private.pay_edit(p_session_id text, p_reference text, p_amount_pence integer, p_currency text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_session public.checkout_sessions;
  v_edit private.order_edits;
  v_payment constant text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
begin
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from private.order_edits where checkout_session_id = p_session_id) for no key update;
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  select * into v_edit from private.order_edits where checkout_session_id = p_session_id for update;
  perform private.check_payment(v_session, p_reference, p_amount_pence, p_currency);
  if v_edit.state = 'applied' then
    if p_reference <> v_session.stripe_payment_intent_id then
      perform private.reject('PT409', 'Another payment has paid for this change.', 'paid_twice');
    end if;
    return v_order;
  elsif v_edit.state is distinct from 'waiting' or v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.reject('PT404', 'This change of the order is no longer open. Nothing was charged.', 'session_not_found');
  elsif private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif p_reference is null and private.payment_provider() <> 'simulated' then
    perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif private.edit_rejection(v_order) is not null then
    perform private.reject('PT409', private.edit_rejection(v_order), 'not_editable');
  end if;
  update public.payment_attempts set status = 'succeeded', settled_at = now(), reference = v_payment
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_session_id, private.payment_provider(), v_payment, v_session.total, 'succeeded', now());
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

-- For the screen that edits an order: what it is now, its version, why it cannot be edited, and its edits, newest first.
create or replace function private.order_edits(p_order uuid)
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
    'rejected', private.edit_rejection(v_order), 'takes_difference', private.payment_provider() is not null,
    'takes_payment', private.payment_provider() is not distinct from 'simulated',
    'edits', (
      select coalesce(jsonb_agg(private.edit_reply(edit) order by edit.created_at desc, edit.id), '[]')
      from (select * from private.order_edits where order_id = p_order order by created_at desc, id limit 20) as edit));
end;
$$;

-- Edits an order. p_id: made by the caller; the same again changes nothing. p_version: the order's when staff began. p_difference: what
-- the preview said, in pounds. One that costs more waits for the buyer, who gets a link, unless p_take_payment takes it as simulated now.
create or replace function private.edit_order(
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
  elsif v_money.difference > 0 and private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment, so the difference cannot be paid.', 'payment_unavailable');
  elsif v_money.difference > 0 and v_money.difference < private.smallest_payment() then
    perform private.reject('PT409', format('A card cannot be charged less than £%s.', private.smallest_payment()), 'payment_too_small');
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
      perform private.pay_edit(v_edit.checkout_session_id, null, null, null);
    else
      perform private.queue_edit_mail(v_edit);
    end if;
  end if;
  select * into v_edit from private.order_edits where id = p_id;
  return private.edit_reply(v_edit);
end;
$$;

-- Withdraws an edit that waits, or with p_take_payment takes its payment as simulated.
create or replace function private.settle_order_edit(p_id uuid, p_take_payment boolean)
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
    perform private.pay_edit(v_edit.checkout_session_id, null, null, null);
  else
    perform private.end_edit(v_edit);
  end if;
  select * into v_edit from private.order_edits where id = p_id;
  return private.edit_reply(v_edit);
end;
$$;

-- What an exchange would come to, in pounds, and what the products that came back can be exchanged for.
create or replace function private.quote_exchange(p_id uuid, p_lines jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_figures record;
begin
  perform private.require_right('refunds');
  perform private.require_replacement(p_lines);
  select bought.* into v_order from public.returns as sent join public.orders as bought on bought.id = sent.order_id
  where sent.id = p_id and sent.state = 'received';
  if v_order.id is null then
    perform private.reject('PT409', 'This return has moved on meanwhile.', 'return_moved_on');
  end if;
  select * into v_figures from private.exchange_figures(v_order, p_id, p_lines);
  return jsonb_build_object('currency', v_order.currency, 'returned', v_figures.returned * 0.01, 'total', v_figures.total * 0.01,
    'discount', v_figures.discount * 0.01, 'takes_payment', private.payment_provider() is not distinct from 'simulated',
    'choices', (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', unit.product_id, 'variant_id', unit.variant_id, 'name', product.name,
        'variant_name', private.variant_name(unit.options), 'price', charged.price + private.vat(charged.price, private.vat_rate()),
        'available', greatest(0, unit.inventory_quantity - coalesce((
          select sum(hold.quantity) from private.stock_holds as hold
          where hold.product_id = unit.product_id and hold.variant_id is not distinct from unit.variant_id and hold.expires_at > now()), 0)))
        order by product.name, product.id, unit.options), '[]')
      from public.products as product
      cross join lateral (
        select * from private.stock_units as listed where listed.product_id = product.id and listed.is_active offset 0
      ) as unit
      cross join lateral (select private.unit_price(unit.price) as price) as charged
      where product.id in (
        select ordered.product_id from private.order_lines(v_order) as ordered
        join public.return_lines as part on part.line = ordered.line
        where part.return_id = p_id and part.received > 0)));
end;
$$;

-- Locks the order of an exchange with its payments, and the products of both orders at once, before its checkout.
create function private.lock_exchange(p_session_id text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select bought.* into v_order from public.orders as bought
  where id = (
    select sent.order_id from private.waiting_exchanges as exchange join public.returns as sent on sent.id = exchange.return_id
    where exchange.checkout_session_id = p_session_id)
  for no key update;
  if v_order.id is not null then
    perform private.lock_payments_of(v_order.id);
    perform from public.products
    where id in (
      select (entry ->> 'product_id')::uuid from public.checkout_sessions as checkout
      cross join lateral jsonb_array_elements(checkout.cart_items || v_order.items) as entry where checkout.session_id = p_session_id)
    order by id for no key update;
  end if;
end;
$$;

-- Ends the gift card of an exchange, which is void from then on.
create function private.end_exchange_card(p_card uuid, p_reason text)
returns void
language sql
set search_path = ''
as $$
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select id, 'voided', -balance_pence from public.gift_cards where id = p_card and balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = p_reason where id = p_card;
$$;

-- The replacement is paid: what came back pays for its part of it, and a rest is refunded to the means that paid.
create function private.finish_exchange(p_exchange private.waiting_exchanges, p_session public.checkout_sessions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_new public.orders;
  v_paid constant integer := p_session.gift_card_amount * 100;
  v_returned constant integer := initial_pence from public.gift_cards where id = p_session.gift_card_id;
begin
  select bought.* into v_order from public.returns as sent join public.orders as bought on bought.id = sent.order_id
  where sent.id = p_exchange.return_id;
  select * into v_new from public.orders where checkout_session_id = p_session.session_id;
  update public.returns set state = 'refunded', refund_id = p_exchange.refund_id, refunded_at = now() where id = p_exchange.return_id;
  perform private.write_exchange_refund(p_exchange.refund_id, v_order, p_exchange.return_id, v_paid);
  update public.orders
  set exchanged_amount = (select card_amount from public.refunds where id = p_exchange.refund_id),
    gift_card_hint = coalesce(v_order.gift_card_hint, gift_card_hint)
  where id = v_new.id;
  perform private.end_exchange_card(p_session.gift_card_id, format('What came back of order %s paid for order %s.',
    v_order.order_number, v_new.order_number));
  insert into public.exchanges (return_id, order_id) values (p_exchange.return_id, v_new.id);
  if v_returned > v_paid then
    perform private.write_refund(gen_random_uuid(), v_order.id, '[]', 0, (v_returned - v_paid) * 0.01, 'Rest of an exchange', false);
  end if;
  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'return_exchanged', format('Return exchanged: order %s replaces it', v_new.order_number),
      jsonb_build_object('return', p_exchange.return_id, 'order', v_new.id, 'actor', p_exchange.actor)),
    (v_new.id, 'order_from_exchange', format('Replaces what came back of order %s', v_order.order_number),
      jsonb_build_object('return', p_exchange.return_id, 'order', v_order.id, 'actor', p_exchange.actor));
  perform private.queue_return_mail(v_order, p_exchange.return_id);
end;
$$;

-- Follows the checkout of an exchange: paid it is the exchange, ended the return can be settled otherwise. What is no longer left to
-- exchange makes no order, so that its payment goes back.
create function private.follow_exchange()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_exchange private.waiting_exchanges;
begin
  delete from private.waiting_exchanges where checkout_session_id = new.session_id returning * into v_exchange;
  if v_exchange.return_id is null then
    return null;
  elsif new.status <> 'completed' then
    perform private.end_exchange_card(new.gift_card_id, 'The exchange was not paid.');
    insert into public.order_events (order_id, type, description, data)
    select order_id, 'exchange_ended', 'The exchange that waited for a payment has ended',
      jsonb_build_object('return', id, 'actor', (select auth.uid()))
    from public.returns where id = v_exchange.return_id;
    return null;
  end if;
  begin
    perform private.finish_exchange(v_exchange, new);
  exception when sqlstate 'PT409' then
    perform private.reject('PT409', 'What came back has been settled otherwise. Nothing was exchanged.', 'session_not_found');
  end;
  return null;
end;
$$;

-- Sends a replacement for what has arrived of a return, all in one transaction. What came back pays for it: a rest is refunded to the means
-- that paid, and what is missing is taken as simulated. With a real provider the customer gets a payment link for that instead, which holds the
-- pieces for two days, and all of it happens when it is paid. The replacement is an order as any other.
-- @param p_refund id of the refund, made by the caller: the same again changes nothing
-- @param p_lines [{ product_id, variant_id?, quantity }]
-- @param p_expected_total pounds, as staff saw it
-- @returns { order_id, order_number, total, paid, link }, in pounds; paid is what came back pays of it; order or link is null
create or replace function private.exchange_return(p_id uuid, p_refund uuid, p_lines jsonb, p_expected_total numeric)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_figures record;
  v_code constant text := 'EXCHANGE-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
  v_promotion uuid;
  v_card constant uuid := gen_random_uuid();
  v_method uuid;
  v_waits boolean;
  v_session public.checkout_sessions;
begin
  perform private.require_right('refunds');
  perform private.require_replacement(p_lines);
  if p_lines = '[]' then
    perform private.reject('PT422', 'Choose what replaces it.', 'lines');
  elsif p_refund is null then
    perform private.reject('PT400', 'A refund needs an id.', 'id');
  end if;
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from public.returns where id = p_id) for no key update;
  if exists (select from public.returns where id = p_id and state = 'refunded' and refund_id = p_refund)
    or exists (select from private.waiting_exchanges where return_id = p_id and refund_id = p_refund)
  then
    return private.exchange_reply(p_id);
  end if;
  v_order := private.lock_return(p_id, 'received');
  perform private.require_no_waiting_exchange(p_id);
  if v_order.payment_status not in ('succeeded', 'refunded') then
    perform private.reject('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  perform private.lock_payments_of(v_order.id);
  -- Those of both orders at once, in order.
  perform from public.products
  where id in (
    select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_lines || v_order.items) as entry)
  order by id for no key update;
  select * into v_figures from private.exchange_figures(v_order, p_id, p_lines);
  if v_figures.returned not between 1 and 100000 or v_figures.total < 1 then
    perform private.reject('PT409', 'Goods worth £0.01 to £1,000 can be exchanged. Refund this return instead.', 'exchange_value');
  elsif v_figures.total > v_figures.returned and private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment, so the difference cannot be paid.', 'payment_unavailable');
  end if;
  insert into public.promotions (code, kind, amount_pence, uses_limit, is_bound, exchange_pence)
  values (v_code, case when v_figures.discount > 0 then 'amount' else 'free_delivery' end, nullif(v_figures.discount, 0), 1, true, v_figures.total)
  returning id into v_promotion;
  select method.id into v_method from public.shipping_methods as method
  where method.is_active and private.shipping_price(v_order.subtotal, method, v_order.shipping_address ->> 'postal_code',
    v_order.shipping_address ->> 'country') is not null
  order by method.name <> coalesce(v_order.shipping_method, ''), method.sort_order, method.id limit 1;
  v_waits := v_figures.total > v_figures.returned and private.payment_provider() <> 'simulated';
  -- Its code is told to nobody.
  perform private.new_gift_card(v_figures.returned, null, v_card);
  v_session := private.make_staff_checkout(p_lines,
    jsonb_build_object('email', v_order.email, 'phone', v_order.phone, 'user_id', v_order.user_id, 'customer_id', v_order.customer_id,
      'first_name', v_order.shipping_address ->> 'first_name', 'last_name', v_order.shipping_address ->> 'last_name'),
    v_order.shipping_address, v_order.billing_address, v_method, 'exchange',
    now() + case when v_waits then interval '2 days' else interval '1 hour' end, v_waits, v_promotion, v_card);
  if v_session.total is distinct from p_expected_total then
    perform private.reject('PT409', 'The total has changed since you saw it.', 'totals_changed',
      jsonb_build_object('total', v_session.total)::text);
  end if;
  insert into private.waiting_exchanges (return_id, refund_id, checkout_session_id, actor)
  values (p_id, p_refund, v_session.session_id, (select auth.uid()));
  if v_waits then
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('payment_link', v_session.email, format('Your exchange for order %s is ready to be paid', v_order.order_number), v_order.id,
      private.payment_link_mail(v_session));
    insert into public.order_events (order_id, type, description, data)
    values (v_order.id, 'exchange_waiting', format('An exchange waits for a payment of £%s', v_session.total - v_session.gift_card_amount),
      jsonb_build_object('return', p_id, 'actor', (select auth.uid())));
  else
    perform private.complete_staff_checkout(v_session);
  end if;
  return private.exchange_reply(p_id);
end;
$$;

create or replace function private.exchange_reply(p_return uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('order_id', bought.id, 'order_number', bought.order_number, 'total', coalesce(bought.total, checkout.total),
    'paid', coalesce(bought.gift_card_amount, checkout.gift_card_amount), 'link', checkout.session_id)
  from public.returns as sent
  left join public.exchanges on exchanges.return_id = sent.id
  left join public.orders as bought on bought.id = exchanges.order_id
  left join private.waiting_exchanges as waiting on waiting.return_id = sent.id
  left join public.checkout_sessions as checkout on checkout.session_id = waiting.checkout_session_id
  where sent.id = p_return;
$$;

-- Raises 409 for a return whose exchange waits for its payment.
create function private.require_no_waiting_exchange(p_return uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if exists (select from private.waiting_exchanges where return_id = p_return) then
    perform private.reject('PT409', 'An exchange for this return waits for its payment. Withdraw it first.', 'exchange_waiting');
  end if;
end;
$$;

-- Withdraws an exchange that waits for its payment: its link ends, and the return can be settled otherwise.
create function private.withdraw_exchange(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('refunds');
  perform from public.orders where id = (select order_id from public.returns where id = p_id) for no key update;
  update public.checkout_sessions set status = 'expired'
  where session_id = (select checkout_session_id from private.waiting_exchanges where return_id = p_id) and status = 'pending';
  if not found then
    perform private.reject('PT409', 'No exchange of this return waits any more.', 'return_moved_on');
  end if;
end;
$$;

create function public.withdraw_exchange(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.withdraw_exchange(p_id); $$;

-- What the email of a payment link shows.
create or replace function private.payment_link_mail(p_session public.checkout_sessions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('token', p_session.session_id, 'first_name', p_session.first_name, 'expires_at', p_session.expires_at,
    'items', p_session.cart_items, 'subtotal', p_session.subtotal, 'discount_amount', p_session.discount_amount,
    'vat_rate', p_session.vat_rate, 'tax_amount', p_session.tax_amount, 'shipping_amount', p_session.shipping_amount,
    'total', p_session.total, 'currency', p_session.currency,
    'returned_amount', case when p_session.metadata ->> 'by_staff' = 'exchange' then p_session.gift_card_amount end, 'shipping_method', p_session.metadata ->> 'shipping_method',
    'shipping_address', p_session.shipping_address);
$$;

create trigger follow_exchange after update of status on public.checkout_sessions
  for each row when (old.status = 'pending' and new.status <> 'pending' and new.metadata ->> 'by_staff' = 'exchange')
  execute function private.follow_exchange();

revoke all on function private.follow_exchange() from public;
revoke all on function private.withdraw_exchange(uuid) from public;
grant execute on function private.withdraw_exchange(uuid) to authenticated, service_role;
grant execute on function public.withdraw_exchange(uuid) to authenticated, service_role;

select private.hide_rows_in_api_errors();
