-- The variants of a product that gets its first options share out the stock that it has, not what was sold meanwhile.
create or replace function private.write_product(
  p_id uuid, p_version integer, p_fields jsonb, p_stock_change integer, p_note text, p_variants jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_old public.products;
  v_new public.products;
  v_fields jsonb;
  v_is_new constant boolean := p_id is null;
begin
  perform private.require_fields('product', coalesce(p_fields, '{}'), v_is_new);
  perform private.require_variants(p_variants);
  if char_length(p_note) > 500 then
    perform private.refuse('PT422', 'The note is too long: 500 characters fit.', 'note');
  elsif p_stock_change not between -1000000 and 1000000 then
    perform private.refuse('PT422', 'Stock must be between 0 and 1,000,000.', 'stock_change');
  end if;
  v_fields := private.stored_fields('product', coalesce(p_fields, '{}'));
  if v_is_new then
    v_old := private.new_product();
  else
    v_old := private.lock_version(p_id, p_version);
    -- Before the product loses options, the variants that are not wanted go: they count into its stock.
    if v_old.options <> '[]' and (p_variants is not null or coalesce(v_fields -> 'options', v_old.options) = '[]') then
      perform private.drop_variants(p_id, coalesce(p_variants, '[]'), coalesce(v_fields -> 'options', v_old.options));
      select * into v_old from public.products where id = p_id;
    end if;
  end if;
  -- The price of a product with options is that of its variants.
  if p_variants is not null and coalesce(v_fields -> 'options', v_old.options) <> '[]' and not v_is_new then
    v_fields := v_fields - 'price';
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  -- An emptied address follows the name again.
  v_new.slug := private.slug_to_save('products', v_fields ->> 'slug', v_new.name, 'product', v_old.id, v_old.name,
    case when not v_fields ? 'slug' or v_fields ->> 'slug' is not null then v_old.slug end);
  v_new.image_alts := array(select coalesce(v_new.image_alts[place], '') from generate_subscripts(v_new.images, 1) as place order by place);
  if v_new.options <> '[]' and p_stock_change <> 0 then
    if v_is_new or v_old.options <> '[]' then
      perform private.refuse('PT422', 'Stock is counted for each variant.', 'stock_change');
    elsif v_old.inventory_quantity + p_stock_change <> 0 then
      perform private.refuse('PT409', format('There are %s in stock now, not %s: please share them out again.',
        v_old.inventory_quantity, -p_stock_change), 'stock_change', v_old.inventory_quantity::text);
    end if;
  elsif v_new.options = '[]' and v_old.inventory_quantity + p_stock_change not between 0 and 1000000 then
    perform private.refuse('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -p_stock_change),
      'stock_change', v_old.inventory_quantity::text);
  end if;
  if v_new.archived_at is not null and v_new.is_active then
    perform private.refuse('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  end if;
  if v_new.sku is distinct from v_old.sku and v_new.sku is not null then
    perform private.require_own_code('sku', v_new.sku, v_old.id, false, 'sku');
  end if;
  if v_new.barcode is distinct from v_old.barcode and v_new.barcode is not null then
    perform private.require_own_code('barcode', v_new.barcode, v_old.id, false, 'barcode');
  end if;
  perform private.set_movement(case when v_is_new then 'received' else 'adjusted' end, null, p_note);
  if v_is_new then
    v_new.inventory_quantity := p_stock_change;
    perform private.insert_products(array[v_new]);
  elsif v_new is distinct from v_old or p_stock_change <> 0 then
    perform private.update_products(array[v_new], array[p_stock_change]);
  end if;
  if p_variants is not null and v_new.options <> '[]' then
    perform private.save_variants(v_new.id, p_variants);
  elsif jsonb_array_length(coalesce(p_variants, '[]')) > 0 then
    perform private.refuse('PT422', 'Add an option, such as Size, before its variants.', 'options');
  end if;
  perform private.set_movement(null);
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.products where id = v_new.id);
end;
$$;
