-- What the lists of the shop are sorted and narrowed by, so that a page of a large list is read as fast as of a small one.
-- A list by price falls as it rises, read backwards: its ties are broken by id in the same direction.

create index products_by_price on public.products (price, id) where is_active;
create index products_by_name on public.products (name, id) where is_active;
create index products_of_category_by_price on public.products (category_id, price, id) where is_active;
create index products_of_category_by_name on public.products (category_id, name, id) where is_active;

-- A brand's own list, and the names of the brands.
create index products_by_brand on public.products (brand, created_at desc, id) where is_active;
create index products_of_brand_by_price on public.products (brand, price, id) where is_active;
create index products_of_brand_by_name on public.products (brand, name, id) where is_active;
create index products_of_category_by_brand on public.products (category_id, brand, created_at desc, id) where is_active;

-- The brands for sale, in all or in an active category, by name; 40 at most. It goes from one name to the next by an index,
-- however many products bear each.
create function public.list_brands(p_category text default null)
returns table (brand text)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_category uuid;
  v_last text := '';
begin
  if p_category is not null then
    select categories.id into v_category from public.categories where categories.slug = p_category and categories.is_active;
    if not found then
      return;
    end if;
  end if;
  for place in 1..40 loop
    if v_category is null then
      select products.brand into brand from public.products
      where products.is_active and products.brand > v_last
      order by products.brand limit 1;
    else
      select products.brand into brand from public.products
      where products.is_active and products.category_id = v_category and products.brand > v_last
      order by products.category_id, products.brand limit 1;
    end if;
    exit when not found;
    return next;
    v_last := brand;
  end loop;
end;
$$;

revoke all on function public.list_brands(text) from public, anon, authenticated;
grant execute on function public.list_brands(text) to anon, authenticated, service_role;
