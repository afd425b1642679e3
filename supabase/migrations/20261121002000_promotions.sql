-- Promotion codes: applied to a checkout, worked out by the pricing pipeline, counted in the order's transaction.
-- Subtotal − discount, VAT on what is left, delivery, total. Delivery goes by the subtotal before the discount, so that no
-- code makes it dearer.

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
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'amount') = (amount_pence is not null))
);

create unique index promotions_by_code on public.promotions (upper(code));

-- A use is held while a payment runs, used by an order, and returned with it.
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

create trigger touch before update on public.promotions for each row execute function private.touch_updated_at();
create trigger touch before update on public.promotion_uses for each row execute function private.touch_updated_at();

alter table public.promotions enable row level security;
alter table public.promotion_uses enable row level security;
revoke all on table public.promotions, public.promotion_uses from anon, authenticated;
grant all on table public.promotions, public.promotion_uses to service_role;
grant select on table public.promotions, public.promotion_uses to authenticated;
grant insert (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active),
  update (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active)
  on table public.promotions to authenticated;

create policy "Staff see promotions" on public.promotions for select to authenticated using ((select private.is_staff()));
create policy "Staff add promotions" on public.promotions for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change promotions" on public.promotions for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff see uses of promotions" on public.promotion_uses for select to authenticated using ((select private.is_staff()));

create trigger audit_insert after insert on public.promotions
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.promotions
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();
create trigger audit_delete after delete on public.promotions
  referencing old table as old_rows for each statement execute function private.audit();

alter table public.checkout_sessions
  add column discount_amount numeric(10, 2) not null default 0,
  add column promotion_id uuid references public.promotions (id) on delete restrict,
  add column promotion_code text check (char_length(promotion_code) <= 40);
create index checkout_sessions_by_promotion on public.checkout_sessions (promotion_id) where promotion_id is not null;
alter table public.orders
  add column discount_amount numeric(10, 2) not null default 0,
  add column promotion_code text check (char_length(promotion_code) <= 40);

-- destructive: the same rule with the discount in it replaces it below; rows without a discount keep to both.
alter table public.checkout_sessions drop constraint checkout_sessions_check;
alter table public.checkout_sessions
  add constraint checkout_sessions_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  add constraint checkout_sessions_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null)),
  add constraint checkout_sessions_promotion check ((promotion_id is null) = (promotion_code is null));
-- destructive: as above.
alter table public.orders drop constraint orders_check;
alter table public.orders
  add constraint orders_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  add constraint orders_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null));

-- Percent: half up to the penny. Never more than the subtotal. Delivery is no discount on the goods.
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

-- One mailbox under several spellings is one customer: no capitals, nothing after a plus sign.
create function private.mailbox(p_email text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(lower(btrim(p_email)), '\+[^@]*@', '@'); $$;

-- Whether a code may be used by somebody for a subtotal: 'valid', or why not. What the checkout itself holds does not stand in
-- its own way. Counting stops at the limit.
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
          and (taken.email = private.mailbox(p_email) or taken.user_id = p_user)
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
as $$ select * from public.promotions where upper(code) = upper(btrim(left(p_code, 80))); $$;

-- Everything a checkout shows and charges, from the database alone. p_lines: [{product_id, quantity}]. Products that
-- are gone or inactive are left out. `shipping_amount` is null when the method cannot be used. A promotion is taken as valid.
drop function private.checkout_figures(jsonb, uuid, jsonb);
create function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb, p_promotion_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_discount numeric := 0;
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', product.sku, 'image', product.images[1], 'quantity', line.quantity,
      'unit_price', unit.price, 'price', unit.price, 'total_price', unit.price * line.quantity) order by line.place), '[]'),
    coalesce(sum(unit.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as given (entry, place)
    group by 1
  ) as line
  join public.products as product on product.id = line.product_id and product.is_active
  cross join lateral (select private.unit_price(product.price) as price) as unit;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  if p_promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_promotion_id;
    v_discount := coalesce(private.promotion_discount(v_promotion, v_subtotal), 0);
    if v_promotion.kind = 'free_delivery' then
      v_shipping := v_shipping * 0;
    end if;
  end if;
  v_vat := private.vat(v_subtotal - v_discount);
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal - v_discount + v_vat + v_shipping, 'shipping_method', v_method.name)
    || case when v_promotion.id is null then '{}'
      else jsonb_build_object('discount_amount', v_discount, 'promotion_code', v_promotion.code) end;
end;
$$;

-- Locks the products in id order, then the cart, then the promotion; refuses what stock, prices, shipping, the cart or the
-- promotion no longer allow. Of two buyers of the last use the second waits here and sees the total without it.
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
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart: a cart that another checkout has bought is not bought again.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := private.promotion_state(
      v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id);
    v_figures := case when v_state = 'valid'
      then private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address, v_promotion.id)
      else v_figures || jsonb_build_object('promotion_refused', v_state, 'minimum_pence', v_promotion.minimum_pence) end;
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
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart)))
  then
    perform private.refuse('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

-- Puts a use of its promotion aside for a checkout, or gives it to the order that was made of it.
create function private.take_promotion(p_session public.checkout_sessions, p_order uuid, p_until timestamptz)
returns void
language sql
set search_path = ''
as $$
  insert into public.promotion_uses (promotion_id, checkout_session_id, order_id, user_id, email, state, held_until)
  select p_session.promotion_id, p_session.session_id, p_order, p_session.user_id, private.mailbox(p_session.email),
    case when p_order is null then 'held' else 'used' end, case when p_order is null then p_until end
  where p_session.promotion_id is not null
  on conflict (checkout_session_id) do update set
    order_id = excluded.order_id, user_id = excluded.user_id, state = excluded.state, held_until = excluded.held_until;
$$;

-- However a checkout ends, nothing of it stays on hold and no payment stays open.
create or replace function private.release_checkout()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.stock_holds where checkout_session_id = new.session_id;
  delete from public.promotion_uses where checkout_session_id = new.session_id and state = 'held';
  update public.payment_attempts set status = 'abandoned', settled_at = now()
  where checkout_session_id = new.session_id and status = 'pending';
  return null;
end;
$$;

-- Before paying: sets stock and promotion aside for a quarter of an hour. Asking again renews it.
create or replace function private.reserve_checkout(p_session_id text)
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
  perform private.take_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, private.setting_text('payment.provider', 'simulated'), v_session.total)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  update public.checkout_sessions set expires_at = greatest(expires_at, v_until) where id = v_session.id;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

-- A declined payment: stock and promotion are free again, cart and checkout stay. The tenth in a row ends the checkout.
create or replace function private.fail_checkout(p_session_id text, p_reason text)
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
  delete from public.promotion_uses where checkout_session_id = p_session_id and state = 'held';
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

create or replace function private.write_order(p_session public.checkout_sessions, p_id uuid)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
  v_order public.orders;
begin
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, payment_status, currency, subtotal, discount_amount, promotion_code,
    tax_amount, shipping_amount, total, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;
  perform private.take_promotion(p_session, v_order.id, null);
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number)
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

create or replace function private.complete_checkout(p_session_id text, p_idempotency_key uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(coalesce(p_session_id, ''), 'UTF8')), 'hex');
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.refuse('PT400', 'An idempotency key is needed.', 'idempotency_key');
  end if;
  -- The row of the session is the queue: a second attempt waits here and then finds the order of the first.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    select * into v_order from public.orders where checkout_session_id = p_session_id;
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_session.total > 0 and private.setting_text('payment.provider', 'simulated') <> 'simulated'
    and (select auth.role()) is distinct from 'service_role' then
    -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
    perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
  else
    select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
    perform private.verify_checkout(v_session, v_cart);
    perform private.take_stock(v_session.cart_items, v_id);
    perform private.clear_purchased(v_session, v_cart);
    v_order := private.write_order(v_session, v_id);
    perform private.queue_order_mail(v_order);
  end if;

  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

-- A cancelled or refunded order gives its use back. Undone by staff it counts again, also beyond the limit: that bounds what
-- is sold anew, not what stands.
create function private.return_promotion()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.promotion_uses
  set state = case when private.order_returned(new.status, new.payment_status) then 'returned' else 'used' end
  where order_id = new.id;
  return null;
end;
$$;

create trigger return_promotion after update of status, payment_status on public.orders
  for each row when (new.promotion_code is not null and (old.status <> new.status or old.payment_status <> new.payment_status))
  execute function private.return_promotion();

-- What is said of a code: its state, and with it what the buyer needs to know.
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

-- Guessing is slow: refused codes count against the address and against what they were tried on. They are answered, not
-- raised, since a refusal would undo its own count.
create function private.require_promotion_rate(p_who text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_rate('promotion_address', private.client_address(), 60, interval '15 minutes');
  perform private.require_rate('promotion', p_who, 10, interval '15 minutes');
end;
$$;

create function private.count_promotion_rate(p_who text, p_state text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_state not in ('valid', 'below_minimum') then
    perform private.count_rate('promotion_address', private.client_address(), interval '15 minutes');
    perform private.count_rate('promotion', p_who, interval '15 minutes');
  end if;
end;
$$;

-- What a code would do to the caller's own cart; nothing is kept of it.
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
  perform private.require_promotion_rate(v_who);
  v_figures := private.checkout_figures(private.cart_lines(v_customer, v_cart), null, '{}');
  v_promotion := private.find_promotion(p_code);
  v_state := private.promotion_state(v_promotion, (v_figures ->> 'subtotal')::numeric, (select auth.uid()),
    (select email from public.customers where id = v_customer));
  perform private.count_promotion_rate(v_who, v_state);
  return private.promotion_reply(v_promotion, v_state);
end;
$$;

-- Gives a checkout that nobody has begun to pay its promotion, or takes it away (no code). Once a payment was begun its amount
-- stands: then a new checkout is to be started. A code that is refused leaves the checkout without any.
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
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  perform private.require_promotion_rate(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or v_base ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_figures := v_base;
  if btrim(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_promotion_rate(p_session_id, v_state);
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

create function public.check_promotion(p_code text)
returns jsonb
language sql
set search_path = ''
as $$ select private.check_promotion(p_code); $$;

create function public.apply_promotion(p_session_id text, p_code text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.apply_promotion(p_session_id, p_code); $$;

revoke all on function
  private.promotion_discount(public.promotions, numeric), private.mailbox(text),
  private.promotion_state(public.promotions, numeric, uuid, text, text), private.find_promotion(text),
  private.checkout_figures(jsonb, uuid, jsonb, uuid), private.take_promotion(public.checkout_sessions, uuid, timestamptz),
  private.return_promotion(), private.promotion_reply(public.promotions, text), private.require_promotion_rate(text),
  private.count_promotion_rate(text, text) from public;
revoke all on function private.check_promotion(text), public.check_promotion(text),
  private.apply_promotion(text, text), public.apply_promotion(text, text) from public, anon, authenticated;
grant execute on function private.check_promotion(text), public.check_promotion(text),
  private.apply_promotion(text, text), public.apply_promotion(text, text) to anon, authenticated, service_role;
