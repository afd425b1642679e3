-- Orders: their number, what they hold, and what follows when their status changes.

-- Only complete_checkout inserts rows; items are a snapshot that outlives the products.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null unique check (order_number ~ '^AM[0-9]{8}-[0-9]{4,}$'),
  user_id uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 40),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'succeeded', 'failed', 'refunded')),
  payment_method text not null default 'Card' check (char_length(payment_method) <= 60),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(10, 2) not null check (subtotal >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount >= 0),
  shipping_amount numeric(10, 2) not null check (shipping_amount >= 0),
  total numeric(10, 2) not null,
  shipping_method text check (char_length(shipping_method) <= 120),
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  shipping_address jsonb not null,
  billing_address jsonb not null,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete restrict,
  stripe_session_id text check (char_length(stripe_session_id) <= 128),
  stripe_payment_intent_id text check (char_length(stripe_payment_intent_id) <= 120),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  delivered_at timestamptz,
  discount_amount numeric(10, 2) not null default 0,
  promotion_code text check (char_length(promotion_code) <= 40),
  gift_card_amount numeric(10, 2) not null default 0,
  gift_card_hint text check (char_length(gift_card_hint) = 4),
  -- What has gone back by refunds, and the part of it that went to a gift card.
  refunded_amount numeric(10, 2) not null default 0,
  refunded_to_gift_card numeric(10, 2) not null default 0,
  -- The payment status was set to refunded by hand, which returns stock and gift card but moves no money.
  marked_refunded boolean not null default false,
  cancel_reason text check (char_length(cancel_reason) <= 500),
  -- The days that the shop promised when the order was placed; null when nothing is sent by post.
  arrives_from date,
  arrives_to date,
  -- That of the day when it was charged, as each line has it; 0 for a gift card.
  vat_rate numeric(5, 4) not null default private.vat_rate() check (vat_rate between 0 and 1),
  -- Of a replacement: the part of its gift card that stands for what a bank card had paid for the goods that came back. It counts as money.
  exchanged_amount numeric(10, 2) not null default 0 check (exchanged_amount >= 0),
  constraint orders_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  constraint orders_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null)),
  constraint orders_gift_card check (gift_card_amount between 0 and total and (gift_card_amount = 0) = (gift_card_hint is null)),
  -- Nobody gets back more than they paid, by each means.
  constraint orders_refunded check (refunded_to_gift_card between 0 and gift_card_amount and refunded_amount <= total
    and refunded_amount - refunded_to_gift_card between 0 and total - gift_card_amount + exchanged_amount),
  constraint orders_arrival check ((arrives_from is null) = (arrives_to is null) and arrives_from <= arrives_to)
);

-- With what staff search and filter by, so that a list passes over orders without reading them.
create index orders_newest on public.orders (created_at desc, id) include (order_number, email, status, payment_status, gift_card_amount);
create index orders_by_user on public.orders (user_id, created_at desc, id);
-- What a buyer waits for, however much they have bought before.
create index orders_on_their_way on public.orders (user_id, created_at desc, id) where status in ('pending', 'processing', 'shipped');
create index orders_by_customer on public.orders (customer_id, created_at desc, id);
create index orders_by_payment_status on public.orders (payment_status, created_at desc, id);
create index orders_by_status on public.orders (status, created_at desc, id);
create index orders_by_country on public.orders ((left(shipping_address ->> 'country', 2)), created_at desc, id);
create index orders_delivered on public.orders (delivered_at) where status = 'delivered';
create index orders_search on public.orders
  using gin (order_number extensions.gin_trgm_ops, email extensions.gin_trgm_ops);
create index orders_by_email on public.orders (lower(email), created_at desc, id);
create index orders_by_total on public.orders (total, created_at desc, id);
-- By the last digits of the number, which customers read out.
create index orders_by_last_digits on public.orders (reverse(replace(order_number, '-', '')) text_pattern_ops);
-- Guest orders move to the account that has confirmed their email address.
create index orders_of_guests on public.orders (lower(email), created_at desc, id) where user_id is null;
-- An upload that an order shows is kept.
create index orders_by_picture on public.orders using gin (private.item_picture_stems(items)) with (fastupdate = off);

create trigger set_updated_at before update on public.orders for each row execute function private.set_updated_at();

-- A payment status by its one word: 'paid' is accepted for 'succeeded', as the specification has both.
create function private.payment_status(p_given text)
returns text
language sql
immutable
set search_path = ''
as $$ select case p_given when 'paid' then 'succeeded' else p_given end; $$;

create function private.accept_paid()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.payment_status := 'succeeded';
  return new;
end;
$$;

-- Before the triggers that follow the status, which run by name.
create trigger accept_paid before insert or update of payment_status on public.orders
  for each row when (new.payment_status = 'paid') execute function private.accept_paid();

alter table public.orders enable row level security;
revoke all on table public.orders from anon, authenticated;
grant all on table public.orders to service_role;
grant select on table public.orders to authenticated;
-- Granted to anon so that a visitor without a session gets an empty list, not an error.
grant select on table public.orders to anon;
grant update (status, payment_status, updated_at) on table public.orders to authenticated;

create policy "Buyers see their orders, staff every one" on public.orders for select to anon, authenticated
  using (user_id = (select private.my_user_id()) or (select private.may('orders')));
create policy "Staff change the status of orders" on public.orders for update to authenticated
  using ((select private.may('orders'))) with check ((select private.may('orders')));

create trigger require_right before update on public.orders
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  type text not null check (char_length(type) between 1 and 60),
  description text not null default '' check (char_length(description) <= 1000),
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index order_events_by_order on public.order_events (order_id, id);

alter table public.order_events enable row level security;
revoke all on table public.order_events from anon, authenticated;
grant all on table public.order_events to service_role;
grant select on table public.order_events to authenticated;
-- Customers see the events of their orders without the member of staff.
revoke select on table public.order_events from authenticated;
grant select (id, order_id, type, description, created_at) on table public.order_events to authenticated;

create policy "Those who see the order see its events" on public.order_events for select to authenticated
  using (exists (select from public.orders where orders.id = order_events.order_id));

-- Orders are numbered per day (London time); the row lock of the counter serialises concurrent checkouts.
create table private.order_counters (
  day date primary key,
  last integer not null
);

revoke all on table private.order_counters from public;

create function private.next_order_number()
returns text
language sql
set search_path = ''
as $$
  with counted as (
    insert into private.order_counters as counter (day, last)
    values ((now() at time zone 'Europe/London')::date, 1)
    on conflict (day) do update set last = counter.last + 1
    returning day, last
  )
  select 'AM' || to_char(day, 'YYYYMMDD') || '-' || lpad(last::text, greatest(4, length(last::text)), '0') from counted;
$$;

-- Status changes are logged as order events; those set by hand with what undoing them brings back.
create function private.log_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_data jsonb := jsonb_build_object('actor', (select auth.uid()));
begin
  if tg_argv[0] = 'by hand' then
    v_data := v_data || jsonb_build_object('undo', jsonb_build_object('status', old.status, 'payment_status', old.payment_status,
      'delivered_at', old.delivered_at, 'cancel_reason', old.cancel_reason, 'paid_at', old.paid_at));
  end if;
  if new.status is distinct from old.status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'status_changed', format('Order status: %s to %s', old.status, new.status),
      v_data || jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.payment_status is distinct from old.payment_status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'payment_status_changed', format('Payment status: %s to %s', old.payment_status, new.payment_status),
      v_data || jsonb_build_object('from', old.payment_status, 'to', new.payment_status));
  end if;
  return null;
end;
$$;

-- Staff who set a status by hand write the table as authenticated; functions and triggers write it as their owner.
create trigger log_status after update of status, payment_status on public.orders
  for each row when (current_user <> 'authenticated') execute function private.log_order_status();
create trigger log_status_by_hand after update of status, payment_status on public.orders
  for each row when (current_user = 'authenticated') execute function private.log_order_status('by hand');

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

-- The order of a paid checkout. @param p_reference the payment's at its provider; null where it is simulated
create function private.write_order(p_session public.checkout_sessions, p_id uuid, p_reference text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
  v_arrival constant jsonb := private.arrival_of(p_session.shipping_method_id, p_session.shipping_address);
  v_order public.orders;
  -- A guest's order belongs to the account that has confirmed its address.
  v_account public.customers;
begin
  if p_session.user_id is null then
    v_account := private.account_of(p_session.email);
  end if;
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, status, payment_status, currency, subtotal, discount_amount, promotion_code,
    vat_rate, tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at, arrives_from, arrives_to)
  values (
    p_id, private.next_order_number(), coalesce(p_session.user_id, v_account.user_id), coalesce(v_account.id, p_session.customer_id), p_session.email, p_session.phone,
    -- A bought gift card has nothing to send, so its order is complete at once.
    case when p_session.kind = 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.vat_rate, p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now(),
    (v_arrival ->> 'arrives_from')::date, (v_arrival ->> 'arrives_to')::date)
  returning * into v_order;
  perform private.hold_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number) || v_arrival
      || case when v_account.id is null then '{}' else jsonb_build_object('has_account', true) end
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

-- Whether an order is over: its promotion is free again, and a gift card that it sold has ended.
create function private.order_returned(p_status text, p_payment_status text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_status = 'cancelled' or p_payment_status = 'refunded'; $$;

-- Whether the status of an order returns its stock and its gift card's part. Refunds return their own.
create function private.status_returns(p_order public.orders)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_order.status = 'cancelled' or p_order.marked_refunded; $$;

-- Pieces that a status has returned, by the line's place in the order's items, from 0. Undoing the status takes just these again;
-- a refund of them makes them its own.
create table private.returned_items (
  order_id uuid not null references public.orders (id) on delete cascade,
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, line)
);

revoke all on table private.returned_items from public;

-- Whether a product or variant is still there to have stock.
create function private.is_stocked(p_product_id uuid, p_variant_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.stock_units where product_id = p_product_id and variant_id is not distinct from p_variant_id);
$$;

-- Locks the products of an order: before counters and gift cards.
create function private.lock_products_of(p_order public.orders)
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
create function private.return_stock(p_order public.orders, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb;
begin
  perform private.lock_products_of(p_order);
  if p_direction > 0 then
    insert into private.returned_items (order_id, line, quantity)
    select p_order.id, line.line, line.quantity - line.refunded
    from private.order_lines(p_order) as line
    where line.quantity > line.refunded and private.is_stocked(line.product_id, line.variant_id);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'product_id', line.product_id, 'variant_id', line.variant_id, 'quantity', returned.quantity)), '[]')
  into v_lines
  from private.returned_items as returned
  join private.order_lines(p_order) as line on line.line = returned.line
  where returned.order_id = p_order.id and private.is_stocked(line.product_id, line.variant_id);
  if p_direction < 0 then
    perform private.require_stock(v_lines, null);
    delete from private.returned_items where order_id = p_order.id;
  end if;
  perform private.set_movement(case when p_direction > 0 then 'cancelled' else 'sold' end, p_order.id, p_order.order_number);
  perform private.change_stock(v_lines, p_direction);
  perform private.set_movement(null);
end;
$$;

-- Whether an order is marked as refunded after a change: its payment status was set to refunded by hand, while money was left to return.
-- A refund that completes changes what is refunded with it.
create function private.is_marked(p_before public.orders, p_after public.orders)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_after.payment_status = 'refunded' and (p_before.marked_refunded or (p_before.payment_status <> 'refunded'
    and p_after.refunded_amount = p_before.refunded_amount and (p_after.refunded_amount < p_after.total or p_after.total = 0)));
$$;

-- Every change of status, by whichever way, runs through this. A before trigger, so that product rows are locked before counters (lock order prevents deadlocks).
create function private.return_stock_of_cancelled_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.marked_refunded := private.is_marked(old, new);
  perform private.require_rights_of_change(old, new);
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  if private.status_returns(new) and not private.status_returns(old) then
    perform private.return_stock(new, 1);
  elsif private.status_returns(old) and not private.status_returns(new) then
    perform private.return_stock(new, -1);
  end if;
  if new.payment_status = 'succeeded' then
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

create trigger follow_status before update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.return_stock_of_cancelled_order();

create function private.claim_guest_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  -- Orders by id before customers, as wherever both are locked: staff who send many orders at once would wait in a circle.
  select array_agg(id) into v_orders from (
    select id from public.orders where user_id is null and lower(email) = lower(new.email) order by id for no key update
  ) as found;
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where id = any (v_orders);
  -- The account takes the guest's place.
  update public.customer_notes set customer_id = account.id
  from public.customers as guest, public.customers as account
  where guest.is_guest and lower(guest.email) = lower(new.email) and account.user_id = new.id and customer_notes.customer_id = guest.id;
  perform private.keep_guest_record(guest.id, account.id)
  from public.customers as guest, public.customers as account
  where guest.is_guest and lower(guest.email) = lower(new.email) and account.user_id = new.id;
  delete from public.customers where is_guest and lower(email) = lower(new.email);
  return null;
end;
$$;

-- Named to run after create_profile_of_new_user, which makes the customer.
create trigger claim_orders_of_new_user after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();
