-- One search over orders, products and customers, for the command palette of the back office: as fast at a million orders as at ten.

-- Each finds a few of one kind. score: 0 what was typed is its number, sku or email, 1 it starts with it, 2 it is a part of it.
-- Security definer functions alone may call them: behind row level security no index would be used.

-- By number, with or without its letters or a part of it from the start, and by the whole email. Numbers are letters and digits in a
-- fixed order, so that those that start with a text are a range of their own index in any collation, the newest at its end.
create function private.palette_orders(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_start constant text := case when p_text ~ '^[0-9]' then 'AM' else '' end || upper(p_text);
begin
  if v_start ~ '^AM[0-9]{0,8}$' or v_start ~ '^AM[0-9]{8}-[0-9]{0,12}$' then
    return query
      select 'order', found.order_number, found.order_number, concat_ws(', ', found.status, found.email),
        case when found.order_number = v_start then 0 else 1 end
      from public.orders as found
      where found.order_number >= v_start and found.order_number <= v_start || repeat('9', 24)
        and starts_with(found.order_number, v_start)
      order by found.order_number desc limit p_limit;
  elsif strpos(p_text, '@') > 1 then
    return query
      select 'order', found.order_number, found.order_number, concat_ws(', ', found.status, found.email), 1
      from public.orders as found
      where lower(found.email) = lower(p_text)
      order by found.created_at desc, found.id limit p_limit;
  end if;
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
