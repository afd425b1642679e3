-- Refunds of whole orders or parts, by the means that paid; cancelling with a reason.
alter table public.orders
  add column refunded_amount numeric(10, 2) not null default 0,
  add column refunded_to_gift_card numeric(10, 2) not null default 0,
  add column marked_refunded boolean not null default false,
  add column cancel_reason text check (char_length(cancel_reason) <= 500),
  add constraint orders_refunded check (refunded_to_gift_card between 0 and gift_card_amount
    and refunded_amount - refunded_to_gift_card between 0 and total - gift_card_amount);

alter table public.gift_cards drop constraint gift_cards_initial_pence_check;
alter table public.gift_cards add constraint gift_cards_initial_pence_check check (initial_pence between 1 and 100000);

drop function private.revenue_of(text, text, numeric);

-- Pieces that a status has returned, by the line's place in the order's items, from 0. Undoing the status takes just these again;
-- a refund of them makes them its own.
create table private.returned_pieces (
  order_id uuid not null references public.orders (id) on delete cascade,
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, line)
);

revoke all on table private.returned_pieces from public;

-- The caller makes the id: it is the key by which one wish is one refund, here and at the payment provider. Refunds in any state
-- keep their claim on what is left to refund, so that one that failed can be tried again.
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
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
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
  constraint refunds_by_means check (amount = card_amount + gift_card_amount),
  constraint refunds_provider check ((card_amount > 0) = (provider is not null)),
  constraint refunds_settled check ((state = 'succeeded') = (settled_at is not null))
);

create index refunds_by_order on public.refunds (order_id, created_at, id);
create index refunds_due on public.refunds (next_attempt_at, id) where state = 'pending';
create index refunds_failed on public.refunds (created_at desc, id) where state = 'failed';

alter table public.refunds enable row level security;
revoke all on table public.refunds from anon, authenticated;
grant all on table public.refunds to service_role;
grant select on table public.refunds to authenticated;

create policy "Staff see refunds" on public.refunds for select to authenticated using ((select private.may('orders')));

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

-- The lines of an order with what was paid for each: its price less its share of the discount, with its share of the VAT. They add
-- up to subtotal − discount + VAT, to the penny.
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
    private.share_of(paid.pence, upto, p_order.subtotal) - private.share_of(paid.pence, upto - price, p_order.subtotal)
  from (
    select entry, (place - 1)::integer as line, (entry ->> 'total_price')::numeric as price,
      sum((entry ->> 'total_price')::numeric) over (order by place) as upto
    from jsonb_array_elements(p_order.items) with ordinality as listed (entry, place)
  ) as running
  cross join lateral (
    select ((p_order.subtotal - p_order.discount_amount + p_order.tax_amount) * 100)::integer as pence
  ) as paid;
$$;

-- What no refund claims yet, in pence: by means, and by what it was paid for.
create function private.refund_left(p_order public.orders)
returns table (card integer, gift_card integer, goods integer, delivery integer)
language sql
stable
set search_path = ''
as $$
  select
    ((p_order.total - p_order.gift_card_amount - coalesce(sum(card_amount), 0)) * 100)::integer,
    ((p_order.gift_card_amount - coalesce(sum(gift_card_amount), 0)) * 100)::integer,
    ((p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0)) * 100)::integer,
    ((p_order.shipping_amount - coalesce(sum(delivery_amount), 0)) * 100)::integer
  from public.refunds where order_id = p_order.id;
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
    perform private.refuse('PT422', 'Enter an amount in pounds and pence.', p_field);
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
    perform private.refuse('PT422', 'Choose what is refunded.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$'
      or coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(jsonb_typeof(entry -> 'restock'), 'boolean') <> 'boolean')
  then
    perform private.refuse('PT422', 'A line needs its number and how many pieces.', 'lines');
  elsif (select count(*) <> count(distinct (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry) then
    perform private.refuse('PT422', 'Each line can be chosen once.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.order_lines(p_order) as ordered on ordered.line = (entry ->> 'line')::integer
    where coalesce(ordered.quantity - ordered.refunded, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.refuse('PT409', 'That is more than is left to refund of this line.', 'lines_left');
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
  v_tax integer := (p_order.tax_amount * 100)::integer;
begin
  select * into v_left from private.refund_left(p_order);
  delivery := coalesce(private.refund_pence(p_delivery, 'delivery'), 0);
  if delivery > v_left.delivery then
    perform private.refuse('PT409', 'That is more than is left to refund of the delivery.', 'delivery_left',
      (v_left.delivery * 0.01)::numeric(10, 2)::text);
  end if;
  amount := coalesce(private.refund_pence(p_amount, 'amount'),
    delivery + least(v_left.goods, (select coalesce(sum(chosen.pence), 0) from private.refund_lines_of(p_order, p_lines, true) as chosen)));
  if amount > v_left.goods + v_left.delivery then
    perform private.refuse('PT409',
      format('Only £%s is left to refund.', ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)), 'amount_left',
      ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)::text);
  elsif amount < delivery then
    perform private.refuse('PT422', 'The amount is less than the delivery in it.', 'amount');
  end if;
  delivery := greatest(delivery, amount - v_left.goods);
  card := least(amount, v_left.card);
  gift_card := amount - card;
  tax := private.share_of(v_tax, v_goods - v_left.goods + amount - delivery, v_goods)
    - private.share_of(v_tax, v_goods - v_left.goods, v_goods);
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
    from private.returned_pieces where order_id = p_order.id and line = v_part.line;
    delete from private.returned_pieces where order_id = p_order.id and line = v_part.line and quantity = v_claimed;
    update private.returned_pieces set quantity = quantity - v_claimed
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
-- moves on to a new card, whose code goes to the buyer. Without an e-mail address the events say that a new one is due.
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
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  elsif p_pence <> (p_order.total * 100)::integer then
    perform private.refuse('PT422', 'A gift card is refunded as a whole.', 'amount');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void' where id = v_card.id and state <> 'void';
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

-- The letter of a refund: what, how much, and to which means.
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
      'delivery_amount', p_refund.delivery_amount, 'tax_amount', p_refund.tax_amount,
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity) order by part.line)
        from public.refund_lines as part where part.refund_id = p_refund.id), '[]'))
  where p_order.email is not null and p_refund.amount > 0;
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
  perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  select * into v_order from public.orders where id = v_refund.order_id;
  if v_refund.amount > 0 then
    insert into public.order_events (order_id, type, description, data)
    values (v_order.id, 'refund_succeeded', format('£%s refunded', v_refund.amount),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  perform private.queue_refund_mail(v_order, v_refund);
end;
$$;

create function private.refund_reply(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', id, 'state', state, 'amount', amount, 'card_amount', card_amount,
    'gift_card_amount', gift_card_amount, 'delivery_amount', delivery_amount, 'tax_amount', tax_amount)
  from public.refunds where id = p_id;
$$;

-- Writes a refund, for callers that have asked for the right. Stock and the gift card's part move at once, money by card when the
-- provider has said so; a simulated provider says so here. Lock order: order, products, counters, gift cards, counters.
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
  v_provider text;
begin
  if p_id is null then
    perform private.refuse('PT400', 'A refund needs an id.', 'id');
  elsif char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'The reason is too long.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_known from public.refunds where id = p_id;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.id is not null then
    return private.refund_reply(p_id);
  elsif v_order.payment_status not in ('succeeded', 'paid', 'refunded') then
    perform private.refuse('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  select * into v_figures from private.refund_figures(v_order, v_lines, p_delivery, p_amount);
  if v_figures.amount = 0 and v_lines = '[]' then
    perform private.refuse('PT422', 'There is nothing to refund.', 'amount');
  end if;
  if v_figures.card > 0 then
    select provider into v_provider from public.payment_attempts
    where checkout_session_id = v_order.checkout_session_id and status = 'succeeded';
    if v_provider is null or v_provider not in ('simulated', 'stripe') then
      perform private.refuse('PT409',
        'The shop does not know who took this payment. Return the money by hand, then set the payment status.', 'provider_unknown');
    end if;
  end if;
  -- Before the refund counts as a claim on the card's part.
  v_returned := case when v_order.gift_card_amount > 0 then private.gift_card_returned(v_order) else 0 end;

  insert into public.refunds (
    id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, provider, request_hash)
  values (p_id, p_order, v_figures.amount * 0.01, v_figures.card * 0.01, v_figures.gift_card * 0.01, v_figures.delivery * 0.01,
    v_figures.tax * 0.01, coalesce(btrim(p_reason), ''), v_provider, v_hash);
  insert into public.refund_lines (refund_id, line, quantity, amount, restock, restocked)
  select p_id, chosen.line, chosen.quantity, chosen.pence * 0.01, chosen.restock, 0
  from private.refund_lines_of(v_order, v_lines, p_restock) as chosen;
  perform private.restock_refund(v_order, p_id);
  perform private.refund_to_gift_card(v_order, v_figures.gift_card, v_returned);
  perform private.end_sold_gift_card(v_order, v_figures.amount);
  perform private.count_refund(p_order, 0, v_figures.gift_card * 0.01);
  if v_provider is null or v_provider = 'simulated' then
    perform private.finish_refund(p_id, 're_sim_' || replace(p_id::text, '-', ''));
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order, 'refund_requested', format('Refund of £%s requested', (v_figures.amount * 0.01)::numeric(10, 2)),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
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
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
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
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
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
      select jsonb_agg(private.refund_reply(refund.id) || jsonb_build_object(
        'reason', refund.reason, 'attempts', refund.attempts, 'last_error', refund.last_error, 'provider', refund.provider,
        'reference', refund.reference, 'created_at', refund.created_at, 'settled_at', refund.settled_at,
        'actor', (select btrim(staff.first_name || ' ' || coalesce(staff.last_name, '')) from public.admin_users as staff
          where staff.user_id = refund.actor),
        'lines', coalesce((
          select jsonb_agg(jsonb_build_object('line', part.line, 'name', v_order.items -> part.line ->> 'name',
            'quantity', part.quantity, 'restocked', part.restocked) order by part.line)
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

-- Refunds to be paid out, each claimed for two minutes: after a crash they are claimed again.
create function public.claim_refunds(p_limit integer default 10)
returns table (id uuid, round integer, attempts integer, payment text, amount_pence integer, currency text)
language sql
set search_path = ''
as $$
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
  returning refund.id, refund.round, refund.attempts, bought.stripe_payment_intent_id, (refund.card_amount * 100)::integer,
    bought.currency;
$$;

grant execute on function public.claim_refunds(int4) to service_role;

-- A null error means that the provider pays. Else it is asked again after 1, 2, 4 … minutes, eight times, or never if it has
-- refused for good (p_final). Returns the state.
create function private.settle_refund(p_id uuid, p_reference text, p_error text, p_final boolean)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_state text;
  v_order uuid;
begin
  select order_id into v_order from public.refunds where id = p_id;
  perform from public.orders where id = v_order for no key update;
  select state into v_state from public.refunds where id = p_id for update;
  if v_state is null or v_state = 'succeeded' then
    return v_state;
  elsif p_error is null then
    perform private.finish_refund(p_id, p_reference);
    return 'succeeded';
  elsif v_state = 'failed' then
    return v_state;
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

-- Another eight attempts at a failed refund.
create function private.retry_refund(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order uuid;
begin
  perform private.require_right('refunds');
  update public.refunds set state = 'pending', attempts = 0, round = round + 1, next_attempt_at = now()
  where id = p_id and state = 'failed' returning order_id into v_order;
  if v_order is null then
    perform private.refuse('PT409', 'This refund is not one that failed.', 'not_failed');
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (v_order, 'refund_retried', 'Refund is tried again', jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
end;
$$;

grant execute on function private.retry_refund(uuid) to authenticated, service_role;

create function public.retry_refund(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.retry_refund(p_id); $$;

grant execute on function public.retry_refund(uuid) to authenticated, service_role;

-- Cancels an order before it is sent: its stock returns, the buyer gets a letter with the reason, and with p_refund what was paid is
-- refunded. Cancelled already, it stays as it is.
create function private.cancel_order(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_left record;
  v_id uuid := gen_random_uuid();
begin
  perform private.require_right('orders');
  if p_refund then
    perform private.require_right('refunds');
  end if;
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'Say why the order is cancelled, in 500 characters at most.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif v_order.status = 'cancelled' then
    return jsonb_build_object('status', v_order.status, 'refund', null);
  elsif v_order.status not in ('pending', 'processing') or exists (
    select from public.shipments where order_id = p_order and status <> 'processing')
  then
    perform private.refuse('PT409', 'This order has been sent. What comes back is a return.', 'already_sent');
  end if;
  select * into v_left from private.refund_left(v_order);
  if p_refund and v_left.goods + v_left.delivery > 0 and v_order.payment_status in ('succeeded', 'paid', 'refunded') then
    perform private.write_refund(v_id, p_order, coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity - refunded) order by line)
        from private.order_lines(v_order) where quantity > refunded), '[]'),
      v_left.delivery * 0.01, (v_left.goods + v_left.delivery) * 0.01, p_reason, true);
  else
    v_id := null;
  end if;
  update public.orders set status = 'cancelled', cancel_reason = btrim(p_reason) where id = p_order;
  return jsonb_build_object('status', 'cancelled', 'refund', case when v_id is not null then private.refund_reply(v_id) end);
end;
$$;

grant execute on function private.cancel_order(uuid, text, bool) to authenticated, service_role;

create function public.cancel_order(p_order uuid, p_reason text, p_refund boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.cancel_order(p_order, p_reason, p_refund); $$;

grant execute on function public.cancel_order(uuid, text, bool) to authenticated, service_role;

-- Whether an order is over: its promotion is free again, and a gift card that it sold has ended.
create or replace function private.order_returned(p_status text, p_payment_status text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_status = 'cancelled' or p_payment_status = 'refunded'; $$;

-- Whether the status of an order returns its stock and its gift card's part. Refunds return their own.
create or replace function private.status_returns(p_order public.orders)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_order.status = 'cancelled' or p_order.marked_refunded; $$;

-- Whether a product or variant is still there to have stock.
create or replace function private.is_stocked(p_product_id uuid, p_variant_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.stock_units where product_id = p_product_id and variant_id is not distinct from p_variant_id);
$$;

-- Locks the products of an order: before counters and gift cards.
create or replace function private.lock_products_of(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_order.items) as entry)
  order by id for no key update;
end;
$$;

-- Returns the pieces of an order that no refund has settled, or takes them again (p_direction 1 or -1). Deleted products and
-- variants are skipped.
create or replace function private.return_stock(p_order public.orders, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb;
begin
  perform private.lock_products_of(p_order);
  if p_direction > 0 then
    insert into private.returned_pieces (order_id, line, quantity)
    select p_order.id, line.line, line.quantity - line.refunded
    from private.order_lines(p_order) as line
    where line.quantity > line.refunded and private.is_stocked(line.product_id, line.variant_id);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'product_id', line.product_id, 'variant_id', line.variant_id, 'quantity', returned.quantity)), '[]')
  into v_lines
  from private.returned_pieces as returned
  join private.order_lines(p_order) as line on line.line = returned.line
  where returned.order_id = p_order.id and private.is_stocked(line.product_id, line.variant_id);
  if p_direction < 0 then
    perform private.require_stock(v_lines, null);
    delete from private.returned_pieces where order_id = p_order.id;
  end if;
  perform private.set_movement(case when p_direction > 0 then 'cancelled' else 'sold' end, p_order.id, p_order.order_number);
  perform private.change_stock(v_lines, p_direction);
  perform private.set_movement(null);
end;
$$;

-- A before trigger, so that product rows are locked before counters (lock order prevents deadlocks).
create or replace function private.return_stock_of_cancelled_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A refund that completes changes both columns; by hand only the status changes.
  new.marked_refunded := new.payment_status = 'refunded'
    and (old.marked_refunded or (old.payment_status <> 'refunded' and new.refunded_amount = old.refunded_amount));
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  if private.status_returns(new) and not private.status_returns(old) then
    perform private.return_stock(new, 1);
  elsif private.status_returns(old) and not private.status_returns(new) then
    perform private.return_stock(new, -1);
  end if;
  if new.payment_status in ('succeeded', 'paid') then
    new.paid_at := coalesce(new.paid_at, now());
  end if;
  if new.status = 'delivered' and old.status <> 'delivered' then
    new.delivered_at := now();
  elsif new.status not in ('delivered', 'completed') then
    new.delivered_at := null;
  end if;
  return new;
end;
$$;

-- What the status of an order has put back on the card that paid, in pence: less what refunds claim.
create or replace function private.gift_card_returned(p_order public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select ((p_order.gift_card_amount - coalesce((select sum(gift_card_amount) from public.refunds where order_id = p_order.id), 0)) * 100
    + coalesce((select sum(amount_pence) from public.gift_card_entries
      where order_id = p_order.id and kind in ('redeemed', 'given_back')), 0))::integer;
$$;

-- The card that paid for an order, locked and valid for at least three months more if p_extend.
create or replace function private.lock_card_of(p_order public.orders, p_extend boolean)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = p_order.id and kind = 'redeemed' order by id limit 1)
  for no key update;
  if p_extend then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
  end if;
  return v_card;
end;
$$;

-- A cancelled order, or one marked as refunded, returns to its card what refunds have not. For a void card the order's events say
-- that a new one is due. Undoing it takes the same amount again while it is there.
create or replace function private.return_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is boolean := private.status_returns(new);
  v_pence integer;
  v_card public.gift_cards;
begin
  if private.status_returns(old) = v_is then
    return null;
  end if;
  v_card := private.lock_card_of(new, v_is);
  v_pence := private.gift_card_returned(new);
  if v_is then
    v_pence := (new.gift_card_amount * 100)::integer - v_pence
      - coalesce((select sum(gift_card_amount * 100)::integer from public.refunds where order_id = new.id), 0);
  end if;
  if v_pence = 0 then
    return null;
  elsif v_is and v_card.state = 'void' then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'gift_card_void',
      format('£%s went back to the gift card ending %s, which is void: a new one is due', (v_pence * 0.01)::numeric(10, 2), v_card.hint),
      jsonb_build_object('actor', (select auth.uid())));
  elsif not v_is and private.gift_card_available(v_card, null) < v_pence then
    perform private.refuse('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end, case when v_is then 1 else -1 end * v_pence, new.id);
  return null;
end;
$$;

-- Setting an order to refunded does not move money at the provider, so the e-mail says what is due: what no refund has returned
-- or is returning. A gift card's part has already been returned.
create or replace function private.queue_status_mail(p_order public.orders, p_status text)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_status', p_order.email,
    format('Your order %s: %s', p_order.order_number, case p_status when 'refunded' then 'to be refunded' else p_status end), p_order.id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'reason', p_order.cancel_reason,
      'total', p_order.total - refunded.amount,
      'gift_card_amount', p_order.gift_card_amount - refunded.gift_card_amount, 'refunded_amount', refunded.amount, 'gift_card_hint', p_order.gift_card_hint,
      'gift_card_void', exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_order.id and entry.kind = 'redeemed' and card.state = 'void'),
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (
    select coalesce(sum(amount), 0) as amount, coalesce(sum(gift_card_amount), 0) as gift_card_amount
    from public.refunds where order_id = p_order.id
  ) as refunded
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;

create or replace function private.queue_order_status_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    perform private.queue_status_mail(new, new.status);
  end if;
  -- A refund sends its own letter.
  if new.payment_status <> old.payment_status and new.marked_refunded then
    perform private.queue_status_mail(new, 'refunded');
  end if;
  return null;
end;
$$;

-- Another eight attempts at a failed e-mail. Its code or token was erased, so it gets a new one: a new code for the same
-- unused gift card, or a new account link.
create or replace function private.retry_mail(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
  v_data jsonb;
  v_session text;
  v_card public.gift_cards;
  v_code text;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id and status = 'failed' for update;
  if v_mail.id is null then
    perform private.refuse('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.refuse('PT409', 'The order of this email is gone.', 'order_gone');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
  elsif v_mail.kind in ('gift_card', 'refund_gift_card') then
    select card.* into v_card from public.gift_cards as card
    where id = coalesce((v_data ->> 'gift_card_id')::uuid,
      (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued'))
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.refuse('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.refuse('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  end if;
  update public.email_outbox set status = 'pending', attempts = 0, next_attempt_at = now(), data = v_data where id = p_id;
  if v_mail.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_mail.order_id, 'email_retried', format('Email is sent again: %s', replace(v_mail.kind, '_', ' ')),
      jsonb_build_object('actor', (select auth.uid())));
  end if;
end;
$$;

-- What an order took that is still the shop's, in pounds. It counts once: when a gift card is sold, not again when it pays.
create or replace function private.takings_of(p_total numeric, p_gift_card numeric, p_refunded numeric, p_refunded_to_gift_card numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select p_total - p_gift_card - (p_refunded - p_refunded_to_gift_card); $$;

-- What a customer has spent on an order.
create or replace function private.revenue_of(p_status text, p_payment_status text, p_takings numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select case when p_payment_status in ('paid', 'succeeded') and p_status <> 'cancelled' then p_takings else 0 end; $$;

create or replace function private.count_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * takings)
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1 having sum(sign) <> 0 or sum(sign * takings) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count, amount = counter.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders,
        sum(sign * private.revenue_of(status, payment_status,
          private.takings_of(total, gift_card_amount, refunded_amount, refunded_to_gift_card))) as spent
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

-- Until now a status alone returned stock and gift cards.
update public.orders set marked_refunded = true where payment_status = 'refunded';
insert into private.returned_pieces (order_id, line, quantity)
select bought.id, line.line, line.quantity
from public.orders as bought cross join lateral private.order_lines(bought) as line
where private.status_returns(bought) and private.is_stocked(line.product_id, line.variant_id);

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
