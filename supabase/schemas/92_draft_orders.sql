-- Draft orders: staff fill a cart for a customer, who pays by a link, or pays staff. Either way a checkout is made of the draft, and the
-- order by private.complete_checkout, as any other.

-- Makes a checkout of lines [{product_id, variant_id, quantity}], with the prices of now and the limits of any other order.
-- p_buyer: {email, first_name, last_name, phone, user_id, customer_id}. p_origin: what it was made of. p_until: until when it can be paid.
-- With p_hold its stock is held as long. Of p_gift_card it takes as much as the card can pay. Raises 409 and 422 as start_checkout does.
create function private.make_staff_checkout(
  p_lines jsonb, p_buyer jsonb, p_address jsonb, p_billing jsonb, p_method uuid, p_origin text, p_until timestamptz, p_hold boolean,
  p_promotion uuid default null, p_gift_card uuid default null)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_buyer constant jsonb := jsonb_build_object(
    'email', private.email_field(p_buyer),
    'first_name', private.field(p_buyer, 'first_name', 100),
    'last_name', private.field(p_buyer, 'last_name', 100),
    'phone', private.field(p_buyer, 'phone', 40, false));
  v_address constant jsonb := private.address_field(p_address, v_buyer);
  v_billing constant jsonb := case when jsonb_typeof(p_billing) = 'object' then private.address_field(p_billing, v_buyer) else v_address end;
  v_figures jsonb;
  v_card public.gift_cards;
  v_pays numeric := 0;
  v_session public.checkout_sessions;
begin
  if coalesce(p_lines, '[]') = '[]' then
    perform private.reject('PT409', 'Add at least one product.', 'lines');
  end if;
  perform private.require_order_limits(p_lines);
  -- Two that take the last piece: the second waits here and then finds the first one's hold.
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_lines) as entry)
  order by id for no key update;
  perform private.require_stock(p_lines);
  v_figures := private.checkout_figures(p_lines, p_method, v_address, p_promotion);
  if v_figures ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'This shipping method is not available for the address.', 'method_unavailable', v_figures::text);
  end if;
  if p_gift_card is not null then
    select * into v_card from public.gift_cards where id = p_gift_card for no key update;
    v_pays := private.gift_card_share((v_figures ->> 'total')::numeric, private.gift_card_available(v_card, null));
  end if;
  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address, subtotal, vat_rate, tax_amount, shipping_amount, total,
    discount_amount, promotion_id, promotion_code, gift_card_id, gift_card_hint, gift_card_amount,
    cart_items, metadata, shipping_method_id, user_id, customer_id, expires_at)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone', v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric, (v_figures ->> 'total')::numeric,
    coalesce((v_figures ->> 'discount_amount')::numeric, 0), p_promotion, v_figures ->> 'promotion_code',
    case when v_pays > 0 then v_card.id end, case when v_pays > 0 then v_card.hint end, v_pays,
    v_figures -> 'cart_items',
    jsonb_build_object('by_staff', p_origin, 'shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', p_method)
      || private.arrival_of(p_method, v_address)
      -- Whoever has the link is not offered an account for the order of one.
      || case when p_buyer ->> 'user_id' is null then '{}' else jsonb_build_object('has_account', true) end,
    p_method, (p_buyer ->> 'user_id')::uuid, (p_buyer ->> 'customer_id')::uuid, p_until)
  returning * into v_session;
  if p_hold then
    perform private.hold_stock(v_session, p_until);
    perform private.hold_promotion(v_session, null, p_until);
  end if;
  return v_session;
end;
$$;

-- Completes a checkout of staff with a simulated payment. Answers as complete_checkout does. Card details are never taken by staff: with
-- a real provider only a checkout of which nothing is left to pay can be completed.
create function private.complete_staff_checkout(p_session public.checkout_sessions)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.payment_provider() <> 'simulated' and p_session.total > p_session.gift_card_amount then
    perform private.reject('PT402', 'Only the customer can pay by card. Send a payment link.', 'payment_required');
  end if;
  return private.complete_checkout(p_session.session_id, gen_random_uuid(), null, null, null);
end;
$$;

create table private.draft_orders (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique generated always as identity (start with 1001),
  state text not null default 'open' check (state in ('open', 'sent', 'paid', 'withdrawn')),
  -- Who made it; null when the account is gone.
  author uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  -- Of an open draft all of it may be missing yet.
  email text check (char_length(email) <= 254),
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  phone text check (char_length(phone) <= 40),
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
  -- Null: the same as that of delivery.
  billing_address jsonb check (jsonb_typeof(billing_address) = 'object'),
  -- [{product_id, variant_id, quantity}]
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  note text not null default '' check (char_length(note) <= 2000),
  discount_percent numeric(5, 2) check (discount_percent > 0 and discount_percent <= 100),
  discount_pence integer check (discount_pence between 1 and 1000000),
  discount_reason text check (char_length(discount_reason) between 1 and 300),
  -- The discount as a promotion of this draft alone.
  promotion_id uuid unique references public.promotions (id) on delete restrict,
  checkout_session_id text unique references public.checkout_sessions (session_id) on delete set null,
  order_id uuid unique references public.orders (id) on delete set null,
  link_expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint draft_orders_discount check (
    num_nonnulls(discount_percent, discount_pence) <= 1
    and (num_nonnulls(discount_percent, discount_pence) = 0) = (discount_reason is null)),
  constraint draft_orders_link check (state <> 'sent' or link_expires_at is not null)
);

create index draft_orders_newest on private.draft_orders (created_at desc, id);
create index draft_orders_by_state on private.draft_orders (state, created_at desc, id);
create index draft_orders_by_author on private.draft_orders (author);
create index draft_orders_by_customer on private.draft_orders (customer_id);
create index draft_orders_by_method on private.draft_orders (shipping_method_id);
create index draft_orders_by_email on private.draft_orders (lower(email));

create trigger set_updated_at before update on private.draft_orders for each row execute function private.set_updated_at();
create trigger move_version before update on private.draft_orders for each row execute function private.move_version();

revoke all on table private.draft_orders from public;

-- Follows the checkout of a draft: paid is the order, and a link that ended leaves the draft open to be sent again.
create function private.follow_draft_checkout()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order uuid;
  v_draft private.draft_orders;
begin
  if new.status = 'completed' then
    select id into v_order from public.orders where checkout_session_id = new.session_id;
  end if;
  update private.draft_orders
  set state = case when new.status = 'completed' then 'paid' else 'open' end, order_id = v_order
  where checkout_session_id = new.session_id and state in ('open', 'sent')
  returning * into v_draft;
  if v_draft.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_draft.order_id, 'order_from_draft', format('Ordered by draft order D%s', v_draft.number),
      jsonb_build_object('actor', v_draft.author, 'draft', v_draft.id)
        || case when v_draft.discount_reason is null then '{}' else jsonb_build_object('reason', v_draft.discount_reason) end);
  end if;
  return null;
end;
$$;

create trigger follow_draft after update of status on public.checkout_sessions
  for each row when (old.status = 'pending' and new.status <> 'pending' and new.metadata ->> 'by_staff' = 'draft')
  execute function private.follow_draft_checkout();

-- An address as far as it is known; the checkout asks for the rest.
create function private.draft_address(p_address jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_address) = 'object' then jsonb_strip_nulls(jsonb_build_object(
    'first_name', private.field(p_address, 'first_name', 100, false),
    'last_name', private.field(p_address, 'last_name', 100, false),
    'address_line_1', private.field(p_address, 'address_line_1', 200, false),
    'address_line_2', private.field(p_address, 'address_line_2', 200, false),
    'city', private.field(p_address, 'city', 120, false),
    'state', private.field(p_address, 'state', 120, false),
    'postal_code', coalesce(private.uk_postcode(p_address ->> 'postal_code'), private.field(p_address, 'postal_code', 16, false)),
    'country', 'GB')) end;
$$;

-- The lines of a draft with the known keys only, or a 422.
create function private.draft_lines(p_lines jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_entry jsonb;
  v_lines jsonb := '[]';
begin
  if jsonb_typeof(coalesce(p_lines, '[]')) <> 'array' or jsonb_array_length(coalesce(p_lines, '[]')) > private.max_items() then
    perform private.reject('PT422', format('A draft has %s lines at most.', private.max_items()), 'lines');
  end if;
  for v_entry in select * from jsonb_array_elements(coalesce(p_lines, '[]')) loop
    if not pg_input_is_valid(coalesce(v_entry ->> 'product_id', ''), 'uuid')
      or not pg_input_is_valid(coalesce(v_entry ->> 'variant_id', gen_random_uuid()::text), 'uuid')
      or coalesce(v_entry ->> 'quantity', '') !~ '^[0-9]{1,4}$' or (v_entry ->> 'quantity')::integer < 1 then
      perform private.reject('PT422', 'A line needs a product and a quantity of at least 1.', 'lines');
    end if;
    v_lines := v_lines || jsonb_build_object('product_id', v_entry ->> 'product_id', 'variant_id', v_entry ->> 'variant_id',
      'quantity', (v_entry ->> 'quantity')::integer);
  end loop;
  return v_lines;
end;
$$;

-- The draft that a form describes: its fields checked and cleaned, nothing written. p_old is what it changes.
create function private.draft_of(p_fields jsonb, p_old private.draft_orders)
returns private.draft_orders
language plpgsql
stable
set search_path = ''
as $$
declare
  v_draft private.draft_orders := p_old;
  v_discount constant jsonb := nullif(p_fields -> 'discount', 'null');
  v_customer public.customers;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' or octet_length(p_fields::text) > 40000 then
    perform private.reject('PT400', 'A draft must be an object of reasonable size.', 'fields');
  end if;
  if p_fields ->> 'customer_id' is not null then
    if pg_input_is_valid(p_fields ->> 'customer_id', 'uuid') then
      select * into v_customer from public.customers where id = (p_fields ->> 'customer_id')::uuid;
    end if;
    if v_customer.id is null then
      perform private.reject('PT422', 'This customer does not exist any more. Choose another, or enter an email.', 'customer_id');
    end if;
  end if;
  v_draft.customer_id := v_customer.id;
  v_draft.email := coalesce(v_customer.email, private.clean_code(private.field(p_fields, 'email', 254, false)));
  if v_draft.email is not null and not private.is_email(v_draft.email) then
    perform private.reject('PT422', 'Email is invalid', 'email');
  end if;
  v_draft.first_name := private.field(p_fields, 'first_name', 100, false);
  v_draft.last_name := private.field(p_fields, 'last_name', 100, false);
  v_draft.phone := private.field(p_fields, 'phone', 40, false);
  v_draft.shipping_address := private.draft_address(p_fields -> 'shipping_address');
  v_draft.billing_address := private.draft_address(p_fields -> 'billing_address');
  v_draft.lines := private.draft_lines(p_fields -> 'lines');
  v_draft.shipping_method_id := case when pg_input_is_valid(coalesce(p_fields ->> 'shipping_method_id', ''), 'uuid') then (
    select id from public.shipping_methods where id = (p_fields ->> 'shipping_method_id')::uuid) end;
  v_draft.note := coalesce(private.field(p_fields, 'note', 2000, false), '');
  v_draft.discount_percent := null;
  v_draft.discount_pence := null;
  v_draft.discount_reason := null;
  if v_discount is not null then
    if coalesce(v_discount ->> 'percent', '1') !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or (v_discount ->> 'percent')::numeric not between 0.01 and 100 then
      perform private.reject('PT422', 'A discount is between 0.01 and 100 %.', 'discount_percent');
    elsif coalesce(v_discount ->> 'pence', '1') !~ '^[0-9]{1,7}$' or (v_discount ->> 'pence')::integer not between 1 and 1000000 then
      perform private.reject('PT422', 'A discount is between £0.01 and £10,000.', 'discount_pence');
    elsif num_nonnulls(v_discount ->> 'percent', v_discount ->> 'pence') <> 1 then
      perform private.reject('PT422', 'A discount is a percentage or an amount.', 'discount_percent');
    end if;
    v_draft.discount_percent := (v_discount ->> 'percent')::numeric;
    v_draft.discount_pence := (v_discount ->> 'pence')::integer;
    v_draft.discount_reason := private.field(v_discount, 'reason', 300, false);
  end if;
  return v_draft;
end;
$$;

-- Figures of a draft as its checkout will have them. The promotion of its discount is made for the calculation and rolled back.
create function private.draft_figures(p_draft private.draft_orders, p_address jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_promotion uuid;
  v_figures jsonb;
begin
  if num_nonnulls(p_draft.discount_percent, p_draft.discount_pence) = 0 then
    return private.checkout_figures(p_draft.lines, p_draft.shipping_method_id, p_address);
  end if;
  begin
    insert into public.promotions (code, kind, percent, amount_pence, is_bound)
    values (upper(left(replace(gen_random_uuid()::text, '-', ''), 20)), case when p_draft.discount_percent is null then 'amount' else 'percent' end,
      p_draft.discount_percent, p_draft.discount_pence, true)
    returning id into v_promotion;
    v_figures := private.checkout_figures(p_draft.lines, p_draft.shipping_method_id, p_address, v_promotion);
    raise exception using errcode = 'DR000';
  exception when sqlstate 'DR000' then
    return v_figures;
  end;
end;
$$;

-- What a draft costs at this moment, in pounds: {lines, methods, subtotal, discount_amount, tax_amount, shipping_amount, total}. Each line
-- has what can be bought of it (`available`), so that the form says what is sold out; price and name are null of what is gone.
create function private.price_draft(p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
  v_figures jsonb;
begin
  perform private.require_right('orders');
  v_draft := private.draft_of(p_fields, null);
  v_figures := private.draft_figures(v_draft, coalesce(v_draft.shipping_address, '{}'));
  return v_figures - 'cart_items' || jsonb_build_object(
    'postcode_problem', case when v_draft.shipping_address ->> 'postal_code' is not null
      then private.postcode_problem(v_draft.shipping_address ->> 'postal_code') end,
    'methods', (
      select coalesce(jsonb_agg(jsonb_build_object('id', method.id, 'name', method.name, 'description', method.description,
        'price', private.shipping_price((v_figures ->> 'subtotal')::numeric, method,
          v_draft.shipping_address ->> 'postal_code', 'GB')) order by method.sort_order, method.id), '[]')
      from public.shipping_methods as method where method.is_active),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'product_id', line ->> 'product_id', 'variant_id', line ->> 'variant_id', 'quantity', line -> 'quantity',
        'name', item -> 'name', 'variant_name', item -> 'variant_name', 'sku', item -> 'sku', 'image', item -> 'image',
        'unit_price', item -> 'unit_price',
        'available', greatest(0, coalesce((
          select inventory_quantity from private.stock_units as unit
          where unit.product_id = (line ->> 'product_id')::uuid and unit.variant_id is not distinct from (line ->> 'variant_id')::uuid
            and unit.is_active), 0)
          - coalesce((
            select sum(hold.quantity) from private.stock_holds as hold
            where hold.product_id = (line ->> 'product_id')::uuid and hold.variant_id is not distinct from (line ->> 'variant_id')::uuid
              and hold.expires_at > now()), 0))) order by place), '[]')
      from jsonb_array_elements(v_draft.lines) with ordinality as listed (line, place)
      left join lateral (
        select entry as item from jsonb_array_elements(v_figures -> 'cart_items') as entry
        where entry ->> 'product_id' = line ->> 'product_id' and entry ->> 'variant_id' is not distinct from line ->> 'variant_id'
      ) as priced on true));
end;
$$;

grant execute on function private.price_draft(jsonb) to authenticated, service_role;

-- A draft for its form.
create function private.draft_reply(p_draft private.draft_orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(p_draft) || jsonb_build_object(
    -- Until the sweep has ended it, a link that is over is still there.
    'state', case when p_draft.state = 'sent' and p_draft.link_expires_at <= now() then 'open' else p_draft.state end,
    'author_name', (select nullif(btrim(concat_ws(' ', first_name, last_name)), '') from public.admin_users where user_id = p_draft.author),
    'link_total', (select total from public.checkout_sessions where session_id = p_draft.checkout_session_id),
    'order_number', (select order_number from public.orders where id = p_draft.order_id));
$$;

-- One draft.
create function private.draft_order(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform private.require_right('orders');
  select * into v_draft from private.draft_orders where id = p_id;
  if v_draft.id is null then
    perform private.reject('PT404', 'This draft does not exist.', 'draft_not_found');
  end if;
  return private.draft_reply(v_draft);
end;
$$;

grant execute on function private.draft_order(uuid) to authenticated, service_role;

-- One page of the drafts, newest first. p_filter: {q, state}; q is the beginning of an email, a family name or a number. 1,000 are counted.
create function private.office_drafts(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_query constant text := lower(left(private.clean_code(v_filter ->> 'q'), 100));
  v_found uuid[];
  v_total integer;
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('orders');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.reject('PT422', 'Drafts are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'open', 'sent', 'paid', 'withdrawn') then
    perform private.reject('PT422', 'There is no such state of a draft.', 'state');
  end if;
  select array_agg(id order by created_at desc, id), count(*) into v_found, v_total
  from (
    select id, created_at from private.draft_orders as draft
    where (coalesce(v_filter ->> 'state', '') = ''
        or v_filter ->> 'state' = case when draft.state = 'sent' and draft.link_expires_at <= now() then 'open' else draft.state end)
      and (coalesce(v_query, '') = '' or starts_with(lower(draft.email), v_query) or starts_with(lower(draft.last_name), v_query)
        or ltrim(v_query, 'd') = draft.number::text)
    order by created_at desc, id limit v_most + 1
  ) as found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.draft_reply(draft) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (id, place) join private.draft_orders as draft on draft.id = wanted.id));
end;
$$;

grant execute on function private.office_drafts(jsonb, int4, int4) to authenticated, service_role;

-- A draft, locked after its checkout, in the order in which a payment locks both. Raises 404.
create function private.lock_draft_rows(p_id uuid)
returns private.draft_orders
language plpgsql
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform from public.checkout_sessions
  where session_id = (select checkout_session_id from private.draft_orders where id = p_id) for no key update;
  select * into v_draft from private.draft_orders where id = p_id for no key update;
  if v_draft.id is null then
    perform private.reject('PT404', 'This draft does not exist.', 'draft_not_found');
  end if;
  return v_draft;
end;
$$;

-- The same for a change: raises 409 with the present record when it is not the version that was read, and 409 when it is settled.
create function private.lock_draft(p_id uuid, p_version integer)
returns private.draft_orders
language plpgsql
set search_path = ''
as $$
declare
  v_draft constant private.draft_orders := private.lock_draft_rows(p_id);
begin
  if p_version is null then
    perform private.reject('PT422', 'version is required', 'version');
  elsif v_draft.version <> p_version then
    perform private.reject('PT409', 'Someone has changed this draft since you opened it.', 'stale_version', private.draft_reply(v_draft)::text);
  elsif v_draft.state in ('paid', 'withdrawn') then
    perform private.reject('PT409', 'This draft is settled and cannot be changed.', 'draft_settled');
  end if;
  return v_draft;
end;
$$;

-- Adds a draft (p_id null) or changes one that is open and still the version that was read. Answers the draft. A discount is given
-- by those who have the right.
create function private.save_draft(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old private.draft_orders;
  v_new private.draft_orders;
begin
  perform private.require_right('orders');
  if p_id is not null then
    v_old := private.lock_draft(p_id, p_version);
    if v_old.state = 'sent' and v_old.link_expires_at > now() then
      perform private.reject('PT409', 'The customer can pay this draft. End its payment link to change it.', 'draft_sent');
    end if;
  end if;
  v_new := private.draft_of(p_fields, v_old);
  if num_nonnulls(v_new.discount_percent, v_new.discount_pence) = 1 then
    if v_new.discount_reason is null then
      perform private.reject('PT422', 'Say why you give this discount.', 'discount_reason');
    elsif (v_new.discount_percent, v_new.discount_pence) is distinct from (v_old.discount_percent, v_old.discount_pence) then
      perform private.require_right('discounts');
    end if;
  end if;
  if p_id is null then
    insert into private.draft_orders (author) values ((select auth.uid())) returning id into v_new.id;
  end if;
  update private.draft_orders set
    customer_id = v_new.customer_id, email = v_new.email, first_name = v_new.first_name, last_name = v_new.last_name, phone = v_new.phone,
    shipping_address = v_new.shipping_address, billing_address = v_new.billing_address, lines = v_new.lines,
    shipping_method_id = v_new.shipping_method_id, note = v_new.note, discount_percent = v_new.discount_percent,
    discount_pence = v_new.discount_pence, discount_reason = v_new.discount_reason
  where id = v_new.id returning * into v_new;
  return private.draft_reply(v_new);
end;
$$;

grant execute on function private.save_draft(uuid, int4, jsonb) to authenticated, service_role;

-- Makes the checkout of a draft with the prices of now, instead of one that it has. Raises 409 with the figures when the total is not the
-- one that staff saw.
create function private.start_draft_checkout(p_draft private.draft_orders, p_expected_total numeric, p_until timestamptz, p_hold boolean)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_promotion uuid := p_draft.promotion_id;
  v_has_discount constant boolean := num_nonnulls(p_draft.discount_percent, p_draft.discount_pence) = 1;
  v_session public.checkout_sessions;
begin
  update public.checkout_sessions set status = 'expired' where session_id = p_draft.checkout_session_id and status = 'pending';
  if v_has_discount and v_promotion is null then
    insert into public.promotions (code, kind, percent, amount_pence, uses_limit, is_bound)
    values (format('DRAFT-%s', p_draft.number), case when p_draft.discount_percent is null then 'amount' else 'percent' end,
      p_draft.discount_percent, p_draft.discount_pence, 1, true)
    returning id into v_promotion;
  elsif v_has_discount then
    update public.promotions set kind = case when p_draft.discount_percent is null then 'amount' else 'percent' end,
      percent = p_draft.discount_percent, amount_pence = p_draft.discount_pence
    where id = v_promotion;
  end if;
  v_session := private.make_staff_checkout(p_draft.lines,
    jsonb_build_object('email', p_draft.email, 'first_name', p_draft.first_name, 'last_name', p_draft.last_name, 'phone', p_draft.phone,
      'customer_id', p_draft.customer_id,
      'user_id', (select user_id from public.customers where id = p_draft.customer_id)),
    p_draft.shipping_address, p_draft.billing_address, p_draft.shipping_method_id, 'draft', p_until, p_hold,
    case when v_has_discount then v_promotion end);
  if v_session.total is distinct from p_expected_total then
    perform private.reject('PT409', 'The total has changed since you saw it.', 'totals_changed',
      jsonb_build_object('total', v_session.total)::text);
  end if;
  -- The trigger has opened the draft again where a link was replaced.
  update private.draft_orders
  set checkout_session_id = v_session.session_id, promotion_id = v_promotion, state = case when p_hold then 'sent' else 'open' end,
    link_expires_at = case when p_hold then p_until end
  where id = p_draft.id;
  return v_session;
end;
$$;

-- Makes the payment link of a draft, which holds its stock for p_days (1 to 7), and sends it by email unless p_email is false. The link
-- is the checkout's id, which nobody can guess. Answers the draft. @param p_expected_total pounds, as staff saw it
create function private.send_draft(p_id uuid, p_version integer, p_expected_total numeric, p_days integer, p_email boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
  v_session public.checkout_sessions;
begin
  perform private.require_right('orders');
  v_draft := private.lock_draft(p_id, p_version);
  if p_days is null or p_days not between 1 and 7 then
    perform private.reject('PT422', 'A payment link is open for 1 to 7 days.', 'days');
  elsif private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment.', 'payment_unavailable');
  end if;
  perform private.consume_rate_limit('send_draft', p_id::text, 10, interval '1 hour');
  v_session := private.start_draft_checkout(v_draft, p_expected_total, now() + make_interval(days => p_days), true);
  if p_email then
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('payment_link', v_session.email, 'Your order is ready to be paid', private.payment_link_mail(v_session) || jsonb_build_object('draft_id', p_id));
  end if;
  select * into v_draft from private.draft_orders where id = p_id;
  return private.draft_reply(v_draft);
end;
$$;

grant execute on function private.send_draft(uuid, int4, numeric, int4, boolean) to authenticated, service_role;

-- What the email of a payment link shows.
create function private.payment_link_mail(p_session public.checkout_sessions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('token', p_session.session_id, 'first_name', p_session.first_name, 'expires_at', p_session.expires_at,
    'items', p_session.cart_items, 'subtotal', p_session.subtotal, 'discount_amount', p_session.discount_amount,
    'vat_rate', p_session.vat_rate, 'tax_amount', p_session.tax_amount, 'shipping_amount', p_session.shipping_amount,
    'total', p_session.total, 'currency', p_session.currency,
    'returned_amount', case when p_session.metadata ->> 'by_staff' = 'exchange' then p_session.gift_card_amount end, 'shipping_method', p_session.metadata ->> 'shipping_method',
    'shipping_address', p_session.shipping_address);
$$;

-- Deletes the drafts of a person whose account is deleted; what they bought stands in their orders.
create function private.delete_drafts(p_user uuid, p_email text, p_orders uuid[], p_checkouts text[])
returns void
language sql
set search_path = ''
as $$
  delete from private.draft_orders
  where lower(email) = p_email or customer_id = (select id from public.customers where user_id = p_user)
    or order_id = any (p_orders) or checkout_session_id = any (p_checkouts);
$$;

-- Takes the payment of a draft as simulated: the order, at once. Pressed twice it answers the same order. Answers the draft.
-- @param p_expected_total pounds, as staff saw it
create function private.take_draft_payment(p_id uuid, p_version integer, p_expected_total numeric)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform private.require_right('orders');
  v_draft := private.lock_draft_rows(p_id);
  if v_draft.state <> 'paid' then
    v_draft := private.lock_draft(p_id, p_version);
    perform private.complete_staff_checkout(private.start_draft_checkout(v_draft, p_expected_total, now() + interval '1 hour', false));
    select * into v_draft from private.draft_orders where id = p_id;
  end if;
  return private.draft_reply(v_draft);
end;
$$;

grant execute on function private.take_draft_payment(uuid, int4, numeric) to authenticated, service_role;

-- Ends the payment link of a draft, which is open again, or with p_withdraw the draft itself. Answers the draft.
create function private.end_draft(p_id uuid, p_version integer, p_withdraw boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform private.require_right('orders');
  v_draft := private.lock_draft(p_id, p_version);
  update public.checkout_sessions set status = 'expired' where session_id = v_draft.checkout_session_id and status = 'pending';
  update private.draft_orders
  set state = case when p_withdraw then 'withdrawn' else 'open' end, link_expires_at = least(link_expires_at, now())
  where id = p_id returning * into v_draft;
  return private.draft_reply(v_draft);
end;
$$;

grant execute on function private.end_draft(uuid, int4, boolean) to authenticated, service_role;

-- What a payment link leads to, for whoever has it: 'open', 'paid', or 'ended'; of an open one whether it can be paid as it was sent:
-- 'changed' when the price, or what is for sale, has changed. No personal data.
create function private.payment_link(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  select * into v_session from public.checkout_sessions where session_id = p_session_id and metadata ? 'by_staff';
  if v_session.status = 'completed' then
    return jsonb_build_object('state', 'paid', 'order_number', v_session.metadata -> 'order_number');
  elsif v_session.id is null or v_session.status <> 'pending' or v_session.expires_at <= now() then
    return jsonb_build_object('state', 'ended');
  end if;
  begin
    perform private.verify_checkout(v_session, null);
  exception when sqlstate 'PT409' then
    return jsonb_build_object('state', 'changed');
  end;
  return jsonb_build_object('state', 'open', 'expires_at', v_session.expires_at);
end;
$$;

grant execute on function private.payment_link(text) to anon, authenticated, service_role;

create function public.price_draft(p_fields jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.price_draft(p_fields); $$;

grant execute on function public.price_draft(jsonb) to authenticated, service_role;

create function public.draft_order(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.draft_order(p_id); $$;

grant execute on function public.draft_order(uuid) to authenticated, service_role;

create function public.office_drafts(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_drafts(p_filter, p_page, p_size); $$;

grant execute on function public.office_drafts(jsonb, int4, int4) to authenticated, service_role;

create function public.save_draft(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_draft(p_id, p_version, p_fields); $$;

grant execute on function public.save_draft(uuid, int4, jsonb) to authenticated, service_role;

create function public.send_draft(p_id uuid, p_version integer, p_expected_total numeric, p_days integer default 3, p_email boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.send_draft(p_id, p_version, p_expected_total, p_days, p_email); $$;

grant execute on function public.send_draft(uuid, int4, numeric, int4, boolean) to authenticated, service_role;

create function public.take_draft_payment(p_id uuid, p_version integer, p_expected_total numeric)
returns jsonb
language sql
set search_path = ''
as $$ select private.take_draft_payment(p_id, p_version, p_expected_total); $$;

grant execute on function public.take_draft_payment(uuid, int4, numeric) to authenticated, service_role;

create function public.end_draft(p_id uuid, p_version integer, p_withdraw boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.end_draft(p_id, p_version, p_withdraw); $$;

grant execute on function public.end_draft(uuid, int4, boolean) to authenticated, service_role;

create function public.payment_link(p_session_id text)
returns jsonb
language sql
set search_path = ''
as $$ select private.payment_link(p_session_id); $$;

grant execute on function public.payment_link(text) to anon, authenticated, service_role;
