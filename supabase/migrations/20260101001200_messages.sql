-- Words in and out: letters to the shop, e-mail to send, links that let a guest open an account.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  email text not null check (char_length(email) <= 254 and email ~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$'),
  subject text not null check (char_length(btrim(subject)) between 1 and 200),
  message text not null check (char_length(btrim(message)) between 10 and 5000),
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);

create index contact_messages_newest on public.contact_messages (created_at desc, id);

create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 60),
  recipient text not null check (char_length(recipient) <= 254),
  subject text not null check (char_length(subject) <= 300),
  data jsonb not null default '{}',
  order_id uuid references public.orders (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 2000),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now()
);

create index email_outbox_due on public.email_outbox (next_attempt_at, id) where status = 'pending';
create index email_outbox_by_order on public.email_outbox (order_id);

create table public.account_creation_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  email text not null check (char_length(email) <= 254),
  expires_at timestamptz not null default now() + interval '7 days',
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index account_creation_tokens_by_session on public.account_creation_tokens (checkout_session_id);

alter table public.contact_messages enable row level security;
alter table public.email_outbox enable row level security;
alter table public.account_creation_tokens enable row level security;
revoke all on table public.contact_messages, public.email_outbox, public.account_creation_tokens from anon, authenticated;
grant all on table public.contact_messages, public.email_outbox, public.account_creation_tokens to service_role;

grant insert (name, email, subject, message) on table public.contact_messages to anon, authenticated;
grant select, update (is_read), delete on table public.contact_messages to authenticated;
-- Not `data`: it may hold the link that opens a customer's account.
grant select (id, kind, recipient, subject, order_id, status, attempts, last_error, next_attempt_at, sent_at, created_at)
  on table public.email_outbox to authenticated;

create policy "Anyone writes to the shop" on public.contact_messages for insert to anon, authenticated with check (not is_read);
create policy "Staff read letters" on public.contact_messages for select to authenticated using ((select private.is_staff()));
create policy "Staff mark letters" on public.contact_messages for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete letters" on public.contact_messages for delete to authenticated using ((select private.is_staff()));

create policy "Staff see what was sent" on public.email_outbox for select to authenticated using ((select private.is_staff()));

create policy "Nobody reads account tokens" on public.account_creation_tokens for select to anon, authenticated using (false);
