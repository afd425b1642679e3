-- Prices and VAT. The database decides; libs/pricing shows the same, which a test proves.

-- The rates of VAT, each from its first day in London until the next begins. A new rate is a row that a migration adds, before its day:
-- orders keep the rate that they were charged.
create table private.vat_rates (
  starts_on date primary key,
  -- As a share: 0.2 is 20 %.
  rate numeric(5, 4) not null check (rate between 0 and 1)
);

revoke all on table private.vat_rates from public, anon, authenticated;

insert into private.vat_rates (starts_on, rate) values ('2011-01-04', 0.20);

-- The rate in force, by which pages show prices; null before the first, when nothing can be bought.
create function private.vat_rate()
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
  select rate from private.vat_rates where starts_on <= (now() at time zone 'Europe/London')::date order by starts_on desc limit 1;
$$;

grant execute on function private.vat_rate() to anon, authenticated, service_role;

create function public.vat_rate()
returns numeric
language sql
stable
set search_path = ''
as $$ select private.vat_rate(); $$;

grant execute on function public.vat_rate() to anon, authenticated, service_role;

-- Stored price × factor, rounded half up to the penny, × quantity = subtotal; + VAT, rounded half up; + delivery = total.
-- round(numeric, 2) rounds half away from zero, which for amounts of at least 0 is half up.
create function private.unit_price(p_stored numeric)
returns numeric
language sql
stable
set search_path = ''
as $$ select round(p_stored * private.setting_number('pricing.factor', 0.79), 2); $$;

create function private.vat(p_amount numeric, p_rate numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select round(p_amount * p_rate, 2); $$;

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
  v_vat_rate constant numeric := private.vat_rate();
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', unit.sku, 'image', unit.image, 'quantity', line.quantity,
      'unit_price', charged.price, 'price', charged.price, 'total_price', charged.price * line.quantity,
      'vat_rate', v_vat_rate)
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
    if v_promotion.kind = 'free_delivery' or v_promotion.exchange_pence is not null then
      v_shipping := v_shipping * 0;
    end if;
  end if;
  v_vat := coalesce(v_promotion.exchange_pence * 0.01 - v_subtotal + v_discount, private.vat(v_subtotal - v_discount, v_vat_rate));
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'vat_rate', v_vat_rate, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal - v_discount + v_vat + v_shipping, 'shipping_method', v_method.name)
    || case when v_promotion.id is null then '{}'
      else jsonb_build_object('discount_amount', v_discount, 'promotion_code', v_promotion.code) end;
end;
$$;
