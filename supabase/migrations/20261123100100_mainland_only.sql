-- delivery.coverage 'mainland' changes what is sold, not words alone.

-- Whether a postcode is off the mainland of Great Britain: Northern Ireland, the islands and the forces. The same list as
-- libs/pricing/src/mainland.ts.
create or replace function private.is_off_mainland(p_postcode text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(match.district, match.area) is not null
  from private.match_postcode(p_postcode, array[
    'BF', 'BFPO', 'BT', 'HS', 'IM', 'ZE', 'KA27', 'KA28', 'KW15', 'KW16', 'KW17', 'PA20', 'PA41', 'PA42', 'PA43',
    'PA44', 'PA45', 'PA46', 'PA47', 'PA48', 'PA49', 'PA60', 'PA61', 'PA62', 'PA63', 'PA64', 'PA65', 'PA66', 'PA67',
    'PA68', 'PA69', 'PA70', 'PA71', 'PA72', 'PA73', 'PA74', 'PA75', 'PA76', 'PA77', 'PA78', 'PH42', 'PH43', 'PH44',
    'IV41', 'IV42', 'IV43', 'IV44', 'IV45', 'IV46', 'IV47', 'IV48', 'IV49', 'IV51', 'IV55', 'IV56', 'PO30', 'PO31',
    'PO32', 'PO33', 'PO34', 'PO35', 'PO36', 'PO37', 'PO38', 'PO39', 'PO40', 'PO41', 'TR21', 'TR22', 'TR23', 'TR24',
    'TR25']) as match;
$$;

-- Whether the shop delivers there, by the setting delivery.coverage.
create or replace function private.is_covered(p_postcode text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.setting_text('delivery.coverage', 'uk') <> 'mainland' or not private.is_off_mainland(p_postcode);
$$;

-- The active zone of a postcode and why; none where the shop does not deliver: district first, else area, else the first by position (setting shipping.unmatchedZone).
-- prefix: the zone's entry that names the postcode.
create or replace function private.match_zone(p_postcode text, out zone public.shipping_zones, out by text, out prefix text)
returns record
language sql
stable
set search_path = ''
as $$
  select zone,
    case when match.district is not null then 'district' when match.area is not null then 'area' else 'first' end,
    coalesce(match.district, match.area)
  from public.shipping_zones as zone
  cross join lateral private.match_postcode(p_postcode, zone.postcodes) as match
  where zone.is_active and (select private.is_covered(p_postcode))
    and (match.district is not null or match.area is not null or private.setting_text('shipping.unmatchedZone', 'first') = 'first')
  order by match.district is null, match.area is null, zone.position, zone.id
  limit 1;
$$;

-- The price in pence of one method for one parcel with the way to it, rounded once at the end: {method, pence, refused, base, rules}.
-- pence is null when the method cannot be used, and refused says why: no zone, a rule of type 'restriction', or a price above £10,000,
-- which is taken for a mistake in the rules. explainShipping in libs/pricing answers the same.
create or replace function private.price_parcel(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone public.shipping_zones := (private.match_zone(p_postcode)).zone;
  v_base constant numeric := p_method.base_price * coalesce(v_zone.multiplier, 1);
  v_price numeric := v_base;
  v_rule public.shipping_rules;
  v_unmet text[];
  v_steps jsonb;
  v_rules jsonb := '[]';
  v_refused text;
begin
  if v_zone.id is null and (private.setting_text('shipping.unmatchedZone', 'first') <> 'first' or not private.is_covered(p_postcode)) then
    return jsonb_build_object('method', p_method.id, 'pence', null, 'refused', 'zone', 'base', null, 'rules', v_rules);
  end if;
  for v_rule in select * from public.shipping_rules where is_active order by priority, id loop
    v_unmet := private.unmet_conditions(v_rule.conditions, p_subtotal, p_method, p_postcode, p_country);
    v_steps := case when v_unmet = '{}' and v_rule.type <> 'restriction'
      then private.action_steps(v_price, v_rule.actions) else '[]' end;
    v_rules := v_rules || jsonb_build_object('id', v_rule.id, 'unmet', v_unmet, 'steps', v_steps);
    if v_unmet = '{}' and v_rule.type = 'restriction' then
      v_refused := 'restriction';
      exit;
    end if;
    v_price := coalesce((v_steps -> -1 ->> 'price')::numeric, v_price);
  end loop;
  if v_refused is null and round(v_price, 2) > 10000 then
    v_refused := 'mistake';
  end if;
  return jsonb_build_object('method', p_method.id, 'pence', case when v_refused is null then (round(v_price, 2) * 100)::integer end,
    'refused', v_refused, 'base', trim_scale(v_base)::text, 'rules', v_rules);
end;
$$;

revoke all on all functions in schema private from public;
