-- Orders are found by name, postcode and the last digits of their number, and listed in other orders than by day.
create index orders_by_total on public.orders (total, created_at desc, id);
-- By the last digits of the number, which customers read out.
create index orders_by_last_digits on public.orders (reverse(replace(order_number, '-', '')) text_pattern_ops);

-- What staff find orders by beside number and email. Its own table, so that a change of status leaves its indexes alone.
create table private.order_list (
  order_id uuid primary key references public.orders (id) on delete cascade,
  created_at timestamptz not null,
  -- Name and postcode of the shipping address, a line each, in lower case and without accents; the postcode without spaces.
  terms text not null check (char_length(terms) <= 400)
);

create index order_list_terms on private.order_list using gin (terms extensions.gin_trgm_ops);
-- With the terms, so that a frequent text is found newest first without reading the table.
create index order_list_newest on private.order_list (created_at desc, order_id) include (terms);

revoke all on table private.order_list from public, anon, authenticated;

create function private.order_terms(p_address jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select left(concat_ws(chr(10), private.plain_text(concat_ws(' ', p_address ->> 'first_name', p_address ->> 'last_name')),
    lower(private.postcode_compact(p_address ->> 'postal_code'))), 400);
$$;

create function private.list_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.order_list (order_id, created_at, terms)
  select id, created_at, private.order_terms(shipping_address) from new_rows;
  return null;
end;
$$;

create trigger list_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.list_orders();

create function private.list_changed_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.order_list set created_at = new.created_at, terms = private.order_terms(new.shipping_address) where order_id = new.id;
  return null;
end;
$$;

create trigger list_update after update of shipping_address, created_at on public.orders
  for each row when ((old.shipping_address, old.created_at) is distinct from (new.shipping_address, new.created_at))
  execute function private.list_changed_order();

insert into private.order_list (order_id, created_at, terms)
select id, created_at, private.order_terms(shipping_address) from public.orders;

drop function public.office_orders(jsonb, int4, int4);
drop function private.office_orders(jsonb, int4, int4);
drop function private.orders_by_text(jsonb, integer, integer);

-- The last digits of a number as somebody reads them out, backwards, as their index has them; null for fewer than three.
create function private.last_digits(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select reverse(digits) from (select regexp_replace(p_text, '[ -]', '', 'g') as digits) as given
  where p_text ~ '^[0-9][0-9 -]*$' and char_length(digits) >= 3;
$$;

-- The newest orders by a text in the name or the postcode of their address, 1,001 at most: each word is a part of either. Of a text that
-- more than 5,000 have, only those 5,000 newest are looked at.
create function private.orders_with_terms(p_filter jsonb, p_condition text)
returns uuid[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
declare
  v_source constant text := case when p_filter ->> 'q' ~ '[[:alnum:]]{3}' then 'private.order_list' else format(
    '(select * from private.order_list where %s order by created_at desc, order_id limit 20000) as order_list',
    private.period_condition(p_filter)) end;
  v_ids uuid[];
begin
  execute format($sql$
    with candidates as materialized (
      select order_id from %s where %s and %s order by created_at desc, order_id limit 5000
    )
    select array(select id from candidates join public.orders on orders.id = candidates.order_id where %s
      order by created_at desc, id limit 1001)
    $sql$, v_source, coalesce(private.customer_condition(p_filter ->> 'q'), 'false'), private.period_condition(p_filter), p_condition)
  into v_ids;
  return v_ids;
end;
$$;

-- The newest orders that have a text in their number or email, 1,001 at most. A text that is frequent among the newest orders is found by passing over
-- an index of their numbers and addresses, any other by the trigram index. That index knows no texts without three letters or digits
-- in a row: they are looked for among the newest 20,000 orders of the period alone.
create function private.orders_with_code(p_filter jsonb, p_condition text)
returns uuid[]
language plpgsql
stable
set search_path = ''
-- The planner must not take a text that it believes to be frequent for one that is found by reading a few rows.
set enable_seqscan = off
as $$
declare
  v_text constant text := p_filter ->> 'q';
  v_pattern constant text := private.search_pattern(v_text);
  -- By letters of the alphabet alone, which is fast, and which the trigram index does not offer.
  v_passing constant text := format($sql$(email collate "C" ilike %1$L or order_number collate "C" ilike %1$L)$sql$, v_pattern);
  v_sample constant integer := 2000;
  v_candidates constant integer := 20000;
  v_source text := 'public.orders';
  v_where text;
  v_ids uuid[];
  v_count integer;
begin
  if v_text !~ '[[:alnum:]]{3}' then
    v_where := v_passing;
    v_source := format('(select * from public.orders where %s order by created_at desc, id limit 20000) as orders',
      private.period_condition(p_filter));
  else
    v_where := v_passing;
    select count(*) into v_count
    from (select order_number, email from public.orders order by created_at desc, id limit v_sample) as newest
    where order_number ilike v_pattern or email ilike v_pattern;
    if v_count < v_sample / 100 then
      execute format($sql$
        with candidates as materialized (
          select id, created_at, status, payment_status, shipping_address, gift_card_amount
          from public.orders where order_number ilike %1$L or email ilike %1$L limit %2$s
        )
        select (select count(*) from candidates), array(select id from candidates where %3$s order by created_at desc, id limit 1001)
        $sql$, v_pattern, v_candidates + 1, p_condition)
      into v_count, v_ids;
      if v_count <= v_candidates then
        return v_ids;
      end if;
    end if;
  end if;
  execute format('select array(select id from %s where %s and %s order by created_at desc, id limit 1001)', v_source, v_where, p_condition)
  into v_ids;
  return v_ids;
end;
$$;

-- The newest orders that a text finds, 1,001 at most. A whole email, a whole number and the last digits of numbers find no others.
create or replace function private.orders_with_text(p_filter jsonb)
returns uuid[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
declare
  v_text constant text := p_filter ->> 'q';
  v_digits constant text := private.last_digits(v_text) || '%';
  v_condition constant text := private.orders_condition(p_filter) || ' and ' || private.period_condition(p_filter);
  v_where constant text := case
    when exists (select from public.orders where lower(email) = lower(v_text)) then format('lower(email) = %L', lower(v_text))
    when exists (select from public.orders where order_number = upper(v_text)) then format('order_number = %L', upper(v_text))
    when exists (select from public.orders where reverse(replace(order_number, '-', '')) like v_digits)
      then format($sql$reverse(replace(order_number, '-', '')) like %L$sql$, v_digits) end;
  v_ids uuid[];
begin
  if v_where is null then
    return array(
      select id from public.orders
      where id = any (private.orders_with_code(p_filter, v_condition) || private.orders_with_terms(p_filter, v_condition))
      order by created_at desc, id limit 1001);
  end if;
  execute format('select array(select id from public.orders where %s and %s order by created_at desc, id limit 1001)', v_where, v_condition)
  into v_ids;
  return v_ids;
end;
$$;

-- The order of a list by its name in the URL, as an index has it; null for none.
create function private.order_sorting(p_sort text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_sort
    when 'newest' then 'orders.created_at desc, orders.id'
    when '-date' then 'orders.created_at desc, orders.id'
    when 'date' then 'orders.created_at, orders.id desc'
    when 'total' then 'orders.total, orders.created_at desc, orders.id'
    when '-total' then 'orders.total desc, orders.created_at, orders.id desc'
    when 'customer' then 'lower(orders.email), orders.created_at desc, orders.id'
    when '-customer' then 'lower(orders.email) desc, orders.created_at, orders.id desc'
    when 'status' then 'orders.status, orders.created_at desc, orders.id'
    when '-status' then 'orders.status desc, orders.created_at, orders.id desc'
  end;
$$;

-- A page of a filter without text in another order than by day. Its pages end after 1,000 orders, since the others are passed over.
create function private.orders_sorted(p_filter jsonb, p_sort text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_total bigint;
  v_pages integer;
  v_page integer;
  v_ids uuid[];
begin
  execute format('select coalesce(sum(orders), 0) from private.order_days where %s', private.days_condition(p_filter)) into v_total;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / p_size));
  v_page := least(p_page, v_pages);
  execute format('select array(select id from public.orders where %s and %s order by %s limit %s offset %s)',
    private.orders_condition(p_filter), private.period_condition(p_filter), private.order_sorting(p_sort),
    least(p_size, v_most - (v_page - 1) * p_size), (v_page - 1) * p_size)
  into v_ids;
  return jsonb_build_object('total', v_total, 'exact', true, 'pages', v_pages, 'page', v_page, 'within', null, 'ids', to_jsonb(v_ids));
end;
$$;

-- A page of a search: up to 1,000 of the newest are counted and put in order, and pages end there. within: the number of newest orders that were looked at, if not all.
create function private.orders_by_text(p_filter jsonb, p_sort text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_ids uuid[] := private.orders_with_text(p_filter);
  v_total constant integer := least(cardinality(v_ids), v_most);
  v_pages constant integer := greatest(1, ceil(v_total::numeric / p_size));
  v_page constant integer := least(p_page, v_pages);
  v_within bigint;
begin
  if p_filter ->> 'q' !~ '[[:alnum:]]{3}' then
    execute format('select sum(orders) from private.order_days where %s', private.days_condition(
      p_filter - array['payment', 'status', 'country', 'gift_card', 'unshipped'])) into v_within;
  end if;
  if p_sort <> 'newest' then
    execute format('select array(select id from public.orders where id = any ($1) order by %s)', private.order_sorting(p_sort))
    into v_ids using v_ids[1:v_most];
  end if;
  return jsonb_build_object('total', v_total, 'exact', cardinality(v_ids) <= v_most, 'pages', v_pages, 'page', v_page,
    'within', case when v_within > 20000 then 20000 end,
    'ids', to_jsonb(v_ids[(v_page - 1) * p_size + 1:least(v_page * p_size, v_most)]));
end;
$$;

-- One page of the orders; a page beyond the last is the last. Without a text the total is exact.
-- p_sort: newest, or date, total, customer or status, '-' before it for descending.
create function private.office_orders(p_filter jsonb, p_sort text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_page constant integer := greatest(coalesce(p_page, 1), 1);
  v_sort constant text := coalesce(nullif(p_sort, ''), 'newest');
  v_filter jsonb;
  v_found jsonb;
begin
  perform private.require_right('orders');
  if private.order_sorting(v_sort) is null then
    perform private.reject('PT422', format('There is no order "%s".', left(v_sort, 60)), 'sort');
  end if;
  v_filter := private.order_filter(p_filter);
  v_found := case when v_filter ? 'q' then private.orders_by_text(v_filter, v_sort, v_page, v_size)
    when v_sort in ('newest', '-date') then private.orders_by_day(v_filter, v_page, v_size)
    else private.orders_sorted(v_filter, v_sort, v_page, v_size) end;
  return v_found - 'ids' || jsonb_build_object('countries', private.order_countries(), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'email', orders.email,
      'created_at', orders.created_at, 'total', orders.total, 'currency', orders.currency,
      'payment_status', orders.payment_status, 'payment_method', orders.payment_method, 'status', orders.status,
      'shipping_method', orders.shipping_method,
      'name', btrim(concat_ws(' ', orders.shipping_address ->> 'first_name', orders.shipping_address ->> 'last_name')),
      'items', (select coalesce(sum((item ->> 'quantity')::integer), 0) from jsonb_array_elements(orders.items) as item))
      order by place), '[]')
    from jsonb_array_elements_text(v_found -> 'ids') with ordinality as wanted (id, place)
    join public.orders on orders.id = wanted.id::uuid));
end;
$$;

grant execute on function private.office_orders(jsonb, text, int4, int4) to authenticated, service_role;

create function public.office_orders(
  p_filter jsonb default '{}', p_page integer default 1, p_size integer default 10, p_sort text default 'newest')
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_orders(p_filter, p_sort, p_page, p_size); $$;

grant execute on function public.office_orders(jsonb, int4, int4, text) to authenticated, service_role;

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create or replace function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customer constant uuid := (select id from public.customers where user_id = p_user);
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = v_customer),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = v_customer),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = v_customer),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = v_customer),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = v_customer),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = v_customer),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'returned_payments', (select jsonb_agg(to_jsonb(t) - v_hidden - 'note' order by id) from public.returned_payments as t where checkout_session_id = any (v_checkouts)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_list', (select jsonb_agg(to_jsonb(t)) from private.order_list as t where order_id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_items', (select jsonb_agg(to_jsonb(t)) from private.returned_items as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

revoke all on function private.list_orders() from public;
revoke all on function private.list_changed_order() from public;
revoke all on function private.office_orders(jsonb, text, int4, int4) from public;
