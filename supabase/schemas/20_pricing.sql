-- Prices and VAT. The database decides; libs/pricing shows the same, which a test proves.

-- Stored price × factor, rounded half up to the penny, × quantity = subtotal; + 20 % VAT, rounded half up; + delivery = total.
-- round(numeric, 2) rounds half away from zero, which for amounts of at least 0 is half up.
create function private.unit_price(p_stored numeric)
returns numeric
language sql
stable
set search_path = ''
as $$ select round(p_stored * private.setting_number('pricing.factor', 0.79), 2); $$;

create function private.vat(p_subtotal numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select round(p_subtotal * 0.20, 2); $$;

-- All figures of a checkout in pounds. p_lines: [{product_id, variant_id?, quantity}]; what is deleted or inactive is left
-- out. shipping_amount is null when the method cannot be used. The promotion must have been checked before.
create function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb, p_promotion_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_discount numeric := 0;
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', unit.sku, 'image', unit.image, 'quantity', line.quantity,
      'unit_price', charged.price, 'price', charged.price, 'total_price', charged.price * line.quantity)
      || case when unit.variant_id is null then '{}' else jsonb_build_object('variant_id', unit.variant_id,
        'variant_name', private.variant_name(unit.options), 'options', unit.options) end order by line.place), '[]'),
    coalesce(sum(charged.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as listed (entry, place)
    group by 1, 2
  ) as line
  -- offset 0: looked up line by line, by index; as a join the whole view would be scanned.
  cross join lateral (
    select * from private.stock_units as listed
    where listed.product_id = line.product_id and listed.variant_id is not distinct from line.variant_id and listed.is_active
    offset 0
  ) as unit
  join public.products as product on product.id = unit.product_id
  cross join lateral (select private.unit_price(unit.price) as price) as charged;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  if p_promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_promotion_id;
    v_discount := coalesce(private.promotion_discount(v_promotion, v_subtotal), 0);
    if v_promotion.kind = 'free_delivery' then
      v_shipping := v_shipping * 0;
    end if;
  end if;
  v_vat := private.vat(v_subtotal - v_discount);
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal - v_discount + v_vat + v_shipping, 'shipping_method', v_method.name)
    || case when v_promotion.id is null then '{}'
      else jsonb_build_object('discount_amount', v_discount, 'promotion_code', v_promotion.code) end;
end;
$$;
