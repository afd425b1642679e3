-- Promotions: terms, uses and discount (docs/decisions/0016, 0087).

-- Delivery is priced by the subtotal before the discount, so that no promotion makes it dearer. A use is counted in the order's
-- transaction.
create table public.promotions (
  id uuid primary key default gen_random_uuid(),
  -- What shoppers enter; of an automatic promotion its name, which shoppers read and nobody enters.
  code text not null,
  kind text not null check (kind in ('percent', 'amount', 'free_delivery', 'buy_get')),
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
  is_automatic boolean not null default false,
  applies_to text not null default 'order' check (applies_to in ('order', 'products', 'categories')),
  -- No foreign keys: a promotion of what is deleted applies to nothing, instead of to everything.
  product_ids uuid[] not null default '{}' check (cardinality(product_ids) <= 100),
  category_ids uuid[] not null default '{}' check (cardinality(category_ids) <= 50),
  buy_quantity integer check (buy_quantity between 1 and 100),
  get_quantity integer check (get_quantity between 1 and 100),
  -- The discount of one draft order: neither listed nor entered as a code.
  is_bound boolean not null default false,
  -- Of an exchange: what the replacement costs in all, delivered free. Its VAT is what this leaves, so that equal goods cost the same
  -- whatever was rounded.
  exchange_pence integer check (exchange_pence > 0),
  constraint promotions_code check (case when is_automatic then code ~ '^[^[:cntrl:][:space:]]([^[:cntrl:]]{1,38}[^[:cntrl:][:space:]])$'
    else code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$' end),
  constraint promotions_percent check ((kind in ('percent', 'buy_get')) = (percent is not null)),
  constraint promotions_amount check ((kind = 'amount') = (amount_pence is not null)),
  constraint promotions_buy check ((kind = 'buy_get') = (buy_quantity is not null)),
  constraint promotions_get check ((kind = 'buy_get') = (get_quantity is not null)),
  constraint promotions_products check ((applies_to = 'products') = (product_ids <> '{}')),
  constraint promotions_categories check ((applies_to = 'categories') = (category_ids <> '{}'))
);

create unique index promotions_by_code on public.promotions (upper(code));
create index promotions_automatic on public.promotions (created_at, id) where is_automatic and is_active;

create trigger set_updated_at before update on public.promotions for each row execute function private.set_updated_at();
create trigger move_version before update on public.promotions for each row execute function private.move_version();

alter table public.promotions enable row level security;
revoke all on table public.promotions from anon, authenticated;
grant all on table public.promotions to service_role;
grant select on table public.promotions to authenticated;
grant insert (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active,
    is_automatic, applies_to, product_ids, category_ids, buy_quantity, get_quantity),
  update (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active,
    is_automatic, applies_to, product_ids, category_ids, buy_quantity, get_quantity)
  on table public.promotions to authenticated;

create policy "Staff see promotions" on public.promotions for select to authenticated using ((select private.may('promotions')));
create policy "Staff add promotions" on public.promotions for insert to authenticated with check ((select private.may('promotions')));
create policy "Staff change promotions" on public.promotions for update to authenticated
  using ((select private.may('promotions'))) with check ((select private.may('promotions')));

create trigger require_right before insert or update on public.promotions
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('promotions');

-- Every checkout compares all automatic promotions, so there are at most twenty that are switched on and have not ended.
create function private.limit_automatic_promotions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('automatic promotions', 0));
  if (select count(*) > 20 from public.promotions
    where is_automatic and is_active and (ends_at is null or ends_at > now()))
  then
    perform private.reject('PT409', 'There are 20 automatic promotions already. End one or switch one off first.', 'automatic_limit');
  end if;
  return null;
end;
$$;

create trigger limit_automatic after insert or update of is_automatic, is_active, ends_at on public.promotions
  for each row when (new.is_automatic and new.is_active) execute function private.limit_automatic_promotions();

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

-- Whether a promotion is for a product.
create function private.is_promoted(p_promotion public.promotions, p_product uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select case p_promotion.applies_to
    when 'order' then true
    when 'products' then p_product = any (p_promotion.product_ids)
    else exists (select from public.products where id = p_product and category_id = any (p_promotion.category_ids)) end;
$$;

-- What a promotion takes off each line that it is for, in pounds; no row where it is for none. The order of calculation:
-- 1. The lines that it is for are those of the order, of its products or of its categories, in the order of the cart.
-- 2. A percentage is of their price together, rounded half up to the penny; an amount is never more than that price.
-- 3. Both are shared over these lines by price, as the difference of two running shares that are rounded half up: the lines' discounts
--    add up to the penny, and none is more than its line.
-- 4. Buy x get y: of their pieces, cheapest first and equals in the order of the cart, y of every x + y are reduced by the percentage
--    of their unit price, rounded half up.
-- 5. Free delivery takes nothing off the lines.
-- p_items: [{product_id, unit_price, quantity, total_price}]. promotionDiscounts in libs/pricing is the same, which a test proves.
create function private.promotion_discounts(p_promotion public.promotions, p_items jsonb)
returns table (place integer, discount numeric)
language sql
stable
set search_path = ''
as $$
  with eligible as (
    select listed.place, (entry ->> 'unit_price')::numeric as unit, (entry ->> 'quantity')::integer as quantity,
      (entry ->> 'total_price')::numeric as price
    from jsonb_array_elements(p_items) with ordinality as listed (entry, place)
    where private.is_promoted(p_promotion, (entry ->> 'product_id')::uuid)
  ), running as (
    select eligible.*, sum(price) over (order by eligible.place) as upto, sum(price) over () as whole,
      sum(quantity) over (order by unit, eligible.place) - quantity as cheaper, sum(quantity) over () as pieces
    from eligible
  ), reduced as (
    select running.*, case p_promotion.kind
        when 'percent' then round(whole * p_promotion.percent * 0.01, 2)
        when 'amount' then least(whole, p_promotion.amount_pence * 0.01) end as taken,
      pieces / (p_promotion.buy_quantity + p_promotion.get_quantity) * p_promotion.get_quantity as given
    from running
  )
  select reduced.place::integer, case p_promotion.kind
    when 'buy_get' then round(unit * p_promotion.percent * 0.01, 2) * least(quantity, greatest(0, given - cheaper))
    when 'free_delivery' then 0
    else coalesce(round(taken * upto / nullif(whole, 0), 2) - round(taken * (upto - price) / nullif(whole, 0), 2), 0) end
  from reduced;
$$;

-- The figures of a checkout with a promotion, without having checked its state: discount, VAT on the rest, delivery, total, and the
-- discount of each line. Without a promotion they stay as they are.
create function private.with_promotion(p_figures jsonb, p_promotion public.promotions)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_discount numeric;
  v_is_met boolean;
  v_vat numeric;
  v_shipping numeric := (p_figures ->> 'shipping_amount')::numeric;
  v_goods numeric;
begin
  if p_promotion.id is null then
    return p_figures;
  end if;
  select
    coalesce(jsonb_agg(entry || case when taken.discount > 0 then jsonb_build_object('discount', taken.discount) else '{}' end
      order by listed.place), '[]'),
    coalesce(sum(taken.discount), 0), count(taken.place) > 0
  into v_items, v_discount, v_is_met
  from jsonb_array_elements(p_figures -> 'cart_items') with ordinality as listed (entry, place)
  left join private.promotion_discounts(p_promotion, p_figures -> 'cart_items') as taken on taken.place = listed.place;
  if (p_promotion.kind = 'free_delivery' and v_is_met) or p_promotion.exchange_pence is not null then
    v_shipping := v_shipping * 0;
  end if;
  v_goods := (p_figures ->> 'subtotal')::numeric - v_discount;
  v_vat := coalesce(p_promotion.exchange_pence * 0.01 - v_goods, private.vat(v_goods, (p_figures ->> 'vat_rate')::numeric));
  return p_figures || jsonb_build_object('cart_items', v_items, 'discount_amount', v_discount, 'tax_amount', v_vat,
    'shipping_amount', v_shipping, 'total', v_goods + v_vat + v_shipping, 'promotion_code', p_promotion.code);
end;
$$;

-- What figures come to, with a delivery that is not known yet as nothing.
create function private.figures_total(p_figures jsonb)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select (p_figures ->> 'subtotal')::numeric - coalesce((p_figures ->> 'discount_amount')::numeric, 0)
    + (p_figures ->> 'tax_amount')::numeric + coalesce((p_figures ->> 'shipping_amount')::numeric, 0);
$$;

-- The automatic promotion that saves a buyer most, the earliest of equals; null when none saves anything. p_figures: without a
-- promotion.
create function private.automatic_promotion(p_figures jsonb, p_user uuid, p_email text, p_session text default null)
returns public.promotions
language sql
stable
set search_path = ''
as $$
  select promotion
  from public.promotions as promotion
  cross join lateral (select private.figures_total(private.with_promotion(p_figures, promotion)) as total offset 0) as reduced
  where promotion.is_automatic and promotion.is_active
    and private.promotion_state(promotion, (p_figures ->> 'subtotal')::numeric, p_user, p_email, p_session) = 'valid'
    and reduced.total < private.figures_total(p_figures)
  order by reduced.total, promotion.created_at, promotion.id
  limit 1;
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
as $$
  select * from public.promotions where upper(code) = upper(left(private.clean_code(left(p_code, 200)), 80))
    and not is_automatic and not is_bound;
$$;

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

-- The terms of a promotion, as the cart calculates with them.
create function private.promotion_terms(p_promotion public.promotions)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'code', p_promotion.code, 'kind', p_promotion.kind, 'percent', p_promotion.percent, 'amount_pence', p_promotion.amount_pence,
    'buy_quantity', p_promotion.buy_quantity, 'get_quantity', p_promotion.get_quantity, 'minimum_pence', p_promotion.minimum_pence,
    'applies_to', p_promotion.applies_to, 'product_ids', p_promotion.product_ids, 'category_ids', p_promotion.category_ids);
$$;

-- The automatic promotions that the caller can have, the earliest first: what the cart compares.
create function private.automatic_promotions()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.promotion_terms(promotion) order by promotion.created_at, promotion.id), '[]')
  from public.promotions as promotion
  where promotion.is_automatic and promotion.is_active
    and private.promotion_state(promotion, 'infinity', (select auth.uid()), null) = 'valid';
$$;

grant execute on function private.automatic_promotions() to anon, authenticated, service_role;

create function public.automatic_promotions()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.automatic_promotions(); $$;

grant execute on function public.automatic_promotions() to anon, authenticated, service_role;

-- The answer about a code: its state and terms.
create function private.promotion_reply(p_promotion public.promotions, p_state text)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('state', p_state)
    || case p_state
      when 'valid' then private.promotion_terms(p_promotion)
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
  if p_state not in ('valid', 'below_minimum', 'not_eligible') then
    perform private.count_against_rate_limit('promotion_address', private.client_address(), interval '15 minutes');
    perform private.count_against_rate_limit('promotion', p_who, interval '15 minutes');
  end if;
end;
$$;

-- Whether a promotion is for some goods only, and changes nothing of these figures.
create function private.is_ineligible(p_promotion public.promotions, p_figures jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select (p_promotion.applies_to <> 'order' or p_promotion.kind = 'buy_get') and case p_promotion.kind
    when 'free_delivery' then not exists (select from private.promotion_discounts(p_promotion, p_figures -> 'cart_items'))
    else not exists (select from private.promotion_discounts(p_promotion, p_figures -> 'cart_items') where discount > 0) end;
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
  if v_state = 'valid' and private.is_ineligible(v_promotion, v_figures) then
    v_state := 'not_eligible';
  end if;
  perform private.count_against_promotion_rate_limit(v_who, v_state);
  return private.promotion_reply(v_promotion, v_state);
end;
$$;

grant execute on function private.check_promotion(text) to anon, authenticated, service_role;

-- Sets or removes (null) the promotion of a checkout without a begun payment; after that the amount is fixed and a new
-- checkout is needed. Without a code that saves more the checkout has the automatic promotion that saves most.
create function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_used public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_with_code jsonb;
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
  v_used := private.automatic_promotion(v_base, v_session.user_id, v_session.email, p_session_id);
  v_figures := private.with_promotion(v_base, v_used);
  if private.clean_code(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_with_code := private.with_promotion(v_base, v_promotion);
      v_state := case
        when private.is_ineligible(v_promotion, v_base) then 'not_eligible'
        when (v_with_code ->> 'total')::numeric = (v_base ->> 'total')::numeric then 'no_effect'
        when (v_with_code ->> 'total')::numeric >= (v_figures ->> 'total')::numeric then 'automatic_better'
        else 'valid' end;
      if v_state = 'valid' then
        v_used := v_promotion;
        v_figures := v_with_code;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = v_used.id, promotion_code = v_used.code, cart_items = v_figures -> 'cart_items',
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
