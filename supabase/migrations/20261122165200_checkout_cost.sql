-- A checkout without hundreds of calls for the prefixes of zones, and without updates of no rows.

-- The active zone of a postcode: district first, else area, else the first by position (setting shipping.unmatchedZone).
create or replace function private.find_zone(p_postcode text)
returns public.shipping_zones
language sql
stable
set search_path = ''
as $$
  select zone.*
  from (
    select private.postcode_area(p_postcode) as area, private.postcode_district(p_postcode) as district,
      private.setting_text('shipping.unmatchedZone', 'first') = 'first' as takes_others
    offset 0
  ) as given
  cross join public.shipping_zones as zone
  cross join lateral (
    select
      coalesce(bool_or(prefix ~ '[0-9]'), false) as by_district,
      count(*) > 0 as by_area
    -- The same as private.postcode_matches, whose calls for hundreds of prefixes would be most of the cost of a checkout.
    from (select regexp_replace(upper(entry collate "C"), '[^A-Z0-9]', '', 'g') as prefix from unnest(zone.postcodes) as entry) as wanted
    where prefix <> '' and prefix = case when prefix ~ '[0-9]' then given.district else given.area end
  ) as match
  where zone.is_active and (match.by_area or given.takes_others)
  order by match.by_district desc, match.by_area desc, zone.position, zone.id
  limit 1;
$$;

-- Adds the lines' quantities, times p_direction (1 or -1), to stock. Products and variants that are gone are skipped. The rows
-- of the products must be locked before.
create or replace function private.change_stock(p_lines jsonb, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- An update of no rows would still run every statement trigger of the catalogue.
  if exists (select from jsonb_array_elements(p_lines) as entry where entry ->> 'variant_id' is null) then
    update public.products as product
    set inventory_quantity = product.inventory_quantity + p_direction * demand.quantity
    from private.demand_of(p_lines) as demand
    where demand.variant_id is null and product.id = demand.product_id and product.options = '[]';
  end if;
  if exists (select from jsonb_array_elements(p_lines) as entry where entry ->> 'variant_id' is not null) then
    update public.product_variants as variant
    set inventory_quantity = variant.inventory_quantity + p_direction * demand.quantity
    from private.demand_of(p_lines) as demand
    where variant.id = demand.variant_id and variant.product_id = demand.product_id;
  end if;
end;
$$;

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
