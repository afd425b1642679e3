-- A new product is read once for search and list, and a change of variants writes their product once.

drop trigger move_version_insert on public.product_variants;
drop trigger move_version_update on public.product_variants;
drop trigger move_version_delete on public.product_variants;
drop function private.move_version_of_product();

-- Stock and prices of a product with options are those of its active variants, and an edit of a variant, unlike a sale, is an edit of
-- its product: one write of the product for all.
create or replace function private.update_product_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    update public.products as product
    set inventory_quantity = active.stock, price = coalesce(active.lowest, product.price), highest_price = active.highest,
      version = product.version + changed.is_edited::integer
    from (%s) as changed
    cross join lateral (
      select coalesce(sum(inventory_quantity), 0) as stock, min(price) as lowest, max(price) as highest
      from public.product_variants where product_id = changed.product_id and is_active
    ) as active
    where product.id = changed.product_id
      and (changed.is_edited or (product.inventory_quantity, product.price, product.highest_price)
        is distinct from (active.stock, coalesce(active.lowest, product.price), active.highest))
    $sql$, case tg_op when 'INSERT' then 'select distinct product_id, true as is_edited from new_rows'
      when 'DELETE' then 'select distinct product_id, true as is_edited from old_rows'
      else $sql$
        select new_rows.product_id, bool_or(to_jsonb(new_rows) - derived is distinct from to_jsonb(old_rows) - derived) as is_edited
        from new_rows join old_rows using (id)
        cross join (values (array['inventory_quantity', 'was_price', 'was_price_until', 'updated_at'])) as known (derived)
        group by new_rows.product_id$sql$ end);
  return null;
end;
$$;

-- The first period of a new product or variant.
create or replace function private.start_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'products' then
    insert into private.price_history (product_id, price, since)
    select id, price, clock_timestamp() from new_rows where is_active and inventory_quantity > 0 and options = '[]';
  else
    insert into private.price_history (product_id, variant_id, price, since)
    select product_id, id, price, clock_timestamp() from new_rows
    where is_active and inventory_quantity > 0 and (select is_active from public.products where products.id = new_rows.product_id);
  end if;
  return null;
end;
$$;

create or replace function private.list_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Dynamic, so that it is planned for the rows of this statement, not for those of the connection's first.
  if tg_op = 'INSERT' then
    -- The search index, whose trigger comes first by its name, has name and terms already.
    execute $sql$
      insert into private.product_list (product_id, name, price, stock, category_id, is_active, is_archived, is_featured, has_picture,
        created_at, updated_at, terms)
      select product.id, known.name, product.price, product.inventory_quantity, coalesce(product.category_id, private.no_category()),
        product.is_active, product.archived_at is not null, product.is_featured, product.images <> '{}', product.created_at,
        product.updated_at, known.terms
      from new_rows as product join private.product_search as known on known.product_id = product.id
      $sql$;
  else
    execute $sql$
      update private.product_list as listed
      set name = case when edited.name = before.name then listed.name else private.plain_text(edited.name) end,
        price = edited.price, stock = edited.inventory_quantity, category_id = coalesce(edited.category_id, private.no_category()),
        is_active = edited.is_active, is_archived = edited.archived_at is not null, is_featured = edited.is_featured,
        has_picture = edited.images <> '{}', created_at = edited.created_at, updated_at = edited.updated_at
      from new_rows as edited join old_rows as before using (id)
      where listed.product_id = edited.id
      $sql$;
  end if;
  return null;
end;
$$;
