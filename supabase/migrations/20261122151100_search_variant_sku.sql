
-- Ranks the first 500 matches only, so that a common word costs no more than a rare one.
create or replace function private.search_products(p_query text, p_limit integer, p_offset integer)
returns setof public.products language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
-- Two common words that never occur together would otherwise scan the whole table.
set enable_seqscan = off
as $$
declare
  v_all boolean := private.is_staff();
  v_terms text[] := private.search_terms(p_query);
  v_words text := array_to_string(v_terms, ' ');
  v_start text := lower(btrim(left(p_query, 64))) collate "C";
  v_query tsquery := private.search_query(v_terms);
begin
  if v_query is null then
    return;
  end if;
  return query
    with found as (
      (select product_id, name, created_at, ts_rank_cd(document, v_query) as rank
        from private.product_search where document @@ v_query and (is_active or v_all) limit 500)
      union all
      (select id, lower(extensions.unaccent(name)), created_at, 2::real from public.products
        where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_start || chr(1114111) and v_start ~ '[0-9]'
          and (is_active or v_all)
        order by lower(sku) collate "C" limit 24)
      union all
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 2::real
        from (
          select product_id from public.product_variants
          where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_start || chr(1114111) and v_start ~ '[0-9]'
            and (is_active or v_all)
          order by lower(sku) collate "C" limit 24
        ) as variant
        join public.products as product on product.id = variant.product_id
        where product.is_active or v_all)
      union all
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 0.05::real
        from (
          select id from public.categories
          where to_tsvector('english', extensions.unaccent(name)) @@ v_query and (is_active or v_all) order by name, id limit 3
        ) as category
        cross join lateral (
          select id, name, created_at from public.products where category_id = category.id and (is_active or v_all)
          order by created_at desc, id limit 50
        ) as product)
    ), ranked as (
      select product_id, created_at, max(rank) + case when name = v_words then 2 when starts_with(name, v_words) then 1 else 0 end as rank
      from found group by product_id, name, created_at
    ), page as (
      select * from ranked order by rank desc, created_at desc, product_id
      limit least(greatest(coalesce(p_limit, 24), 1), 100) offset least(greatest(coalesce(p_offset, 0), 0), 500)
    )
    select product.*
    from page join public.products as product on product.id = page.product_id
    order by page.rank desc, page.created_at desc, page.product_id;
end;
$$;

select private.hide_rows_in_api_errors();
