-- One search over orders, products, customers, promotions, gift cards and delivery zones, for the command palette of the back office: as fast at a million orders as at ten.

-- Each finds a few of one kind. score: 0 what was typed is its number, sku or email, 1 it starts with it, 2 it is a part of it.
-- Security definer functions alone may call them: behind row level security no index would be used.

-- Who an order goes to, as an index knows it: name and email in small letters.
create function private.order_recipient(p_email text, p_address jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(coalesce(p_address ->> 'first_name', '') || ' ' || coalesce(p_address ->> 'last_name', '') || ' ' || p_email);
$$;

grant execute on function private.order_recipient(text, jsonb) to authenticated, service_role;

create index orders_by_guest on public.orders
  using gin (private.order_recipient(email, shipping_address) extensions.gin_trgm_ops) where user_id is null;

-- Guests with each part of a text in email or name, as they come, by the trigram index.
create function private.guest_orders_with(p_pattern text, p_limit integer)
returns setof uuid
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  return query
    select orders.id from public.orders
    where user_id is null and private.order_recipient(email, shipping_address) like p_pattern limit p_limit;
end;
$$;

-- By number, with or without its letters or a part of it from the start; by its last digits, as customers read them out; by the whole
-- email; by name and email of a guest, who is no customer with an account. Numbers are letters and digits in a fixed order, so that
-- those that start with a text are a range of their own index in any collation, the newest at its end.
create function private.palette_orders(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_number constant text := ltrim(p_text, '#- ');
  v_start constant text := case when v_number ~ '^[0-9]' then 'AM' else '' end || upper(v_number);
  v_text constant text := lower(p_text);
  v_pattern constant text := private.search_pattern(v_text);
  v_found uuid[] := '{}';
begin
  if v_number ~ '^[0-9]{4,12}$' then
    v_found := array(
      select orders.id from public.orders
      where reverse(replace(order_number, '-', '')) like reverse(v_number) || '%'
      order by created_at desc, orders.id limit p_limit);
  end if;
  if v_start ~ '^AM[0-9]{0,8}$' or v_start ~ '^AM[0-9]{8}-[0-9]{0,12}$' then
    v_found := v_found || array(
      select orders.id from public.orders
      where order_number >= v_start and order_number <= v_start || repeat('9', 24) and starts_with(order_number, v_start)
      order by order_number desc limit p_limit);
  elsif strpos(p_text, '@') > 1 then
    v_found := array(
      select orders.id from public.orders where lower(email) = lower(p_text) order by created_at desc, orders.id limit p_limit);
  end if;
  if cardinality(v_found) = 0 and v_text ~ '[[:alpha:]]' then
    -- First among the newest, then among all by the index, which knows no text without three letters or digits in a row.
    v_found := array(
      select newest.id from (
        select * from public.orders order by created_at desc, orders.id limit 250
      ) as newest
      where newest.user_id is null and private.order_recipient(newest.email, newest.shipping_address) like v_pattern
      order by newest.created_at desc, newest.id limit p_limit);
    if cardinality(v_found) < p_limit and v_text ~ '[[:alnum:]]{3}' then
      v_found := v_found || array(select private.guest_orders_with(v_pattern, 40));
    end if;
  end if;
  return query
    select 'order', found.order_number, found.order_number,
      concat_ws(', ', found.status, nullif(btrim(concat_ws(' ', found.shipping_address ->> 'first_name',
        found.shipping_address ->> 'last_name')), ''), found.email),
      case when found.order_number = v_start then 0
        when starts_with(found.order_number, v_start) or right(found.order_number, char_length(v_number)) = v_number
          or lower(found.email) = lower(p_text) then 1 else 2 end
    from public.orders as found
    where found.id = any (v_found)
    order by right(found.order_number, char_length(v_number)) = v_number desc, found.created_at desc, found.id limit p_limit;
end;
$$;

-- Products that have a text in their name, sku or barcode, by the trigram index; those of a frequent text as they come.
create function private.products_with_part(p_pattern text, p_limit integer)
returns setof uuid
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  return query select product_id from private.product_search where terms like p_pattern limit p_limit;
end;
$$;

-- By name, sku and barcode; archived products come after others that match as well.
create function private.palette_products(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_text constant text := private.plain_text(p_text);
  v_sku constant text := lower(p_text);
  v_pattern constant text := private.search_pattern(v_text);
  v_found uuid[] := array(
    select product.id from public.products as product
    where lower(product.sku) collate "C" >= v_sku and lower(product.sku) collate "C" < v_sku || chr(1114111)
    order by lower(product.sku) collate "C" limit p_limit)
    || array(
    select variant.product_id from public.product_variants as variant
    where lower(variant.sku) collate "C" >= v_sku and lower(variant.sku) collate "C" < v_sku || chr(1114111)
    order by lower(variant.sku) collate "C" limit p_limit)
    || array(
    select listed.product_id from private.product_list as listed
    where listed.name >= v_text and listed.name < v_text || chr(1114111) and not listed.is_archived
    order by listed.name, listed.product_id limit p_limit);
begin
  if cardinality(v_found) < p_limit and v_text ~ '[[:alnum:]]{3}' then
    v_found := v_found || array(select private.products_with_part(v_pattern, 40));
  elsif cardinality(v_found) < p_limit then
    -- Too few letters for an index.
    v_found := v_found || array(
      select newest.product_id from (
        select listed.product_id, listed.terms from private.product_list as listed
        where not listed.is_archived order by listed.created_at desc, listed.product_id limit 200
      ) as newest where newest.terms like v_pattern limit p_limit);
  end if;
  return query
    select 'product', product.id::text, product.name,
      concat_ws(', ', product.sku, case when product.archived_at is not null then 'archived' when not product.is_active then 'inactive' end),
      case when v_text = any (string_to_array(known.terms, chr(10))) then 0
        when starts_with(known.terms, v_text) or starts_with(lower(product.sku), v_sku) then 1 else 2 end
    from public.products as product join private.product_search as known on known.product_id = product.id
    where product.id = any (v_found)
    order by 5, product.archived_at is not null, product.created_at desc, product.id limit p_limit;
end;
$$;

-- Customers with each word in a name or the email, by the trigram index; those of frequent words as they come.
create function private.customers_with_words(p_condition text, p_limit integer)
returns setof uuid
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  return query execute format('select customer_id from private.customer_list where %s limit %s', p_condition, p_limit);
end;
$$;

-- By name and email: first among the newest, whose words lie in the index, then among all.
create function private.palette_customers(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_text constant text := private.plain_text(p_text);
  v_condition constant text := private.customer_condition(p_text);
  v_found uuid[] := array(
    select customer.id from public.customers as customer
    where lower(customer.email) = lower(p_text) order by customer.created_at desc, customer.id limit p_limit);
  v_newest uuid[];
begin
  execute format($sql$
    select array(
      select customer_id from (
        select customer_id, created_at, terms from private.customer_list order by created_at desc, customer_id limit 1000
      ) as newest where %s order by created_at desc, customer_id limit %s)
    $sql$, v_condition, p_limit)
  into v_newest;
  v_found := v_found || v_newest;
  if cardinality(v_found) < p_limit and v_text ~ '[[:alnum:]]{3}' then
    v_found := v_found || array(select private.customers_with_words(v_condition, 40));
  end if;
  return query
    select 'customer', customer.id::text,
      coalesce(nullif(btrim(concat_ws(' ', customer.first_name, customer.last_name)), ''), customer.email), customer.email,
      case when lower(customer.email) = lower(p_text) then 0
        when starts_with(known.terms, v_text) or strpos(known.terms, chr(10) || v_text) > 0 then 1 else 2 end
    from public.customers as customer join private.customer_list as known on known.customer_id = customer.id
    where customer.id = any (v_found)
    order by 5, customer.created_at desc, customer.id limit p_limit;
end;
$$;

-- Promotions by the start of their code, then by a part of it.
create function private.palette_promotions(p_text text, p_limit integer)
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

-- Gift cards by their last four characters, alone or at the end of a whole code, as the list of cards reads them.
create function private.palette_gift_cards(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_code constant text := regexp_replace(upper(p_text collate "C"), '[^A-Z0-9]', '', 'g');
begin
  if char_length(v_code) not in (4, 20) then
    return;
  end if;
  return query
    select 'gift_card', card.id::text, 'Gift card …' || card.hint,
      concat_ws(', ', '£' || to_char(card.balance_pence / 100.0, 'FM999990.00') || ' left', private.gift_card_phase(card),
        card.recipient_email), 1
    from public.gift_cards as card
    where card.hint = translate(right(v_code, 4), 'OIL', '011')
    order by card.created_at desc, card.id limit p_limit;
end;
$$;

-- Delivery zones by a part of their name; there are few.
create function private.palette_zones(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language sql
stable
set search_path = ''
as $$
  select 'zone', zone.id::text, zone.name, concat_ws(', ', 'delivery zone', case when not zone.is_active then 'inactive' end),
    case when private.plain_text(zone.name) = private.plain_text(p_text) then 0
      when starts_with(private.plain_text(zone.name), private.plain_text(p_text)) then 1 else 2 end
  from public.shipping_zones as zone
  where private.plain_text(zone.name) like private.search_pattern(private.plain_text(p_text))
  order by 5, zone.position, zone.id limit p_limit;
$$;

-- What the palette shows of a text, the best first: of each kind six at most, and only kinds that the caller may see. Of a text
-- longer than 100 characters the start is looked for; of none, nothing.
create function private.office_search(p_text text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 6;
  v_text constant text := left(private.clean_code(left(coalesce(p_text, ''), 400)), 200);
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_text = '' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', found.kind, 'id', found.id, 'title', found.title, 'detail', found.detail,
      'score', found.score) order by found.score, found.of_kind, found.place), '[]')
    from (
      select 1 as of_kind, ranked.* from private.palette_orders(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('orders')
      union all
      select 2, ranked.* from private.palette_products(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      union all
      select 3, ranked.* from private.palette_customers(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('customers')
      union all
      select 4, ranked.* from private.palette_promotions(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('promotions')
      union all
      select 5, ranked.* from private.palette_gift_cards(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('gift_cards')
      union all
      select 6, ranked.* from private.palette_zones(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('shipping')
    ) as found);
end;
$$;

grant execute on function private.office_search(text) to authenticated, service_role;

create function public.office_search(p_text text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_search(p_text); $$;

grant execute on function public.office_search(text) to authenticated, service_role;
