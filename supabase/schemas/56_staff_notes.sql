-- Notes of staff on orders and customers, for staff only. A table for each, so that a note goes with what it is about.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The user who adds it; null when the account is gone.
  author uuid default auth.uid() references auth.users (id) on delete set null,
  text text not null check (char_length(btrim(text)) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index order_notes_newest on public.order_notes (order_id, created_at desc, id);
create index order_notes_by_author on public.order_notes (author);

alter table public.order_notes enable row level security;
revoke all on table public.order_notes from anon, authenticated;
grant all on table public.order_notes to service_role;
grant select, insert (order_id, text), delete on table public.order_notes to authenticated;

create policy "Staff read notes on orders" on public.order_notes for select to authenticated using ((select private.may('orders')));
create policy "Staff add notes on orders" on public.order_notes for insert to authenticated
  with check (author = (select auth.uid()) and (select private.may('orders')));
create policy "Staff delete their notes on orders" on public.order_notes for delete to authenticated
  using (author = (select auth.uid()) and (select private.may('orders')));

create trigger audit_delete after delete on public.order_notes
  referencing old table as old_rows for each statement execute function private.audit();

create trigger require_right before insert or delete on public.order_notes
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers (id) on delete cascade,
  -- The user who adds it; null when the account is gone.
  author uuid default auth.uid() references auth.users (id) on delete set null,
  text text not null check (char_length(btrim(text)) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index customer_notes_newest on public.customer_notes (customer_id, created_at desc, id);
create index customer_notes_by_author on public.customer_notes (author);

alter table public.customer_notes enable row level security;
revoke all on table public.customer_notes from anon, authenticated;
grant all on table public.customer_notes to service_role;
grant select, insert (customer_id, text), delete on table public.customer_notes to authenticated;

create policy "Staff read notes on customers" on public.customer_notes for select to authenticated using ((select private.may('customers')));
create policy "Staff add notes on customers" on public.customer_notes for insert to authenticated
  with check (author = (select auth.uid()) and (select private.may('customers')));
create policy "Staff delete their notes on customers" on public.customer_notes for delete to authenticated
  using (author = (select auth.uid()) and (select private.may('customers')));

create trigger audit_delete after delete on public.customer_notes
  referencing old table as old_rows for each statement execute function private.audit();

create trigger require_right before insert or delete on public.customer_notes
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('customers');
