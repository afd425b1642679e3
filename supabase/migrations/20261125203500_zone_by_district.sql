-- Among zones that name a postcode's district the order decides. Those that named its area too came first, and the price at the till was
-- another than the one shown.

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
  order by match.district is null, coalesce(match.district, match.area) is null, zone.position, zone.id
  limit 1;
$$;
