-- A checkout between cart and payment. Its row belongs to whoever knows its unguessable id, sent as x-checkout-session.

create table public.checkout_sessions (
  id uuid primary key default gen_random_uuid(),
  session_id text not null unique
    default 'cs_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (char_length(session_id) between 32 and 128),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'expired')),
  email text not null check (char_length(email) between 3 and 254),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  phone text check (char_length(phone) <= 40),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(10, 2) not null check (subtotal >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount >= 0),
  shipping_amount numeric(10, 2) not null check (shipping_amount >= 0),
  total numeric(10, 2) not null check (total = subtotal + tax_amount + shipping_amount),
  cart_items jsonb not null check (jsonb_typeof(cart_items) = 'array'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  stripe_payment_intent_id text check (char_length(stripe_payment_intent_id) <= 120),
  user_id uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  expires_at timestamptz not null default now() + interval '24 hours',
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index checkout_sessions_pending_customer on public.checkout_sessions (customer_id) where status = 'pending';
create index checkout_sessions_by_user on public.checkout_sessions (user_id);

-- The guest cart behind a checkout, out of the API's reach: who knows a checkout's id is not to learn the key to the cart.
create table private.checkout_carts (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  cart_session_id text not null
);

create index checkout_carts_by_cart on private.checkout_carts (cart_session_id);

create trigger touch before update on public.checkout_sessions for each row execute function private.touch_updated_at();

revoke all on table private.checkout_carts from public;
alter table public.checkout_sessions enable row level security;
revoke all on table public.checkout_sessions from anon, authenticated;
grant all on table public.checkout_sessions to service_role;
grant select on table public.checkout_sessions to anon, authenticated;

create policy "Whoever knows the id sees the checkout" on public.checkout_sessions for select to anon, authenticated
  using (session_id = (select private.request_header('x-checkout-session')));
create policy "Staff see checkouts" on public.checkout_sessions for select to authenticated using ((select private.is_staff()));

-- A text field of a visitor's details: trimmed, of bounded length, or a 422 that names the field.
create function private.field(p_json jsonb, p_key text, p_max integer, p_required boolean default true)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_value text := btrim(p_json ->> p_key);
begin
  if jsonb_typeof(p_json -> p_key) not in ('string', 'null') then
    perform private.refuse('PT422', format('%s must be text', p_key), p_key);
  elsif p_required and coalesce(v_value, '') = '' then
    perform private.refuse('PT422', format('%s is required', p_key), p_key);
  elsif char_length(v_value) > p_max then
    perform private.refuse('PT422', format('%s is too long', p_key), p_key);
  end if;
  return nullif(v_value, '');
end;
$$;

create function private.email_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_email text := private.field(p_json, 'email', 254);
begin
  if v_email !~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$' then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return v_email;
end;
$$;

-- An address with the known keys alone; names default to the buyer's.
create function private.address_field(p_address jsonb, p_details jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_country text := upper(coalesce(private.field(p_address, 'country', 2, false), 'GB'));
begin
  if jsonb_typeof(p_address) is distinct from 'object' then
    perform private.refuse('PT422', 'shipping_address is required', 'shipping_address');
  end if;
  if v_country <> 'GB' then
    perform private.refuse('PT422', 'Delivery is within the UK only.', 'country');
  end if;
  return jsonb_build_object(
    'first_name', coalesce(private.field(p_address, 'first_name', 100, false), p_details ->> 'first_name'),
    'last_name', coalesce(private.field(p_address, 'last_name', 100, false), p_details ->> 'last_name'),
    'address_line_1', private.field(p_address, 'address_line_1', 200),
    'address_line_2', private.field(p_address, 'address_line_2', 200, false),
    'city', private.field(p_address, 'city', 120),
    'state', private.field(p_address, 'state', 120, false),
    'postal_code', private.field(p_address, 'postal_code', 16),
    'country', v_country,
    'phone', coalesce(private.field(p_address, 'phone', 40, false), p_details ->> 'phone'));
end;
$$;

revoke all on all functions in schema private from public;
