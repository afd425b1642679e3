-- The price of one method for one parcel, null when the method cannot be used. Exact until one rounding at the end.
-- Rules that make it dearer than £10,000 are a slip: the method cannot be used, rather than asked for or too large to be kept.
create or replace function private.shipping_price(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
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
  return case when round(v_price, 2) <= 10000 then round(v_price, 2) end;
end;
$$;
