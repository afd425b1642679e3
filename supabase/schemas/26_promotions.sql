-- Promotion codes: terms, uses and discount.

-- Subtotal − discount, VAT on the rest, delivery, total. Delivery is priced by the subtotal before the discount, so that no
-- code makes it dearer. A use is counted in the order's transaction.
create table public.promotions (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'),
  kind text not null check (kind in ('percent', 'amount', 'free_delivery')),
  percent numeric(5, 2) check (percent > 0 and percent <= 100),
  amount_pence integer check (amount_pence between 1 and 1000000),
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  minimum_pence integer not null default 0 check (minimum_pence between 0 and 100000000),
  uses_limit integer check (uses_limit > 0),
  uses_per_customer integer check (uses_per_customer > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- The discount of one draft order: neither listed nor entered as a code.
  is_bound boolean not null default false,
  -- Of an exchange: what the replacement costs in all, delivered free. Its VAT is what this leaves, so that equal goods cost the same
  -- whatever was rounded.
  exchange_pence integer check (exchange_pence > 0),
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'amount') = (amount_pence is not null))
);

create unique index promotions_by_code on public.promotions (upper(code));

create trigger set_updated_at before update on public.promotions for each row execute function private.set_updated_at();
create trigger move_version before update on public.promotions for each row execute function private.move_version();

alter table public.promotions enable row level security;
revoke all on table public.promotions from anon, authenticated;
grant all on table public.promotions to service_role;
grant select on table public.promotions to authenticated;
grant insert (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active),
  update (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active)
  on table public.promotions to authenticated;

create policy "Staff see promotions" on public.promotions for select to authenticated using ((select private.may('promotions')));
create policy "Staff add promotions" on public.promotions for insert to authenticated with check ((select private.may('promotions')));
create policy "Staff change promotions" on public.promotions for update to authenticated
  using ((select private.may('promotions'))) with check ((select private.may('promotions')));

create trigger require_right before insert or update on public.promotions
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('promotions');

alter table public.checkout_sessions add constraint checkout_sessions_promotion_id_fkey
  foreign key (promotion_id) references public.promotions (id) on delete restrict;

-- A use is held during payment, used by the order, returned when the order is cancelled.
create table public.promotion_uses (
  id uuid primary key default gen_random_uuid(),
  promotion_id uuid not null references public.promotions (id) on delete restrict,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete cascade,
  order_id uuid unique references public.orders (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  email text not null check (char_length(email) <= 254),
  state text not null check (state in ('held', 'used', 'returned')),
  held_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'held') = (order_id is null)),
  check ((state = 'held') = (held_until is not null))
);

create index promotion_uses_by_email on public.promotion_uses (promotion_id, email);
create index promotion_uses_by_user on public.promotion_uses (promotion_id, user_id) where state <> 'returned';
create index promotion_uses_of_users on public.promotion_uses (user_id);
create index promotion_uses_newest on public.promotion_uses (promotion_id, created_at desc, id) include (order_id, state) where state <> 'held';

create trigger set_updated_at before update on public.promotion_uses for each row execute function private.set_updated_at();

alter table public.promotion_uses enable row level security;
revoke all on table public.promotion_uses from anon, authenticated;
grant all on table public.promotion_uses to service_role;
grant select on table public.promotion_uses to authenticated;

create policy "Staff see uses of promotions" on public.promotion_uses for select to authenticated using ((select private.may('promotions')));

-- In pounds: percentages rounded half up, never more than the subtotal; 0 for free delivery.
create function private.promotion_discount(p_promotion public.promotions, p_subtotal numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select least(p_subtotal, case p_promotion.kind
    when 'percent' then round(p_subtotal * p_promotion.percent * 0.01, 2)
    when 'amount' then p_promotion.amount_pence * 0.01
    else 0
  end);
$$;

-- 'valid', or the reason why a customer cannot use a code for a subtotal. The checkout's own hold is not counted; counting
-- stops at the limit.
create function private.promotion_state(
  p_promotion public.promotions, p_subtotal numeric, p_user uuid, p_email text, p_session text default null)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_promotion.id is null or not p_promotion.is_active then 'unknown'
    when p_promotion.starts_at > now() then 'not_started'
    when p_promotion.ends_at <= now() then 'ended'
    when p_promotion.uses_limit <= (
      select count(*) from (
        select from public.promotion_uses as taken
        where taken.promotion_id = p_promotion.id and taken.checkout_session_id is distinct from p_session
          and (taken.state = 'used' or (taken.state = 'held' and taken.held_until > now()))
        limit p_promotion.uses_limit) as uses) then 'exhausted'
    when p_promotion.uses_per_customer <= (
      select count(*) from (
        select from public.promotion_uses as taken
        where taken.promotion_id = p_promotion.id and taken.checkout_session_id is distinct from p_session
          and (taken.email = private.canonical_email(p_email) or taken.user_id = p_user)
          and (taken.state = 'used' or (taken.state = 'held' and taken.held_until > now()))
        limit p_promotion.uses_per_customer) as uses) then 'used'
    when p_subtotal * 100 < p_promotion.minimum_pence then 'below_minimum'
    else 'valid'
  end;
$$;

create function private.find_promotion(p_code text)
returns public.promotions
language sql
stable
set search_path = ''
as $$ select * from public.promotions where upper(code) = upper(left(private.clean_code(left(p_code, 200)), 80)) and not is_bound; $$;

-- Holds a use of the promotion for a checkout, or turns the hold into the order's use. An expired code's hold is not renewed.
create function private.hold_promotion(p_session public.checkout_sessions, p_order uuid, p_until timestamptz)
returns void
language sql
set search_path = ''
as $$
  insert into public.promotion_uses as taken (promotion_id, checkout_session_id, order_id, user_id, email, state, held_until)
  select p_session.promotion_id, p_session.session_id, p_order, p_session.user_id, private.canonical_email(p_session.email),
    case when p_order is null then 'held' else 'used' end, case when p_order is null then p_until end
  where p_session.promotion_id is not null
  on conflict (checkout_session_id) do update set
    order_id = excluded.order_id, user_id = excluded.user_id, state = excluded.state,
    held_until = case
      when excluded.state = 'used' or private.promotion_state(
        (select promotion from public.promotions as promotion where promotion.id = excluded.promotion_id),
        p_session.subtotal, p_session.user_id, p_session.email, p_session.session_id) = 'valid' then excluded.held_until
      else taken.held_until end;
$$;

-- A cancelled or refunded order returns its use. When staff undo that, the use counts again, even beyond the limit, which
-- bounds new sales only.
create function private.return_promotions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.promotion_uses as taken
  set state = case when changed.is_returned then 'returned' else 'used' end
  from (
    select became.id, private.order_returned(became.status, became.payment_status) as is_returned
    from new_rows as became join old_rows as was on was.id = became.id
    where became.promotion_code is not null
      and private.order_returned(became.status, became.payment_status) <> private.order_returned(was.status, was.payment_status)
  ) as changed
  where taken.order_id = changed.id;
  return null;
end;
$$;

-- Named to run after the tallies of orders, as when an order is made: uses are counted after orders in the order of locks.
create trigger update_uses_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.return_promotions();

-- The answer about a code: its state and terms.
create function private.promotion_reply(p_promotion public.promotions, p_state text)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('state', p_state)
    || case p_state
      when 'valid' then jsonb_build_object(
        'code', p_promotion.code, 'kind', p_promotion.kind, 'percent', p_promotion.percent,
        'amount_pence', p_promotion.amount_pence, 'minimum_pence', p_promotion.minimum_pence)
      when 'below_minimum' then jsonb_build_object('minimum_pence', p_promotion.minimum_pence)
      else '{}' end;
$$;

-- Rejected codes count against the address and the cart, to slow guessing down. They are answered, not raised, since an
-- exception would roll the count back.
create function private.check_promotion_rate_limit(p_who text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.check_rate_limit('promotion_address', private.client_address(), 60, interval '15 minutes');
  perform private.check_rate_limit('promotion', p_who, 10, interval '15 minutes');
end;
$$;

create function private.count_against_promotion_rate_limit(p_who text, p_state text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_state not in ('valid', 'below_minimum') then
    perform private.count_against_rate_limit('promotion_address', private.client_address(), interval '15 minutes');
    perform private.count_against_rate_limit('promotion', p_who, interval '15 minutes');
  end if;
end;
$$;

-- Previews a code on the caller's cart without storing anything.
create function private.check_promotion(p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_who text := coalesce(v_customer::text, v_cart, private.client_address(), 'nobody');
  v_promotion public.promotions;
  v_figures jsonb;
  v_state text;
begin
  perform private.check_promotion_rate_limit(v_who);
  v_figures := private.checkout_figures(private.cart_lines(v_customer, v_cart), null, '{}');
  v_promotion := private.find_promotion(p_code);
  v_state := private.promotion_state(v_promotion, (v_figures ->> 'subtotal')::numeric, (select auth.uid()),
    (select email from public.customers where id = v_customer));
  perform private.count_against_promotion_rate_limit(v_who, v_state);
  return private.promotion_reply(v_promotion, v_state);
end;
$$;

grant execute on function private.check_promotion(text) to anon, authenticated, service_role;

-- Sets or removes (null) the promotion of a checkout without a begun payment; after that the amount is fixed and a new
-- checkout is needed. A rejected code leaves the checkout without one.
create function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_state text := 'none';
begin
  if v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.reject('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  elsif private.is_by_staff(v_session) then
    perform private.reject('PT409', 'The price of this order is agreed. It takes no promotion code.', 'price_agreed');
  end if;
  perform private.check_promotion_rate_limit(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or (v_base ->> 'vat_rate')::numeric <> v_session.vat_rate
    or v_base ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_figures := v_base;
  if private.clean_code(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_figures := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address, v_promotion.id);
      if v_figures ->> 'total' = v_base ->> 'total' then
        v_state := 'no_effect';
        v_figures := v_base;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = case when v_state = 'valid' then v_promotion.id end,
    promotion_code = case when v_state = 'valid' then v_promotion.code end,
    discount_amount = coalesce((v_figures ->> 'discount_amount')::numeric, 0),
    tax_amount = (v_figures ->> 'tax_amount')::numeric,
    shipping_amount = (v_figures ->> 'shipping_amount')::numeric,
    total = (v_figures ->> 'total')::numeric
  where id = v_session.id
  returning * into v_session;
  return private.promotion_reply(v_promotion, v_state) || jsonb_build_object(
    'subtotal', v_session.subtotal, 'discount_amount', v_session.discount_amount, 'tax_amount', v_session.tax_amount,
    'shipping_amount', v_session.shipping_amount, 'total', v_session.total);
end;
$$;

grant execute on function private.apply_promotion(text, text) to anon, authenticated, service_role;

create function public.check_promotion(p_code text)
returns jsonb
language sql
set search_path = ''
as $$ select private.check_promotion(p_code); $$;

grant execute on function public.check_promotion(text) to anon, authenticated, service_role;

create function public.apply_promotion(p_session_id text, p_code text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.apply_promotion(p_session_id, p_code); $$;

grant execute on function public.apply_promotion(text, text) to anon, authenticated, service_role;
