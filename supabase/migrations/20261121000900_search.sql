-- Finding things: products by words in any form, with typing errors and half-typed last words; orders and customers by
-- parts of their number, name or e-mail. These run with more rights than their caller, since an operator that the
-- policies do not know as harmless could use no index behind them; each decides itself what its caller may see.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create table private.product_search (
  product_id uuid primary key references public.products (id) on delete cascade,
  document tsvector not null,
  is_active boolean not null
);

create index product_search_document on private.product_search using gin (document);

-- Every word of the catalogue once: the dictionary for half-typed and mistyped words.
create table private.search_words (word text collate "C" primary key);

create index search_words_alike on private.search_words using gist (word extensions.gist_trgm_ops);
revoke all on table private.product_search, private.search_words from public;

create function private.search_document(p_product public.products)
returns tsvector
language sql
stable
set search_path = ''
as $$
  select setweight(to_tsvector('english', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection))), 'B')
    || setweight(to_tsvector('english', extensions.unaccent(
      concat_ws(' ', p_product.short_description, p_product.materials, array_to_string(p_product.features, ' ')))), 'C')
    || setweight(to_tsvector('english', extensions.unaccent(coalesce(p_product.description, ''))), 'D');
$$;

create function private.product_words(p_product public.products)
returns setof text
language sql
stable
set search_path = ''
as $$
  select word
  from unnest(tsvector_to_array(to_tsvector('simple', extensions.unaccent(concat_ws(' ', p_product.name, p_product.sku, p_product.brand,
    p_product.collection, p_product.short_description, p_product.materials, array_to_string(p_product.features, ' '), p_product.description))))) as word
  where char_length(word) between 2 and 40 and word ~ '^[[:alnum:]]+$';
$$;

create function private.index_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_changed text := 'select id from new_rows';
begin
  if tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active)
    select product.id, private.search_document(product), product.is_active
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active
    $sql$, v_changed);
  execute format($sql$
    insert into private.search_words (word)
    select distinct word
    from (%s) as changed join public.products as product using (id) cross join lateral private.product_words(product) as word
    order by word
    on conflict (word) do nothing
    $sql$, v_changed);
  return null;
end;
$$;

create trigger index_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.index_products();
create trigger index_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.index_products();

insert into private.product_search (product_id, document, is_active)
select product.id, private.search_document(product), product.is_active from public.products as product;
insert into private.search_words (word)
select distinct word from public.products as product cross join lateral private.product_words(product) as word
on conflict (word) do nothing;

-- The words of a query, at most eight; anything that is neither letter nor digit only separates.
create function private.search_terms(p_query text)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(left(term, 40) order by place), '{}')
  from (
    select term, place
    from regexp_split_to_table(lower(extensions.unaccent(left(coalesce(p_query, ''), 200))), '[^[:alnum:]]+') with ordinality as split (term, place)
    where term <> ''
    order by place limit 8
  ) as terms;
$$;

-- Up to five known words that a mistyped one may mean: two slips at most (one in three letters), or much alike by
-- trigrams. Compared are the nearest by trigrams and those of the same first letter and about the same length.
create function private.nearest_words(p_term text)
returns text[]
language sql
stable
set search_path = ''
as $$
  with near as (
    (select word from private.search_words order by word operator(extensions.<->) p_term limit 5)
    union
    (select word from private.search_words
      where word > left(p_term, 1) and word < left(p_term, 1) || chr(1114111)
        and char_length(word) between char_length(p_term) - 1 and char_length(p_term) + 1
      order by extensions.levenshtein(word, p_term), word limit 5)
  ), judged as (
    select word, extensions.levenshtein(word, p_term) as slips, extensions.similarity(word, p_term) as likeness from near
  )
  select coalesce(array_agg(word), '{}')
  from (
    select word from judged
    where char_length(p_term) > 2
      and (slips <= case when char_length(p_term) > 3 then 2 else 1 end or likeness >= 0.4)
    order by slips, likeness desc, word
    limit 5
  ) as best;
$$;

-- One word as the catalogue may spell it: its stem and itself; the last word also as a beginning; an unknown word as the
-- nearest known ones. Null for a word too common to search for.
create function private.term_query(p_term text, p_is_last boolean)
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_query tsquery := plainto_tsquery('english', p_term);
  v_word text;
  v_known boolean := exists (select from private.search_words where word = p_term);
begin
  if numnode(v_query) = 0 and not v_known then
    return null;
  end if;
  v_query := v_query || plainto_tsquery('simple', p_term);
  if p_is_last then
    for v_word in
      select word from private.search_words
      where word > p_term and word < p_term || chr(1114111) order by char_length(word), word limit 10
    loop
      v_known := true;
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  if not v_known then
    foreach v_word in array private.nearest_words(p_term) loop
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  return v_query;
end;
$$;

create function private.search_query(p_terms text[])
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_query tsquery;
  v_term tsquery;
begin
  for v_place in 1 .. cardinality(p_terms) loop
    v_term := private.term_query(p_terms[v_place], v_place = cardinality(p_terms));
    v_query := case when v_query is null then v_term when v_term is null then v_query else v_query && v_term end;
  end loop;
  return v_query;
end;
$$;

-- Ranked among the first 500 that match, so that a word in every product costs no more than a rare one.
create function private.search_products(p_query text, p_limit integer, p_offset integer)
returns setof public.products
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_all boolean := private.is_staff();
  v_terms text[] := private.search_terms(p_query);
  v_words text := array_to_string(v_terms, ' ');
  v_query tsquery := private.search_query(v_terms);
begin
  if v_query is null then
    return;
  end if;
  return query
    with found as (
      (select product_id, ts_rank_cd(document, v_query) as rank
        from private.product_search where document @@ v_query and (is_active or v_all) limit 500)
      union all
      (select product.id, 0.05::real
        from public.products as product
        where product.category_id in (
            select id from public.categories
            where to_tsvector('english', extensions.unaccent(name)) @@ v_query and (is_active or v_all))
          and (product.is_active or v_all)
        limit 100)
    ), ranked as (
      select product_id, max(rank) as rank from found group by product_id
    )
    select product.*
    from ranked join public.products as product on product.id = ranked.product_id
    order by
      ranked.rank + case
        when lower(extensions.unaccent(product.name)) = v_words then 2
        when starts_with(lower(extensions.unaccent(product.name)), v_words) then 1
        else 0 end desc,
      product.created_at desc, product.id
    limit least(greatest(coalesce(p_limit, 24), 1), 100) offset least(greatest(coalesce(p_offset, 0), 0), 500);
end;
$$;

create function public.search_products(p_query text, p_limit integer default 24, p_offset integer default 0)
returns setof public.products
language sql
stable
set search_path = ''
as $$ select * from private.search_products(p_query, p_limit, p_offset); $$;

-- A part to look for, as a pattern in which only our own signs mean something; null when there is nothing to look for.
create function private.search_pattern(p_query text)
returns text
language sql
immutable
set search_path = ''
as $$
  select '%' || regexp_replace(nullif(btrim(left(p_query, 200)), ''), '([\\%_])', '\\\1', 'g') || '%';
$$;

create index orders_search on public.orders
  using gin (order_number extensions.gin_trgm_ops, email extensions.gin_trgm_ops);
create index customers_search on public.customers
  using gin (email extensions.gin_trgm_ops, first_name extensions.gin_trgm_ops, last_name extensions.gin_trgm_ops);

-- Newest first; the next page begins after the last row of this one (its created_at and id).
create function private.search_orders(p_query text, p_payment_status text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_query);
  v_statuses text[] := case p_payment_status when 'succeeded' then array['succeeded', 'paid'] else array[p_payment_status] end;
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return query
    select * from public.orders
    where (v_pattern is null or order_number ilike v_pattern or email ilike v_pattern)
      and (p_payment_status is null or payment_status = any (v_statuses))
      and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
    order by created_at desc, id
    limit v_limit;
end;
$$;

create function private.search_customers(p_query text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.customers
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_query);
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return query
    select * from public.customers
    where (v_pattern is null or email ilike v_pattern or first_name ilike v_pattern or last_name ilike v_pattern)
      and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
    order by created_at desc, id
    limit v_limit;
end;
$$;

create function public.search_orders(
  p_query text default null, p_payment_status text default null, p_before timestamptz default null,
  p_before_id uuid default null, p_limit integer default 10)
returns setof public.orders
language sql
stable
set search_path = ''
as $$ select * from private.search_orders(p_query, p_payment_status, p_before, p_before_id, p_limit); $$;

create function public.search_customers(
  p_query text default null, p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 10)
returns setof public.customers
language sql
stable
set search_path = ''
as $$ select * from private.search_customers(p_query, p_before, p_before_id, p_limit); $$;

revoke all on function private.search_document(public.products), private.product_words(public.products), private.index_products(),
  private.search_terms(text), private.nearest_words(text), private.term_query(text, boolean), private.search_query(text[]), private.search_pattern(text) from public;
revoke all on function
  private.search_products(text, integer, integer), public.search_products(text, integer, integer),
  private.search_orders(text, text, timestamptz, uuid, integer), public.search_orders(text, text, timestamptz, uuid, integer),
  private.search_customers(text, timestamptz, uuid, integer), public.search_customers(text, timestamptz, uuid, integer)
  from public, anon, authenticated;
grant execute on function private.search_products(text, integer, integer), public.search_products(text, integer, integer)
  to anon, authenticated, service_role;
grant execute on function
  private.search_orders(text, text, timestamptz, uuid, integer), public.search_orders(text, text, timestamptz, uuid, integer),
  private.search_customers(text, timestamptz, uuid, integer), public.search_customers(text, timestamptz, uuid, integer)
  to authenticated, service_role;
