-- Promotions for products and categories, automatic ones, and buy x get y (docs/decisions/0087).

alter table public.promotions add column is_automatic boolean not null default false;
alter table public.promotions add column applies_to text not null default 'order' check (applies_to in ('order', 'products', 'categories'));
alter table public.promotions add column product_ids uuid[] not null default '{}' check (cardinality(product_ids) <= 100);
alter table public.promotions add column category_ids uuid[] not null default '{}' check (cardinality(category_ids) <= 50);
alter table public.promotions add column buy_quantity integer check (buy_quantity between 1 and 100);
alter table public.promotions add column get_quantity integer check (get_quantity between 1 and 100);
alter table public.promotions drop constraint promotions_code_check;
alter table public.promotions drop constraint promotions_kind_check;
alter table public.promotions drop constraint promotions_check1;
alter table public.promotions drop constraint promotions_check2;
alter table public.promotions add constraint promotions_kind_check check (kind in ('percent', 'amount', 'free_delivery', 'buy_get'));
alter table public.promotions add constraint promotions_code check (case when is_automatic then code ~ '^[^[:cntrl:][:space:]]([^[:cntrl:]]{1,38}[^[:cntrl:][:space:]])$'
    else code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$' end);
alter table public.promotions add constraint promotions_percent check ((kind in ('percent', 'buy_get')) = (percent is not null));
alter table public.promotions add constraint promotions_amount check ((kind = 'amount') = (amount_pence is not null));
alter table public.promotions add constraint promotions_buy check ((kind = 'buy_get') = (buy_quantity is not null));
alter table public.promotions add constraint promotions_get check ((kind = 'buy_get') = (get_quantity is not null));
alter table public.promotions add constraint promotions_products check ((applies_to = 'products') = (product_ids <> '{}'));
alter table public.promotions add constraint promotions_categories check ((applies_to = 'categories') = (category_ids <> '{}'));

create index promotions_automatic on public.promotions (created_at, id) where is_automatic and is_active;

grant insert (is_automatic, applies_to, product_ids, category_ids, buy_quantity, get_quantity),
  update (is_automatic, applies_to, product_ids, category_ids, buy_quantity, get_quantity)
  on table public.promotions to authenticated;

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

revoke all on function private.limit_automatic_promotions() from public;

create trigger limit_automatic after insert or update of is_automatic, is_active, ends_at on public.promotions
  for each row when (new.is_automatic and new.is_active) execute function private.limit_automatic_promotions();

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
  if p_promotion.kind = 'free_delivery' and v_is_met then
    v_shipping := v_shipping * 0;
  end if;
  v_goods := (p_figures ->> 'subtotal')::numeric - v_discount;
  v_vat := private.vat(v_goods, (p_figures ->> 'vat_rate')::numeric);
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

create or replace function private.find_promotion(p_code text)
returns public.promotions
language sql
stable
set search_path = ''
as $$
  select * from public.promotions where upper(code) = upper(left(private.clean_code(left(p_code, 200)), 80)) and not is_automatic;
$$;

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

revoke all on function private.automatic_promotions() from public;
grant execute on function private.automatic_promotions() to anon, authenticated, service_role;

create function public.automatic_promotions()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.automatic_promotions(); $$;

revoke all on function public.automatic_promotions() from public;
grant execute on function public.automatic_promotions() to anon, authenticated, service_role;

-- The answer about a code: its state and terms.
create or replace function private.promotion_reply(p_promotion public.promotions, p_state text)
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

create or replace function private.count_against_promotion_rate_limit(p_who text, p_state text)
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
create or replace function private.check_promotion(p_code text)
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

-- Sets or removes (null) the promotion of a checkout without a begun payment; after that the amount is fixed and a new
-- checkout is needed. Without a code that saves more the checkout has the automatic promotion that saves most.
create or replace function private.apply_promotion(p_session_id text, p_code text)
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

-- All figures of a checkout in pounds. p_lines: [{product_id, variant_id?, quantity}]; what is deleted or inactive is left
-- out. shipping_amount is null when the method cannot be used. The promotion must have been checked before; with one, the figures have
-- discount_amount and promotion_code, and each reduced line its discount (private.with_promotion).
create or replace function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb, p_promotion_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_vat_rate constant numeric := private.vat_rate();
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', unit.sku, 'image', unit.image, 'quantity', line.quantity,
      'unit_price', charged.price, 'price', charged.price, 'total_price', charged.price * line.quantity,
      'vat_rate', v_vat_rate)
      || case when unit.variant_id is null then '{}' else jsonb_build_object('variant_id', unit.variant_id,
        'variant_name', private.variant_name(unit.options), 'options', unit.options) end order by line.place), '[]'),
    coalesce(sum(charged.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as listed (entry, place)
    group by 1, 2
  ) as line
  -- offset 0: looked up line by line, by index; as a join the whole view would be scanned.
  cross join lateral (
    select * from private.stock_units as listed
    where listed.product_id = line.product_id and listed.variant_id is not distinct from line.variant_id and listed.is_active
    offset 0
  ) as unit
  join public.products as product on product.id = unit.product_id
  cross join lateral (select private.unit_price(unit.price) as price) as charged;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  select * into v_promotion from public.promotions where id = p_promotion_id;
  v_vat := private.vat(v_subtotal, v_vat_rate);
  return private.with_promotion(jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'vat_rate', v_vat_rate, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal + v_vat + v_shipping, 'shipping_method', v_method.name), v_promotion);
end;
$$;

-- The caller says who and where, the database what and how much. A guest's cart goes on under `new_session_id`, if the details
-- have one: an id that somebody else has given to this browser opens neither cart nor checkout. Limits: 30 checkouts per cart in ten
-- minutes, 200 per network address in an hour, enough for an office or a mobile network, few enough that unpaid rows do not pile up.
create or replace function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_next text;
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_promotion public.promotions;
  v_figures jsonb;
  v_figure text;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.reject('PT400', 'Checkout details must be an object of reasonable size.', 'details');
  end if;
  v_buyer := jsonb_build_object(
    'email', private.email_field(p_details),
    'first_name', private.field(p_details, 'first_name', 100),
    'last_name', private.field(p_details, 'last_name', 100),
    'phone', private.field(p_details, 'phone', 40, false));
  v_address := private.address_field(p_details -> 'shipping_address', v_buyer);
  v_billing := case when jsonb_typeof(p_details -> 'billing_address') = 'object'
    then private.address_field(p_details -> 'billing_address', v_buyer) else v_address end;
  v_next := private.new_guest_session(p_details, v_cart);
  -- The cart has moved already where the answer of an earlier attempt was lost.
  if v_lines = '[]' and v_next is not null then
    v_cart := v_next;
    v_lines := private.cart_lines(null, v_cart);
  end if;
  if v_lines = '[]' then
    perform private.reject('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.consume_rate_limit('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.consume_rate_limit('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_order_limits(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice. A gift card's checkout has no cart.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and kind = 'goods' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'This shipping method is not available for your address.',
      'method_unavailable', v_figures::text);
  end if;
  v_promotion := private.automatic_promotion(v_figures, (select auth.uid()), v_buyer ->> 'email');
  v_figures := private.with_promotion(v_figures, v_promotion);
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, discount_amount, promotion_id, promotion_code, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, coalesce((v_figures ->> 'discount_amount')::numeric, 0), v_promotion.id, v_promotion.code,
    (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric, (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    -- After the products, which the payment of another checkout of this cart locks before its lines.
    if v_next <> v_cart then
      perform private.move_cart(v_cart, v_next);
    end if;
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, coalesce(v_next, v_cart));
  end if;
  return v_session;
end;
$$;

-- Checks stock, prices and promotion again at payment. A promotion held by this checkout stays valid until the hold ends, even if
-- it has expired since. The total that the buyer has seen stays, even where an automatic promotion began since.
create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has no stock, no changing price and no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart, so that one cart is not bought twice.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    if v_state = 'valid' then
      v_figures := private.with_promotion(v_figures, v_promotion);
    else
      v_figures := private.with_promotion(v_figures,
        private.automatic_promotion(v_figures, p_session.user_id, p_session.email, p_session.session_id));
      if not v_promotion.is_automatic then
        v_figures := v_figures || jsonb_build_object('promotion_rejected', v_state, 'minimum_pence', v_promotion.minimum_pence);
      end if;
    end if;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
    or exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.variant_id is not distinct from (entry ->> 'variant_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart)))
  then
    perform private.reject('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

drop function private.promotion_discount(public.promotions, numeric);

-- The lines of an order with what was paid for each: its price less its discount, with its share of the VAT. They add up to
-- subtotal − discount + VAT, to the penny. Of orders before promotions by line the discount is shared by price.
create or replace function private.order_lines(p_order public.orders)
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

-- A promotion for its form, with the names of what it is for; what is deleted is left out.
create or replace function private.promotion_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_record jsonb;
begin
  perform private.require_right('promotions');
  select private.promotion_row(promotion, listed) || jsonb_build_object(
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]')
      from public.products where id = any (promotion.product_ids)),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]')
      from public.categories where id = any (promotion.category_ids)))
  into v_record
  from public.promotions as promotion join private.promotion_list as listed on listed.promotion_id = promotion.id
  where promotion.id = p_id;
  if v_record is null then
    perform private.reject('PT404', 'This promotion does not exist.', 'promotion_not_found');
  end if;
  return v_record;
end;
$$;

-- What is wrong with a list of ids; null when nothing is.
create function private.promotion_ids_problem(p_value text, p_most integer, p_what text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_value is null or not pg_input_is_valid(p_value, 'jsonb') then
    return format('Choose %s.', p_what);
  elsif jsonb_typeof(p_value::jsonb) <> 'array' then
    return format('Choose %s.', p_what);
  elsif jsonb_array_length(p_value::jsonb) > p_most then
    return format('Choose %s %s at most.', p_most, p_what);
  elsif exists (
    select from jsonb_array_elements_text(p_value::jsonb) as id where id is null or not pg_input_is_valid(id, 'uuid'))
  then
    return format('Choose %s.', p_what);
  end if;
  return null;
end;
$$;

-- What is wrong with one field, in words; null when nothing is. The table's checks say the same.
create or replace function private.promotion_problem(p_field text, p_value text)
returns text
language sql
stable
set search_path = ''
as $$
  select case p_field
    when 'code' then case when p_value is null or char_length(p_value) not between 3 and 40
      then 'Use 3 to 40 characters.' end
    when 'kind' then case when p_value is null or p_value not in ('percent', 'amount', 'free_delivery', 'buy_get')
      then 'Choose what the promotion gives.' end
    when 'is_automatic' then case when p_value is null or p_value not in ('true', 'false') then 'Choose a code or automatic.' end
    when 'applies_to' then case when p_value is null or p_value not in ('order', 'products', 'categories')
      then 'Choose what it is for.' end
    when 'product_ids' then private.promotion_ids_problem(p_value, 100, 'products')
    when 'category_ids' then private.promotion_ids_problem(p_value, 50, 'categories')
    when 'buy_quantity' then case when p_value !~ '^[0-9]{1,3}$' or p_value::integer not between 1 and 100 then 'Enter 1 to 100.' end
    when 'get_quantity' then case when p_value !~ '^[0-9]{1,3}$' or p_value::integer not between 1 and 100 then 'Enter 1 to 100.' end
    when 'percent' then case when p_value !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or p_value::numeric not between 0.01 and 100
      then 'Enter a percentage from 0.01 to 100.' end
    when 'amount_pence' then case when p_value !~ '^[0-9]{1,7}$' or p_value::integer not between 1 and 1000000
      then 'Enter an amount from £0.01 to £10,000.' end
    when 'starts_at' then case when p_value is null or not private.is_moment(p_value) then 'Enter a date and time.' end
    when 'ends_at' then case when not private.is_moment(p_value) then 'Enter a date and time.' end
    when 'minimum_pence' then case when p_value is null or p_value !~ '^[0-9]{1,9}$' or p_value::integer > 100000000
      then 'Enter an amount from £0 to £1,000,000.' end
    when 'uses_limit' then case when p_value !~ '^[0-9]{1,9}$' or p_value::integer < 1 then 'Enter 1 or more, or leave it empty.' end
    when 'uses_per_customer' then case when p_value !~ '^[0-9]{1,9}$' or p_value::integer < 1 then 'Enter 1 or more, or leave it empty.' end
    when 'is_active' then case when p_value is null or p_value not in ('true', 'false') then 'Switch it on or off.' end
    else format('There is no field "%s".', left(p_field, 60)) end;
$$;

-- Adds a promotion (p_id null) or changes one that is still the version that was read. Answers {id, version}. Figures that the kind
-- does not have are dropped, and so are products or categories that it is not for.
create or replace function private.save_promotion(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_fields constant jsonb := coalesce(p_fields, '{}');
  v_field text;
  v_problem text;
  v_old public.promotions;
  v_new public.promotions;
begin
  perform private.require_right('promotions');
  if jsonb_typeof(v_fields) <> 'object' or octet_length(v_fields::text) > 20000 then
    perform private.reject('PT422', 'fields must be an object', 'fields');
  end if;
  for v_field, v_problem in
    select key, private.promotion_problem(key, value) from jsonb_each_text(v_fields)
  loop
    if v_problem is not null then
      perform private.reject('PT422', v_problem, v_field);
    end if;
  end loop;
  if p_id is null then
    v_old := jsonb_populate_record(null::public.promotions,
      jsonb_build_object('id', gen_random_uuid(), 'starts_at', now(), 'minimum_pence', 0, 'is_active', true, 'is_automatic', false,
        'applies_to', 'order', 'product_ids', '[]'::jsonb, 'category_ids', '[]'::jsonb));
  else
    v_old := private.lock_promotion(p_id, p_version);
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  if v_new.code is null or v_new.kind is null then
    v_field := case when v_new.code is null then 'code' else 'kind' end;
    perform private.reject('PT422', private.promotion_problem(v_field, null), v_field);
  elsif not v_new.is_automatic and v_new.code !~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$' then
    perform private.reject('PT422', 'Use 3 to 40 letters, digits, hyphens or underscores, with a letter or digit first.', 'code');
  elsif v_new.is_automatic and (v_new.code ~ '[[:cntrl:]]' or v_new.code ~ '^[[:space:]]' or v_new.code ~ '[[:space:]]$') then
    perform private.reject('PT422', 'Use 3 to 40 characters on one line.', 'code');
  elsif v_new.applies_to = 'products' and v_new.product_ids = '{}' then
    perform private.reject('PT422', 'Choose at least one product.', 'product_ids');
  elsif v_new.applies_to = 'categories' and v_new.category_ids = '{}' then
    perform private.reject('PT422', 'Choose at least one category.', 'category_ids');
  elsif v_new.kind = 'buy_get' and v_new.buy_quantity is null then
    perform private.reject('PT422', 'Enter 1 to 100.', 'buy_quantity');
  elsif v_new.kind = 'buy_get' and v_new.get_quantity is null then
    perform private.reject('PT422', 'Enter 1 to 100.', 'get_quantity');
  elsif v_new.kind in ('percent', 'buy_get') and v_new.percent is null then
    perform private.reject('PT422', 'Enter a percentage from 0.01 to 100.', 'percent');
  elsif v_new.kind = 'amount' and v_new.amount_pence is null then
    perform private.reject('PT422', 'Enter an amount from £0.01 to £10,000.', 'amount_pence');
  elsif v_new.ends_at <= v_new.starts_at then
    perform private.reject('PT422', 'The end must be after the start.', 'ends_at');
  end if;
  v_new.percent := case when v_new.kind in ('percent', 'buy_get') then v_new.percent end;
  v_new.amount_pence := case when v_new.kind = 'amount' then v_new.amount_pence end;
  v_new.buy_quantity := case when v_new.kind = 'buy_get' then v_new.buy_quantity end;
  v_new.get_quantity := case when v_new.kind = 'buy_get' then v_new.get_quantity end;
  v_new.product_ids := case when v_new.applies_to = 'products' then v_new.product_ids else '{}' end;
  v_new.category_ids := case when v_new.applies_to = 'categories' then v_new.category_ids else '{}' end;
  begin
    if p_id is null then
      insert into public.promotions (
        id, code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active,
        is_automatic, applies_to, product_ids, category_ids, buy_quantity, get_quantity)
      values (v_new.id, v_new.code, v_new.kind, v_new.percent, v_new.amount_pence, v_new.starts_at, v_new.ends_at, v_new.minimum_pence,
        v_new.uses_limit, v_new.uses_per_customer, v_new.is_active,
        v_new.is_automatic, v_new.applies_to, v_new.product_ids, v_new.category_ids, v_new.buy_quantity, v_new.get_quantity);
    elsif v_new is distinct from v_old then
      update public.promotions set code = v_new.code, kind = v_new.kind, percent = v_new.percent, amount_pence = v_new.amount_pence,
        starts_at = v_new.starts_at, ends_at = v_new.ends_at, minimum_pence = v_new.minimum_pence, uses_limit = v_new.uses_limit,
        uses_per_customer = v_new.uses_per_customer, is_active = v_new.is_active, is_automatic = v_new.is_automatic,
        applies_to = v_new.applies_to, product_ids = v_new.product_ids, category_ids = v_new.category_ids,
        buy_quantity = v_new.buy_quantity, get_quantity = v_new.get_quantity
      where id = p_id;
    end if;
  exception when unique_violation then
    perform private.reject('PT409', format('There is a promotion "%s" already. Choose another.', v_new.code), 'code');
  end;
  return (select jsonb_build_object('id', id, 'version', version) from public.promotions where id = v_new.id);
end;
$$;

-- Promotions by the start of their code, then by a part of it.
create or replace function private.palette_promotions(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_code constant text := upper(p_text);
  v_found uuid[];
begin
  if v_code !~ '^[A-Z0-9_-]{2,40}$' then
    return;
  end if;
  v_found := array(
    select promotion_id from private.promotion_list where code like replace(v_code, '_', '\_') || '%' limit p_limit);
  if cardinality(v_found) < p_limit and v_code ~ '[A-Z0-9]{3}' then
    v_found := v_found || array(
      select promotion_id from private.promotion_list where code like private.search_pattern(v_code) limit p_limit);
  end if;
  return query
    select 'promotion', promotion.id::text, promotion.code,
      concat_ws(', ', case promotion.kind when 'percent' then trim_scale(promotion.percent) || '% off'
        when 'buy_get' then format('buy %s, get %s', promotion.buy_quantity, promotion.get_quantity)
        when 'amount' then '£' || to_char(promotion.amount_pence / 100.0, 'FM999990.00') || ' off' else 'free delivery' end,
        case when not promotion.is_active then 'off' when promotion.ends_at <= now() then 'ended'
          when promotion.starts_at > now() then 'not started' end),
      case when upper(promotion.code) = v_code then 0 when starts_with(upper(promotion.code), v_code) then 1 else 2 end
    from public.promotions as promotion
    where promotion.id = any (v_found)
    order by 5, promotion.created_at desc, promotion.id limit p_limit;
end;
$$;
