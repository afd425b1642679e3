-- Refunds: what an order gets back, in money and in stock, and how the money moves.

-- The caller makes the id: it is the key by which one wish is one refund, here and at the payment provider. Refunds in any state
-- keep their claim on what is left to refund, so that one that failed can be tried again; giving it up takes the claim off its amounts.
create table public.refunds (
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount numeric(10, 2) not null check (amount >= 0),
  card_amount numeric(10, 2) not null check (card_amount >= 0),
  gift_card_amount numeric(10, 2) not null check (gift_card_amount >= 0),
  -- Of the amount: the delivery, and the VAT of the goods.
  delivery_amount numeric(10, 2) not null check (delivery_amount between 0 and amount),
  tax_amount numeric(10, 2) not null check (tax_amount between 0 and amount),
  reason text not null default '' check (char_length(reason) <= 500),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'given_up')),
  -- Who pays it out; null where nothing goes to a bank card.
  provider text check (char_length(provider) between 1 and 60),
  reference text check (char_length(reference) <= 120),
  attempts integer not null default 0 check (attempts >= 0),
  -- How often staff have tried again. A provider answers a key as before, so each round has a key of its own.
  round integer not null default 0 check (round >= 0),
  last_error text check (char_length(last_error) <= 500),
  next_attempt_at timestamptz not null default now(),
  request_hash text not null check (char_length(request_hash) = 64),
  -- No foreign key: the record outlives accounts.
  actor uuid default auth.uid(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Staff have paid the card's part by other means, such as a bank transfer.
  by_other_means boolean not null default false,
  -- The card's part of a refund that staff have given up; it is in none of the amounts.
  given_up numeric(10, 2) not null default 0 check (given_up >= 0),
  -- What staff say of either.
  note text not null default '' check (char_length(note) <= 500),
  -- The edit that gave it back: the order's total has become less, so that it is none of what the order as it is returns.
  edit_id uuid,
  -- The payment that the card's part goes back to; null where none does, as of an exchange.
  payment_id uuid references public.payment_attempts (id),
  -- The first part of a refund of several payments, which are a row each.
  part_of uuid references public.refunds (id) on delete cascade,
  constraint refunds_by_means check (amount = card_amount + gift_card_amount),
  constraint refunds_provider check ((card_amount > 0) = (provider is not null)),
  constraint refunds_settled check ((state in ('succeeded', 'given_up')) = (settled_at is not null)),
  constraint refunds_by_other_means check (state = 'succeeded' or not by_other_means),
  constraint refunds_given_up check ((state = 'given_up') = (given_up > 0)),
  constraint refunds_payment check ((provider in ('simulated', 'stripe')) is true = (payment_id is not null))
);

create index refunds_by_order on public.refunds (order_id, created_at, id);
create index refunds_due on public.refunds (next_attempt_at, id) where state = 'pending';
create index refunds_failed on public.refunds (created_at desc, id) where state = 'failed';
create index refunds_by_payment on public.refunds (payment_id) where payment_id is not null;
create index refunds_by_first_part on public.refunds (part_of) where part_of is not null;
create index refunds_settled on public.refunds (settled_at) include (amount) where settled_at is not null;

alter table public.refunds enable row level security;
revoke all on table public.refunds from anon, authenticated;
grant all on table public.refunds to service_role;
grant select on table public.refunds to authenticated;

create policy "Staff see refunds" on public.refunds for select to authenticated using ((select private.may('orders')));

alter publication supabase_realtime add table public.refunds;

-- The pieces of a refund. `restocked` is what it put into stock, or took over from a status that had.
create table public.refund_lines (
  refund_id uuid not null references public.refunds (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  amount numeric(10, 2) not null check (amount >= 0),
  restock boolean not null,
  restocked integer not null check (restocked between 0 and quantity),
  primary key (refund_id, line)
);

alter table public.refund_lines enable row level security;
revoke all on table public.refund_lines from anon, authenticated;
grant all on table public.refund_lines to service_role;
grant select on table public.refund_lines to authenticated;

create policy "Staff see the lines of refunds" on public.refund_lines for select to authenticated
  using ((select private.may('orders')));

-- A part of an amount by its weight, rounded half up. As the difference of two running shares no penny is lost or made.
create function private.share_of(p_pence integer, p_part numeric, p_whole numeric)
returns integer
language sql
immutable
set search_path = ''
as $$ select case when p_whole = 0 then 0 else round(p_pence * p_part / p_whole) end::integer; $$;

-- The lines of an order with what was paid for each: its price less its discount, with its share of the VAT. They add up to
-- subtotal − discount + VAT, to the penny. Of orders before promotions by line the discount is shared by price.
create function private.order_lines(p_order public.orders)
returns table (line integer, product_id uuid, variant_id uuid, quantity integer, refunded integer, pence integer)
language sql
stable
set search_path = ''
as $$
  select running.line, (entry ->> 'product_id')::uuid, (entry ->> 'variant_id')::uuid, (entry ->> 'quantity')::integer,
    coalesce((
      select sum(part.quantity) from public.refund_lines as part join public.refunds as refund on refund.id = part.refund_id
      where refund.order_id = p_order.id and part.line = running.line), 0)::integer,
    private.share_of(paid.pence, upto, whole) - private.share_of(paid.pence, upto - price, whole)
  from (
    select entry, (place - 1)::integer as line, price, sum(price) over (order by place) as upto, sum(price) over () as whole
    from jsonb_array_elements(p_order.items) with ordinality as listed (entry, place)
    cross join lateral (
      select (entry ->> 'total_price')::numeric - coalesce((entry ->> 'discount')::numeric, 0) as price
    ) as reduced
  ) as running
  cross join lateral (
    select ((p_order.subtotal - p_order.discount_amount + p_order.tax_amount) * 100)::integer as pence
  ) as paid;
$$;

-- What may still be returned, in pence: by means, and by what it was paid for. What a bank card had paid of goods that came back and were
-- replaced counts as paid by bank card (orders.exchanged_amount). Every way that returns money asks this, with the order
-- locked. Of an order that is marked as refunded it is nothing: staff return by hand what no refund claims.
create function private.refund_left(p_order public.orders)
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

-- Raises 409 for an order that is marked as refunded.
create function private.require_unmarked(p_order public.orders)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_order.marked_refunded then
    perform private.reject('PT409', 'This order is marked as refunded by hand, so nothing is left to return. If the money has not '
      'gone back, set the payment status to succeeded first.', 'marked_refunded');
  end if;
end;
$$;

-- An amount in pounds as pence. Raises 422, with the name of the field as hint.
create function private.refund_pence(p_pounds numeric, p_field text)
returns integer
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_pounds not between 0 and 10000000 or p_pounds <> round(p_pounds, 2) then
    perform private.reject('PT422', 'Enter an amount in pounds and pence.', p_field);
  end if;
  return (p_pounds * 100)::integer;
end;
$$;

-- The chosen lines with their amounts. p_lines: [{line, quantity, restock?}]. Pieces of a line that do not divide evenly differ by
-- a penny, in the order in which they are refunded.
create function private.refund_lines_of(p_order public.orders, p_lines jsonb, p_restock boolean)
returns table (line integer, product_id uuid, variant_id uuid, quantity integer, restock boolean, pence integer)
language plpgsql
stable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 20000 then
    perform private.reject('PT422', 'Choose what is refunded.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$'
      or coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(jsonb_typeof(entry -> 'restock'), 'boolean') <> 'boolean')
  then
    perform private.reject('PT422', 'A line needs its number and how many pieces.', 'lines');
  elsif (select count(*) <> count(distinct (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry) then
    perform private.reject('PT422', 'Each line can be chosen once.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.order_lines(p_order) as ordered on ordered.line = (entry ->> 'line')::integer
    where coalesce(ordered.quantity - ordered.refunded, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.reject('PT409', 'That is more than is left to refund of this line.', 'lines_left');
  end if;
  return query
    select ordered.line, ordered.product_id, ordered.variant_id, chosen.quantity,
      coalesce(chosen.restock, p_restock, true),
      private.share_of(ordered.pence, ordered.refunded + chosen.quantity, ordered.quantity)
        - private.share_of(ordered.pence, ordered.refunded, ordered.quantity)
    from jsonb_to_recordset(p_lines) as chosen (line integer, quantity integer, restock boolean)
    join private.order_lines(p_order) as ordered on ordered.line = chosen.line
    order by ordered.line;
end;
$$;

-- The amounts of a refund in pence. The bank card gets back what it paid, the gift card the rest (docs/decisions/0027). Without an
-- amount it is the lines' and the delivery's; beyond the goods an amount counts as delivery.
create function private.refund_figures(p_order public.orders, p_lines jsonb, p_delivery numeric, p_amount numeric)
returns table (amount integer, card integer, gift_card integer, delivery integer, tax integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_left record;
  v_goods integer := ((p_order.total - p_order.shipping_amount) * 100)::integer;
  v_taxed integer;
begin
  perform private.require_unmarked(p_order);
  select * into v_left from private.refund_left(p_order);
  select (coalesce(sum(tax_amount), 0) * 100)::integer into v_taxed from public.refunds where order_id = p_order.id and edit_id is null;
  delivery := coalesce(private.refund_pence(p_delivery, 'delivery'), 0);
  if delivery > v_left.delivery then
    perform private.reject('PT409', 'That is more than is left to refund of the delivery.', 'delivery_left',
      (v_left.delivery * 0.01)::numeric(10, 2)::text);
  end if;
  amount := coalesce(private.refund_pence(p_amount, 'amount'),
    delivery + least(v_left.goods, (select coalesce(sum(chosen.pence), 0) from private.refund_lines_of(p_order, p_lines, true) as chosen)));
  if amount > v_left.goods + v_left.delivery then
    perform private.reject('PT409',
      format('Only £%s is left to refund.', ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)), 'amount_left',
      ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)::text);
  elsif amount < delivery then
    perform private.reject('PT422', 'The amount is less than the delivery in it.', 'amount');
  end if;
  delivery := greatest(delivery, amount - v_left.goods);
  card := least(amount, v_left.card);
  gift_card := amount - card;
  -- The VAT due so far less what has been counted: refunds that were given up leave gaps between running shares.
  tax := least(amount - delivery, greatest(0, private.share_of(
    (p_order.tax_amount * 100)::integer, v_goods - v_left.goods + amount - delivery, v_goods) - v_taxed));
  return next;
end;
$$;

-- Puts the chosen pieces into stock. Pieces that a status has returned already become the refund's, so that undoing the status
-- does not take them.
create function private.restock_refund(p_order public.orders, p_refund uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_part record;
  v_claimed integer;
  v_back jsonb := '[]';
begin
  perform private.lock_products_of(p_order);
  for v_part in
    select part.line, part.quantity, part.restock, ordered.product_id, ordered.variant_id
    from public.refund_lines as part join private.order_lines(p_order) as ordered on ordered.line = part.line
    where part.refund_id = p_refund order by part.line
  loop
    select coalesce(sum(least(quantity, v_part.quantity)), 0)::integer into v_claimed
    from private.returned_items where order_id = p_order.id and line = v_part.line;
    delete from private.returned_items where order_id = p_order.id and line = v_part.line and quantity = v_claimed;
    update private.returned_items set quantity = quantity - v_claimed
    where order_id = p_order.id and line = v_part.line and v_claimed > 0;
    if v_part.restock and v_part.quantity > v_claimed and private.is_stocked(v_part.product_id, v_part.variant_id) then
      v_back := v_back || jsonb_build_object(
        'product_id', v_part.product_id, 'variant_id', v_part.variant_id, 'quantity', v_part.quantity - v_claimed);
      v_claimed := v_part.quantity;
    end if;
    update public.refund_lines set restocked = v_claimed where refund_id = p_refund and line = v_part.line and v_claimed > 0;
  end loop;
  perform private.set_movement('cancelled', p_order.id, p_order.order_number);
  perform private.change_stock(v_back, 1);
  perform private.set_movement(null);
end;
$$;

-- Puts a refund's part on the gift card that paid, less what a status has put there already. A void card is a lost one: its part
-- moves on to a new card, whose code goes to the buyer. Without an email address the events say that a new one is due.
create function private.refund_to_gift_card(p_order public.orders, p_pence integer, p_returned integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_pence integer := greatest(0, p_pence - p_returned);
  v_card public.gift_cards;
  v_code text;
begin
  if v_pence = 0 then
    return;
  end if;
  v_card := private.lock_card_of(p_order, true);
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (v_card.id, 'given_back', v_pence, p_order.id);
  if v_card.state <> 'void' then
    return;
  elsif p_order.email is null then
    insert into public.order_events (order_id, type, description, data)
    values (p_order.id, 'gift_card_void',
      format('£%s went back to the gift card ending %s, which is void: a new one is due', (v_pence * 0.01)::numeric(10, 2), v_card.hint),
      jsonb_build_object('actor', (select auth.uid())));
    return;
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence) values (v_card.id, 'voided', -v_pence);
  v_code := private.new_gift_card(v_pence);
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'refund_gift_card', p_order.email, 'Your refund is on a new gift card', p_order.id,
    jsonb_build_object('token', v_code, 'amount', (v_pence * 0.01)::numeric(10, 2), 'order_number', p_order.order_number,
      'gift_card_id', id, 'old_hint', v_card.hint, 'expires_at', expires_at)
  from public.gift_cards where code_hash = private.gift_card_hash(v_code);
end;
$$;

-- An order that sold a gift card is refunded whole, and only while the card is unspent, which it ends.
create function private.end_sold_gift_card(p_order public.orders, p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = p_order.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return;
  elsif exists (select from public.gift_card_entries where gift_card_id = v_card.id and kind in ('redeemed', 'given_back')
    having sum(amount_pence) <> 0) or exists (
      select from private.gift_card_holds where gift_card_id = v_card.id and expires_at > now())
  then
    perform private.reject('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  elsif p_pence <> (p_order.total * 100)::integer then
    perform private.reject('PT422', 'A gift card is refunded as a whole.', 'amount');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = format('Order %s, which bought it, was refunded.', p_order.order_number)
  where id = v_card.id and state <> 'void';
end;
$$;

-- Counts money as returned. An order of which everything is returned is refunded.
create function private.count_refund(p_order uuid, p_card numeric, p_gift_card numeric)
returns void
language sql
set search_path = ''
as $$
  update public.orders
  set refunded_amount = refunded_amount + p_card + p_gift_card, refunded_to_gift_card = refunded_to_gift_card + p_gift_card,
    payment_status = case when refunded_amount + p_card + p_gift_card = total then 'refunded' else payment_status end
  where id = p_order and p_card + p_gift_card > 0;
$$;

-- The email of a refund: what, how much, and to which means.
create function private.queue_refund_mail(p_order public.orders, p_refund public.refunds)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'refund', p_order.email, format('Your order %s: refund', p_order.order_number), p_order.id,
    jsonb_build_object('order_number', p_order.order_number, 'currency', p_order.currency, 'amount', p_refund.amount,
      'card_amount', p_refund.card_amount, 'gift_card_amount', p_refund.gift_card_amount, 'gift_card_hint', p_order.gift_card_hint,
      'new_gift_card', exists (
        select from public.email_outbox where order_id = p_order.id and kind = 'refund_gift_card' and created_at = p_refund.created_at),
      'refund', p_refund.id, 'by_other_means', p_refund.by_other_means,
      'again', exists (
        select from public.email_outbox
        where order_id = p_order.id and kind = 'refund' and data ->> 'refund' = p_refund.id::text),
      'delivery_amount', p_refund.delivery_amount, 'tax_amount', p_refund.tax_amount,
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity) order by part.line)
        from public.refund_lines as part where part.refund_id = p_refund.id), '[]'))
  -- The email of an edit says what it gives back.
  where p_order.email is not null and p_refund.amount > 0 and p_refund.edit_id is null;
$$;

-- The money is on its way. The order must be locked.
create function private.finish_refund(p_id uuid, p_reference text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds
  set state = 'succeeded', settled_at = now(), reference = p_reference, last_error = null
  where id = p_id returning * into v_refund;
  if v_refund.edit_id is null then
    perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  end if;
  select * into v_order from public.orders where id = v_refund.order_id;
  if v_refund.amount > 0 then
    insert into public.order_events (order_id, type, description, data)
    values (v_order.id, 'refund_succeeded', format('£%s refunded', v_refund.amount),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  perform private.queue_refund_mail(v_order, v_refund);
end;
$$;

-- A refund with all its parts; in the state of the one that has come least far.
create function private.refund_reply(p_id uuid)
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
create function private.write_refund(
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

create function private.refund_order(
  p_id uuid, p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric, p_reason text, p_restock boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('refunds');
  return private.write_refund(p_id, p_order, p_lines, p_delivery, p_amount, p_reason, p_restock);
end;
$$;

grant execute on function private.refund_order(uuid, uuid, jsonb, numeric, numeric, text, bool) to authenticated, service_role;

-- Refunds an order, whole or in part. p_id: made by the caller; the same again changes nothing. p_lines: [{line, quantity,
-- restock?}]; amounts in pounds.
create function public.refund_order(
  p_id uuid, p_order uuid, p_lines jsonb default '[]', p_delivery numeric default 0, p_amount numeric default null,
  p_reason text default '', p_restock boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.refund_order(p_id, p_order, p_lines, p_delivery, p_amount, p_reason, p_restock); $$;

grant execute on function public.refund_order(uuid, uuid, jsonb, numeric, numeric, text, bool) to authenticated, service_role;

-- What a refund would be, without writing one.
create function private.quote_refund(p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_quote jsonb;
begin
  perform private.require_right('refunds');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  select jsonb_build_object('amount', amount * 0.01, 'card_amount', card * 0.01, 'gift_card_amount', gift_card * 0.01,
    'delivery_amount', delivery * 0.01, 'tax_amount', tax * 0.01)
  into v_quote
  from private.refund_figures(v_order, coalesce(p_lines, '[]'), p_delivery, p_amount);
  return v_quote;
end;
$$;

grant execute on function private.quote_refund(uuid, jsonb, numeric, numeric) to authenticated, service_role;

create function public.quote_refund(p_order uuid, p_lines jsonb default '[]', p_delivery numeric default 0, p_amount numeric default null)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.quote_refund(p_order, p_lines, p_delivery, p_amount); $$;

grant execute on function public.quote_refund(uuid, jsonb, numeric, numeric) to authenticated, service_role;

-- The refunds of an order, newest first, and what is left to refund.
create function private.refunds_of(p_order uuid)
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

grant execute on function private.refunds_of(uuid) to authenticated, service_role;

create function public.refunds_of(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.refunds_of(p_order); $$;

grant execute on function public.refunds_of(uuid) to authenticated, service_role;

-- Refunds to be paid out, of orders and of payments that go back, each claimed for two minutes: after a crash they are claimed again.
create function public.claim_refunds(p_limit integer default 10)
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

grant execute on function public.claim_refunds(int4) to service_role;

-- A null error means that the provider pays; one that failed since under this reference stays failed. Else the provider is asked again
-- after 1, 2, 4 … minutes, eight times, or never if it has rejected for good (p_final). Returns the state.
create function private.settle_refund(p_id uuid, p_reference text, p_error text, p_final boolean)
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

grant execute on function private.settle_refund(uuid, text, text, bool) to service_role;

create function public.settle_refund(
  p_id uuid, p_reference text default null, p_error text default null, p_final boolean default false)
returns text
language sql
set search_path = ''
as $$ select private.settle_refund(p_id, p_reference, p_error, p_final); $$;

grant execute on function public.settle_refund(uuid, text, text, bool) to service_role;

-- Another eight attempts at a failed refund, of an order or of a payment that goes back. One that failed before the order was marked may have been returned by hand.
create function private.retry_refund(p_id uuid)
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

grant execute on function private.retry_refund(uuid) to authenticated, service_role;

create function public.retry_refund(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.retry_refund(p_id); $$;

grant execute on function public.retry_refund(uuid) to authenticated, service_role;

-- Whether an order can still be cancelled: nothing of it is on its way.
create function private.can_cancel(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_order.status in ('pending', 'processing')
    and not exists (select from public.shipments where order_id = p_order.id and status <> 'processing');
$$;

-- Cancels an order before it is sent, for callers that have asked for the right: its stock returns, the buyer gets an email with the
-- reason, and with p_refund what was paid is refunded. Cancelled already, it stays as it is.
create function private.cancel_unsent(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_left record;
  v_id uuid := gen_random_uuid();
begin
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif v_order.status = 'cancelled' then
    return jsonb_build_object('status', v_order.status, 'refund', null);
  elsif not private.can_cancel(v_order) then
    perform private.reject('PT409', 'This order has been sent. What comes back is a return.', 'already_sent');
  end if;
  select * into v_left from private.refund_left(v_order);
  if p_refund and v_left.goods + v_left.delivery > 0 and v_order.payment_status in ('succeeded', 'refunded') then
    perform private.write_refund(v_id, p_order, coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity - refunded) order by line)
        from private.order_lines(v_order) where quantity > refunded), '[]'),
      v_left.delivery * 0.01, (v_left.goods + v_left.delivery) * 0.01, p_reason, true);
  else
    v_id := null;
  end if;
  update public.orders set status = 'cancelled', cancel_reason = private.clean_text(p_reason) where id = p_order;
  return jsonb_build_object('status', 'cancelled', 'refund', case when v_id is not null then private.refund_reply(v_id) end);
end;
$$;

create function private.cancel_order(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  if p_refund then
    perform private.require_right('refunds');
  end if;
  if coalesce(private.clean_text(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.reject('PT422', 'Say why the order is cancelled, in 500 characters at most.', 'reason');
  end if;
  return private.cancel_unsent(p_order, p_reason, p_refund);
end;
$$;

grant execute on function private.cancel_order(uuid, text, bool) to authenticated, service_role;

create function public.cancel_order(p_order uuid, p_reason text, p_refund boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.cancel_order(p_order, p_reason, p_refund); $$;

grant execute on function public.cancel_order(uuid, text, bool) to authenticated, service_role;
