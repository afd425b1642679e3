-- Product search: stemming, typing errors, prefixes.

create table private.product_search (
  product_id uuid primary key references public.products (id) on delete cascade,
  document tsvector not null,
  is_active boolean not null,
  -- private.search_name of the product, to be found whatever its words are, and so that ranking does not read the product rows.
  name text not null,
  created_at timestamptz not null,
  -- What staff search in part: name, sku, barcode and those of the variants, a line each.
  terms text not null default ''
);

create index product_search_document on private.product_search using gin (document);
create index product_search_name on private.product_search (name);
create index product_search_terms on private.product_search using gin (terms extensions.gin_trgm_ops);

revoke all on table private.product_search from public;

-- Every word of the catalogue, for prefixes and typing errors. Numbers are left out: they are matched whole or by prefix.
create table private.search_words (word text collate "C" primary key);

create index search_words_alike on private.search_words using gist (word extensions.gist_trgm_ops);

revoke all on table private.search_words from public;

-- The skus and values of a product's variants, to be found by.
-- In PL/pgSQL, as the next: SQL would plan it for each product anew.
create function private.variant_terms(p_product_id uuid)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return (
    select string_agg(concat_ws(' ', sku, array_to_string(option_values, ' ')), ' ' order by sku, option_values)
    from public.product_variants where product_id = p_product_id and is_active);
end;
$$;

-- As staff search: without accents and invisible characters, in lower case, on one line.
create function private.plain_text(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return lower(extensions.unaccent(private.clean_code(p_text)));
end;
$$;

-- The words of a text as the index has them and a query asks for them: everything but letters and digits is a separator, since the
-- parser of text search reads "-10", "24/7" and "b.c" otherwise than their parts.
create function private.search_words_of(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return btrim(regexp_replace(private.plain_text(p_text), '[^[:alnum:]]+', ' ', 'g'));
end;
$$;

-- A name as it is looked up whole: its words, or its signs if it has none.
create function private.search_name(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(nullif(private.search_words_of(p_text), ''), private.plain_text(p_text));
end;
$$;

create function private.office_terms(p_product public.products)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(chr(10), private.plain_text(p_product.name), private.plain_text(p_product.sku), p_product.barcode, (
    select string_agg(concat_ws(chr(10), private.plain_text(sku), barcode), chr(10) order by id) from public.product_variants
    where product_id = p_product.id and p_product.options <> '[]'));
$$;

create function private.search_document(p_product public.products)
returns tsvector
language sql
stable
set search_path = ''
as $$
  select setweight(to_tsvector('english', private.search_words_of(p_product.name)), 'A')
    || setweight(to_tsvector('simple', private.search_words_of(p_product.name)), 'A')
    || setweight(to_tsvector('simple', private.search_words_of(
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection,
        case when p_product.options <> '[]' then private.variant_terms(p_product.id) end))), 'B')
    || setweight(to_tsvector('english', private.search_words_of(
      concat_ws(' ', p_product.short_description, p_product.materials, array_to_string(p_product.features, ' ')))), 'C')
    || setweight(to_tsvector('english', private.search_words_of(coalesce(p_product.description, ''))), 'D');
$$;

create function private.product_words(p_product public.products)
returns setof text language sql stable set search_path = '' as $$
  select word
  from unnest(tsvector_to_array(to_tsvector('simple', private.search_words_of(concat_ws(' ', p_product.name, p_product.brand,
    p_product.collection, p_product.short_description, p_product.materials, array_to_string(p_product.features, ' '), p_product.description))))) as word
  where char_length(word) between 2 and 40 and word ~ '^[[:alpha:]]+$';
$$;

create function private.update_search_index()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_changed text := 'select id from new_rows';
begin
  if tg_table_name = 'product_variants' then
    v_changed := case tg_op when 'INSERT' then 'select distinct product_id as id from new_rows'
      when 'DELETE' then 'select distinct product_id as id from old_rows'
      else $sql$
        select distinct new_rows.product_id as id from new_rows join old_rows using (id)
        where (new_rows.sku, new_rows.barcode, new_rows.option_values, new_rows.is_active)
          is distinct from (old_rows.sku, old_rows.barcode, old_rows.option_values, old_rows.is_active)$sql$ end;
  elsif tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.barcode, new_rows.options, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.barcode, old_rows.options, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active, name, created_at, terms)
    select product.id, private.search_document(product), product.is_active, private.search_name(product.name), product.created_at,
      private.office_terms(product)
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active, name = excluded.name,
      terms = excluded.terms
    $sql$, v_changed);
  execute format($sql$
    update private.product_list as listed set terms = known.terms
    from (%s) as changed join private.product_search as known on known.product_id = changed.id
    where listed.product_id = changed.id and listed.terms <> known.terms
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
  referencing new table as new_rows for each statement execute function private.update_search_index();
create trigger index_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_search_index();
create trigger index_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.update_search_index();
create trigger index_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_search_index();
create trigger index_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.update_search_index();

-- The words of a query, at most eight.
create function private.search_terms(p_query text)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce((string_to_array(nullif(private.search_words_of(left(p_query, 200)), ''), ' '))[:8], '{}');
$$;

-- Up to five similar known words: edit distance up to 2 (one per three letters) or high trigram similarity. Candidates are the
-- nearest by trigrams and those with the same first letter and about the same length.
create function private.similar_search_words(p_term text)
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

-- The tsquery of one word: its stem or itself, the last word also as a prefix, an unknown word as the similar known ones.
-- Null for a stop word.
create function private.term_query(p_term text, p_is_last boolean)
returns tsquery language plpgsql stable set search_path = '' as $$
declare
  v_query tsquery := plainto_tsquery('english', p_term);
  v_word text;
  -- Numbers are matched exactly.
  v_known boolean := p_term ~ '[^[:alpha:]]' or exists (select from private.search_words where word = p_term);
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
  if not v_known and not private.is_page_word(p_term) then
    foreach v_word in array private.similar_search_words(p_term) loop
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  return v_query;
end;
$$;

-- The tsquery of words that mean something else: themselves, or what the shop calls it.
create function private.meaning_query(p_words text[], p_means text[])
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_own constant text := array_to_string(p_words, ' ');
  v_query tsquery := plainto_tsquery('english', v_own) || plainto_tsquery('simple', v_own);
  v_meaning text;
begin
  foreach v_meaning in array p_means loop
    v_query := v_query || plainto_tsquery('english', v_meaning) || plainto_tsquery('simple', v_meaning);
  end loop;
  return v_query;
end;
$$;

-- What a search asks: the tsquery of its words, null for stop words alone, and the categories that they lead to. Words that mean a
-- category and nothing else leave the query to the others.
create function private.search_plan(p_terms text[], out query tsquery, out categories uuid[])
language plpgsql
stable
set search_path = ''
as $$
declare
  v_term tsquery;
  v_place integer := 1;
  v_entry record;
begin
  categories := '{}';
  while v_place <= cardinality(p_terms) loop
    select * into v_entry from private.synonym_at(p_terms, v_place);
    if not found then
      v_term := private.term_query(p_terms[v_place], v_place = cardinality(p_terms));
      v_place := v_place + 1;
    else
      v_term := case when cardinality(v_entry.means) > 0 or v_entry.span = cardinality(p_terms)
        then private.meaning_query(p_terms[v_place : v_place + v_entry.span - 1], v_entry.means) end;
      categories := categories || v_entry.category_id;
      v_place := v_place + v_entry.span;
    end if;
    query := case when query is null then v_term when v_term is null then query else query && v_term end;
  end loop;
  categories := array_remove(categories, null);
  if query is null and categories <> '{}' then
    query := plainto_tsquery('simple', array_to_string(p_terms, ' '));
  end if;
end;
$$;

-- Ranks the first 500 matches only, so that a common word costs no more than a rare one.
create function private.search_products(p_query text, p_limit integer, p_offset integer)
returns setof public.products language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
-- Two common words that never occur together would otherwise scan the whole table.
set enable_seqscan = off
as $$
declare
  v_all boolean := private.is_staff();
  v_terms text[] := private.search_terms(p_query);
  v_name text := private.search_name(left(p_query, 200));
  -- SKUs from v_start until v_end: all that start so, or without a digit this one alone.
  v_start text := lower(left(private.clean_code(left(p_query, 200)), 64)) collate "C";
  v_end text := v_start || case when v_start ~ '[0-9]' then chr(1114111) else chr(1) end;
  v_query tsquery;
  v_categories uuid[];
begin
  select plan.query, plan.categories into v_query, v_categories from private.search_plan(v_terms) as plan;
  if coalesce(v_name, '') = '' then
    return;
  end if;
  return query
    with found as (
      (select product_id, ts_rank_cd(document, v_query) as rank
        from private.product_search where document @@ v_query and (is_active or v_all) limit 500)
      union all
      (select product_id, 0::real from private.product_search where name = v_name and (is_active or v_all) limit 24)
      union all
      (select id, case when lower(sku) collate "C" = v_start then 9 else 2 end::real from public.products
        where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_end and (is_active or v_all)
        order by lower(sku) collate "C" limit 24)
      union all
      (select product.id, case when variant.is_exact then 9 else 2 end::real
        from (
          select product_id, lower(sku) collate "C" = v_start as is_exact from public.product_variants
          where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_end and (is_active or v_all)
          order by lower(sku) collate "C" limit 24
        ) as variant
        join public.products as product on product.id = variant.product_id
        where product.is_active or v_all)
      union all
      (select product.id, 0.05::real
        from (
          select id from public.categories
          where (id = any (v_categories) or to_tsvector('english', private.search_words_of(name)) @@ v_query) and (is_active or v_all)
          order by position, name, id limit 3
        ) as category
        cross join lateral (
          select id, name, created_at from public.products where category_id = category.id and (is_active or v_all)
          order by created_at desc, id limit 50
        ) as product)
    ), ranked as (
      select product_id, created_at, max(rank) + case when name = v_name then 10 when starts_with(name, v_name) then 1 else 0 end as rank
      from found join private.product_search as known using (product_id) group by product_id, name, created_at
    ), page as (
      select * from ranked order by rank desc, created_at desc, product_id
      limit least(greatest(coalesce(p_limit, 24), 1), 100) offset least(greatest(coalesce(p_offset, 0), 0), 500)
    )
    select product.*
    from page join public.products as product on product.id = page.product_id
    order by page.rank desc, page.created_at desc, page.product_id;
end;
$$;

grant execute on function private.search_products(text, int4, int4) to anon, authenticated, service_role;

create function public.search_products(p_query text, p_limit integer default 24, p_offset integer default 0)
returns setof public.products
language sql
stable
set search_path = ''
as $$ select * from private.search_products(p_query, p_limit, p_offset); $$;

grant execute on function public.search_products(text, int4, int4) to anon, authenticated, service_role;
