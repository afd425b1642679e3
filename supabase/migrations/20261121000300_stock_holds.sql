-- Stock set aside while a payment runs, so that nobody pays for a piece that another has just bought.
-- A hold lowers what others may buy, not what is on hand; it ends with its checkout or by itself.

create table private.stock_holds (
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  primary key (checkout_session_id, product_id)
);

create index stock_holds_by_product on private.stock_holds (product_id);
create index stock_holds_by_expiry on private.stock_holds (expires_at);
revoke all on table private.stock_holds from public;

create table public.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  provider text not null check (char_length(provider) between 1 and 60),
  reference text check (char_length(reference) <= 120),
  amount numeric(10, 2) not null check (amount >= 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'abandoned')),
  failure text check (char_length(failure) <= 300),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

create index payment_attempts_by_session on public.payment_attempts (checkout_session_id, created_at);
create unique index payment_attempts_one_pending on public.payment_attempts (checkout_session_id) where status = 'pending';

alter table public.payment_attempts enable row level security;
revoke all on table public.payment_attempts from anon, authenticated;
grant select on table public.payment_attempts to authenticated;
grant all on table public.payment_attempts to service_role;

create policy "Staff see payment attempts" on public.payment_attempts for select to authenticated
  using ((select private.is_staff()));

-- Refuses lines that stock cannot serve; demand is summed per product, what others have on hold is not to be had.
drop function private.require_stock(jsonb);
create function private.require_stock(p_lines jsonb, p_session text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_available integer;
begin
  select stock.available into v_available
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(p_lines) as entry
    group by 1
  ) as demand
  left join public.products as product on product.id = demand.product_id and product.is_active
  cross join lateral (
    select greatest(0, coalesce(product.inventory_quantity, 0) - coalesce((
      select sum(hold.quantity) from private.stock_holds as hold
      where hold.product_id = demand.product_id and hold.expires_at > now()
        and hold.checkout_session_id is distinct from p_session), 0))::integer as available
  ) as stock
  where demand.quantity > stock.available
  order by demand.product_id
  limit 1;
  if found then
    perform private.refuse_quantity(v_available);
  end if;
end;
$$;

-- However a checkout ends, nothing of it stays on hold and no payment stays open.
create function private.release_checkout()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.stock_holds where checkout_session_id = new.session_id;
  update public.payment_attempts set status = 'abandoned', settled_at = now()
  where checkout_session_id = new.session_id and status = 'pending';
  return null;
end;
$$;

create trigger release_checkout after update of status on public.checkout_sessions
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function private.release_checkout();

-- Locks the products in id order, then the cart; refuses what stock, prices, shipping or the cart no longer allow.
create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_figures jsonb;
begin
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart: a cart that another checkout has bought is not bought again.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
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

-- The pending checkout, locked: its row is the queue in which attempts on it wait for each other.
create function private.lock_checkout(p_session_id text)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null or (v_session.status = 'pending' and v_session.expires_at <= now())
    or v_session.status = 'expired' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  return v_session;
end;
$$;

-- Before paying: sets the stock aside for a quarter of an hour. Asking again renews it.
create function private.reserve_checkout(p_session_id text)
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
  group by 2 order by 2
  on conflict (checkout_session_id, product_id) do update set quantity = excluded.quantity, expires_at = excluded.expires_at;
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, private.setting_text('payment.provider', 'simulated'), v_session.total)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  update public.checkout_sessions set expires_at = greatest(expires_at, v_until) where id = v_session.id;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

-- A declined payment: the stock is free again, cart and checkout stay. The tenth in a row ends the checkout.
create function private.fail_checkout(p_session_id text, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_allowed constant integer := 10;
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_failed integer;
begin
  if v_session.status = 'failed' then
    return jsonb_build_object('status', 'failed', 'attempts_left', 0);
  elsif v_session.status <> 'pending' then
    perform private.refuse('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  delete from private.stock_holds where checkout_session_id = p_session_id;
  update public.payment_attempts set status = 'failed', settled_at = now(), failure = left(p_reason, 300)
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, amount, status, settled_at, failure)
    values (p_session_id, private.setting_text('payment.provider', 'simulated'), v_session.total, 'failed', now(), left(p_reason, 300));
  end if;
  select count(*) into v_failed from public.payment_attempts where checkout_session_id = p_session_id and status = 'failed';
  if v_failed >= v_allowed then
    update public.checkout_sessions set status = 'failed' where id = v_session.id;
  end if;
  return jsonb_build_object(
    'status', case when v_failed >= v_allowed then 'failed' else 'pending' end,
    'attempts_left', greatest(0, v_allowed - v_failed));
end;
$$;

create function public.reserve_checkout(p_session_id text)
returns jsonb
language sql
set search_path = ''
as $$ select private.reserve_checkout(p_session_id); $$;

create function public.fail_checkout(p_session_id text, p_reason text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.fail_checkout(p_session_id, p_reason); $$;

revoke all on function private.require_stock(jsonb, text), private.release_checkout(), private.lock_checkout(text) from public;
revoke all on function private.reserve_checkout(text), public.reserve_checkout(text),
  private.fail_checkout(text, text), public.fail_checkout(text, text) from public, anon, authenticated;
grant execute on function private.reserve_checkout(text), public.reserve_checkout(text),
  private.fail_checkout(text, text), public.fail_checkout(text, text) to anon, authenticated, service_role;
