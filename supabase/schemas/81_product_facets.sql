-- How many products each value of a filter would leave.

-- For each category, brand and "in": how many active products pass the other filters and have it. Bounds are stored prices in pounds.
-- p_listing: the category whose page it is; p_category: the one chosen on the page of all products. Of more than 1,000 products only
-- the names of the brands are given, and no counts.
create function public.product_facets(p_listing text default null, p_category text default null, p_brand text default null,
  p_min numeric default null, p_max numeric default null, p_in_stock boolean default false)
returns table (facet text, value text, count integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_listing uuid;
  v_category uuid;
begin
  if public.count_products(p_listing) > 1000 then
    return query select 'brand', listed.brand, null::integer from public.list_brands(p_listing) as listed;
    return;
  end if;
  select id into v_listing from public.categories where slug = p_listing and is_active;
  select id into v_category from public.categories where slug = p_category and is_active;
  return query
    with judged as (
      select category.slug, product.brand,
        product.price between coalesce(p_min, 0) and coalesce(p_max, 9999999) as in_price,
        p_category is null or product.category_id is not distinct from v_category as in_category,
        p_brand is null or product.brand is not distinct from p_brand as of_brand,
        not coalesce(p_in_stock, false) or product.inventory_quantity > 0 as as_wanted,
        product.inventory_quantity > 0 as in_stock
      from public.products as product
      left join public.categories as category on category.id = product.category_id and category.is_active
      where product.is_active and (p_listing is null or product.category_id = v_listing)
    )
    select 'category', slug, count(*) filter (where in_price and of_brand and as_wanted)::integer
      from judged where slug is not null group by slug
    union all
    (select 'brand', brand, count(*) filter (where in_price and in_category and as_wanted)::integer
      from judged where brand is not null group by brand order by brand limit 40)
    union all
    select 'stock', 'in', count(*) filter (where in_price and in_category and of_brand and in_stock)::integer from judged;
end;
$$;

grant execute on function public.product_facets(text, text, text, numeric, numeric, bool) to anon, authenticated, service_role;
