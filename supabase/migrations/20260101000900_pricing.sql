-- The money pipeline, the authority over what libs/pricing shows: stored price × factor, rounded half up to the penny,
-- × quantity = subtotal; VAT is 20 % of it, half up; shipping; total. `round(numeric, 2)` rounds halves away from zero,
-- which for amounts that are never negative is half up.

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

-- Capitals and digits alone; the C collation keeps "upper" to ASCII, whatever the database's locale.
create function private.postcode_compact(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(upper(coalesce(p_postcode, '') collate "C"), '[^A-Z0-9]', '', 'g'); $$;

-- The letters before the first digit: "sw1a1aa" → "SW".
create function private.postcode_area(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$ select coalesce(substring(private.postcode_compact(p_postcode) from '^[A-Z]+'), ''); $$;

-- The outward code, also of a postcode typed only half: "kw151aa" and "KW15" → "KW15".
create function private.postcode_district(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    substring(private.postcode_compact(p_postcode) from '^(GIR|[A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$'),
    substring(private.postcode_compact(p_postcode) from '^(BFPO)[0-9]{1,4}$'),
    private.postcode_compact(substring(p_postcode from '\S+')));
$$;

-- Letters alone name a whole area (B is not BT), letters with digits a district (KW15).
create function private.postcode_matches(p_postcode text, p_prefix text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select prefix <> '' and prefix = case
    when prefix ~ '[0-9]' then private.postcode_district(p_postcode)
    else private.postcode_area(p_postcode)
  end
  from (select private.postcode_compact(p_prefix) as prefix) as wanted;
$$;

-- The active zone of a postcode: district first, else area, else the first by position (setting shipping.unmatchedZone).
create function private.find_zone(p_postcode text)
returns public.shipping_zones
language sql
stable
set search_path = ''
as $$
  select zone.*
  from public.shipping_zones as zone
  cross join lateral (
    select
      coalesce(bool_or(prefix ~ '[0-9]'), false) as by_district,
      count(*) > 0 as by_area
    from unnest(zone.postcodes) as prefix
    where private.postcode_matches(p_postcode, prefix)
  ) as match
  where zone.is_active
    and (match.by_area or private.setting_text('shipping.unmatchedZone', 'first') = 'first')
  order by match.by_district desc, match.by_area desc, zone.position, zone.id
  limit 1;
$$;

-- An amount in a rule: a number from 0 up, else as if it were not written.
create function private.rule_amount(p_json jsonb, p_key text)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_json -> p_key) = 'number' and (p_json ->> p_key)::numeric >= 0
    then (p_json ->> p_key)::numeric end;
$$;

-- The texts in a list of a rule; null when there is none to go by.
create function private.rule_texts(p_json jsonb, p_key text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_agg(btrim(entry #>> '{}'))
  from jsonb_array_elements(case when jsonb_typeof(p_json -> p_key) = 'array' then p_json -> p_key else '[]' end) as entry
  where jsonb_typeof(entry) = 'string' and btrim(entry #>> '{}') <> '';
$$;

create function private.rule_applies(
  p_conditions jsonb, p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_countries text[] := private.rule_texts(p_conditions, 'allowed_countries');
  v_excluded text[] := private.rule_texts(p_conditions, 'excluded_postcodes');
  v_method text := case when jsonb_typeof(p_conditions -> 'shipping_method') = 'string'
    then nullif(upper(btrim(p_conditions ->> 'shipping_method')), '') end;
begin
  return p_subtotal >= coalesce(private.rule_amount(p_conditions, 'min_order_value'), p_subtotal)
    and p_subtotal <= coalesce(private.rule_amount(p_conditions, 'max_order_value'), p_subtotal)
    and (v_countries is null or upper(p_country) in (select upper(country) from unnest(v_countries) as country))
    and (v_method is null or v_method in (upper(p_method.name), upper(p_method.id::text)))
    and not exists (
      select from unnest(v_excluded) as prefix where private.postcode_matches(p_postcode, prefix));
end;
$$;

-- The price of one method for one parcel, null when the method cannot be used. Exact until one rounding at the end.
create function private.shipping_price(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns numeric
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone public.shipping_zones := private.find_zone(p_postcode);
  v_price numeric;
  v_rule public.shipping_rules;
begin
  if v_zone.id is null and private.setting_text('shipping.unmatchedZone', 'first') <> 'first' then
    return null;
  end if;
  v_price := p_method.base_price * coalesce(v_zone.multiplier, 1);
  for v_rule in select * from public.shipping_rules where is_active order by priority, id loop
    continue when not private.rule_applies(v_rule.conditions, p_subtotal, p_method, p_postcode, p_country);
    if v_rule.type = 'restriction' then
      return null;
    end if;
    if v_rule.actions -> 'free_shipping' = 'true'::jsonb then
      v_price := 0;
    end if;
    v_price := greatest(0, v_price - coalesce(private.rule_amount(v_rule.actions, 'discount_amount'), 0));
    v_price := greatest(0, v_price * (1 - coalesce(private.rule_amount(v_rule.actions, 'discount_percentage'), 0) * 0.01));
    v_price := v_price + coalesce(private.rule_amount(v_rule.actions, 'surcharge_amount'), 0);
    v_price := v_price * (1 + coalesce(private.rule_amount(v_rule.actions, 'surcharge_percentage'), 0) * 0.01);
  end loop;
  return round(v_price, 2);
end;
$$;

-- Everything a checkout shows and charges, from the database alone. p_lines: [{product_id, quantity}]. Products that
-- are gone or inactive are left out. `shipping_amount` is null when the method cannot be used.
create function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', product.sku, 'image', product.images[1], 'quantity', line.quantity,
      'unit_price', unit.price, 'price', unit.price, 'total_price', unit.price * line.quantity) order by line.place), '[]'),
    coalesce(sum(unit.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as given (entry, place)
    group by 1
  ) as line
  join public.products as product on product.id = line.product_id and product.is_active
  cross join lateral (select private.unit_price(product.price) as price) as unit;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  v_vat := private.vat(v_subtotal);
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal + v_vat + v_shipping, 'shipping_method', v_method.name);
end;
$$;

revoke all on all functions in schema private from public;
