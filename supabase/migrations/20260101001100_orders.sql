-- What was bought. Rows are made by complete_checkout alone; items are a snapshot that outlives the products.

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
    check (payment_status in ('pending', 'succeeded', 'failed', 'refunded', 'paid')),
  payment_method text not null default 'Card' check (char_length(payment_method) <= 60),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(10, 2) not null check (subtotal >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount >= 0),
  shipping_amount numeric(10, 2) not null check (shipping_amount >= 0),
  total numeric(10, 2) not null check (total = subtotal + tax_amount + shipping_amount),
  shipping_method text check (char_length(shipping_method) <= 120),
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  shipping_address jsonb not null,
  billing_address jsonb not null,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete restrict,
  stripe_session_id text check (char_length(stripe_session_id) <= 128),
  stripe_payment_intent_id text check (char_length(stripe_payment_intent_id) <= 120),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index orders_newest on public.orders (created_at desc, id);
create index orders_by_user on public.orders (user_id, created_at desc, id);
create index orders_by_customer on public.orders (customer_id, created_at desc, id);
create index orders_by_payment_status on public.orders (payment_status, created_at desc, id);
create index orders_by_status on public.orders (status, created_at desc, id);

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  type text not null check (char_length(type) between 1 and 60),
  description text not null default '' check (char_length(description) <= 1000),
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index order_events_by_order on public.order_events (order_id, id);

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  tracking_number text check (char_length(tracking_number) <= 120),
  carrier text check (char_length(carrier) <= 120),
  shipping_method text check (char_length(shipping_method) <= 120),
  status text not null default 'processing'
    check (status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')),
  estimated_delivery date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index shipments_by_order on public.shipments (order_id, created_at);

create table public.tracking_events (
  id bigint generated always as identity primary key,
  shipment_id uuid not null references public.shipments (id) on delete cascade,
  status text not null check (char_length(status) between 1 and 40),
  description text not null check (char_length(description) between 1 and 500),
  location text check (char_length(location) <= 200),
  occurred_at timestamptz not null default now()
);

create index tracking_events_by_shipment on public.tracking_events (shipment_id, occurred_at desc, id);

create trigger touch before update on public.orders for each row execute function private.touch_updated_at();
create trigger touch before update on public.shipments for each row execute function private.touch_updated_at();

alter table public.orders enable row level security;
alter table public.order_events enable row level security;
alter table public.shipments enable row level security;
alter table public.tracking_events enable row level security;
revoke all on table public.orders, public.order_events, public.shipments, public.tracking_events from anon, authenticated;
grant all on table public.orders, public.order_events, public.shipments, public.tracking_events to service_role;

grant select on table public.orders, public.order_events, public.shipments, public.tracking_events to authenticated;
-- The order list of a visitor without a session is empty, not an error.
grant select on table public.orders to anon;
grant update (status, payment_status, updated_at) on table public.orders to authenticated;
grant insert (order_id, tracking_number, carrier, shipping_method, status, estimated_delivery),
  update (tracking_number, carrier, shipping_method, status, estimated_delivery) on table public.shipments to authenticated;
grant insert (shipment_id, status, description, location, occurred_at) on table public.tracking_events to authenticated;

create policy "Buyers see their orders" on public.orders for select to anon, authenticated using (user_id = (select auth.uid()));
create policy "Staff see every order" on public.orders for select to authenticated using ((select private.is_staff()));
create policy "Staff change the status of orders" on public.orders for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Those who see the order see its events" on public.order_events for select to authenticated
  using (exists (select from public.orders where orders.id = order_events.order_id));

create policy "Those who see the order see its shipments" on public.shipments for select to authenticated
  using (exists (select from public.orders where orders.id = shipments.order_id));
create policy "Staff add shipments" on public.shipments for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change shipments" on public.shipments for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Those who see the shipment see its tracking" on public.tracking_events for select to authenticated
  using (exists (select from public.shipments where shipments.id = tracking_events.shipment_id));
create policy "Staff add tracking" on public.tracking_events for insert to authenticated with check ((select private.is_staff()));

-- Orders are numbered a day in London at a time; the row lock of the counter orders concurrent checkouts.
create table private.order_counters (
  day date primary key,
  last integer not null
);

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

revoke all on function private.next_order_number() from public;

-- Staff's own changes of status leave their trace in the event log.
create function private.log_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'status_changed', format('Order status: %s to %s', old.status, new.status),
      jsonb_build_object('from', old.status, 'to', new.status, 'actor', (select auth.uid())));
  end if;
  if new.payment_status is distinct from old.payment_status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'payment_status_changed', format('Payment status: %s to %s', old.payment_status, new.payment_status),
      jsonb_build_object('from', old.payment_status, 'to', new.payment_status, 'actor', (select auth.uid())));
  end if;
  return null;
end;
$$;

revoke all on function private.log_order_status() from public;

create trigger log_status after update of status, payment_status on public.orders
  for each row execute function private.log_order_status();
