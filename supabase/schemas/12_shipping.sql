-- Delivery: zones, methods and rules, and the price for a postcode.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text check (char_length(description) <= 1000),
  postcodes text[] not null default '{}' check (cardinality(postcodes) <= 500 and octet_length(array_to_string(postcodes, '')) <= 5000),
  multiplier numeric(6, 2) not null default 1 check (multiplier >= 0.1),
  position integer not null default 100,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

comment on column public.shipping_zones.position is 'Order among zones; the first takes postcodes that match none.';
comment on column public.shipping_zones.postcodes is 'Areas ("SW") or, where they hold a digit, districts ("KW15").';

create trigger set_updated_at before update on public.shipping_zones for each row execute function private.set_updated_at();
create trigger move_version before update on public.shipping_zones for each row execute function private.move_version();

alter table public.shipping_zones enable row level security;
revoke all on table public.shipping_zones from anon, authenticated;
grant all on table public.shipping_zones to service_role;
grant select on table public.shipping_zones to anon, authenticated;
grant insert (name, description, postcodes, multiplier, position, is_active),
  update (name, description, postcodes, multiplier, position, is_active),
  delete on table public.shipping_zones to authenticated;

create policy "Anyone sees active zones, staff every one" on public.shipping_zones for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add zones" on public.shipping_zones for insert to authenticated with check ((select private.may('shipping')));
create policy "Staff change zones" on public.shipping_zones for update to authenticated
  using ((select private.may('shipping'))) with check ((select private.may('shipping')));
create policy "Staff delete zones" on public.shipping_zones for delete to authenticated using ((select private.may('shipping')));

create trigger require_right before insert or update or delete on public.shipping_zones
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text check (char_length(description) <= 1000),
  base_price numeric(10, 2) not null default 0 check (base_price between 0 and 100000),
  estimated_days_min integer not null default 1 check (estimated_days_min between 1 and 365),
  estimated_days_max integer not null default 7 check (estimated_days_max between 1 and 365),
  features text[] not null default '{}' check (cardinality(features) <= 30 and octet_length(array_to_string(features, '')) <= 5000),
  sort_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create trigger set_updated_at before update on public.shipping_methods for each row execute function private.set_updated_at();
create trigger move_version before update on public.shipping_methods for each row execute function private.move_version();

alter table public.shipping_methods enable row level security;
revoke all on table public.shipping_methods from anon, authenticated;
grant all on table public.shipping_methods to service_role;
grant select on table public.shipping_methods to anon, authenticated;
grant insert (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  update (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  delete on table public.shipping_methods to authenticated;

create policy "Anyone sees active methods, staff every one" on public.shipping_methods for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add methods" on public.shipping_methods for insert to authenticated with check ((select private.may('shipping')));
create policy "Staff change methods" on public.shipping_methods for update to authenticated
  using ((select private.may('shipping'))) with check ((select private.may('shipping')));
create policy "Staff delete methods" on public.shipping_methods for delete to authenticated using ((select private.may('shipping')));

create trigger require_right before insert or update or delete on public.shipping_methods
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

create table public.shipping_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  type text not null default 'free_shipping' check (type in ('free_shipping', 'discount', 'surcharge', 'restriction')),
  priority integer not null default 100,
  conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object' and octet_length(conditions::text) <= 20000),
  actions jsonb not null default '{}' check (jsonb_typeof(actions) = 'object' and octet_length(actions::text) <= 5000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create trigger set_updated_at before update on public.shipping_rules for each row execute function private.set_updated_at();
create trigger move_version before update on public.shipping_rules for each row execute function private.move_version();

alter table public.shipping_rules enable row level security;
revoke all on table public.shipping_rules from anon, authenticated;
grant all on table public.shipping_rules to service_role;
grant select on table public.shipping_rules to anon, authenticated;
grant insert (name, type, priority, conditions, actions, is_active),
  update (name, type, priority, conditions, actions, is_active),
  delete on table public.shipping_rules to authenticated;

create policy "Anyone sees active rules, staff every one" on public.shipping_rules for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add rules" on public.shipping_rules for insert to authenticated with check ((select private.may('shipping')));
create policy "Staff change rules" on public.shipping_rules for update to authenticated
  using ((select private.may('shipping'))) with check ((select private.may('shipping')));
create policy "Staff delete rules" on public.shipping_rules for delete to authenticated using ((select private.may('shipping')));

create trigger require_right before insert or update or delete on public.shipping_rules
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

-- Upper-case letters and digits only; the C collation keeps upper() to ASCII whatever the locale.
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

-- An amount of a rule: a number of at least 0, else null.
create function private.rule_amount(p_json jsonb, p_key text)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_json -> p_key) = 'number' and (p_json ->> p_key)::numeric >= 0
    then (p_json ->> p_key)::numeric end;
$$;

-- The texts of a rule's list; null when there are none.
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

-- The price in pounds of one method for one parcel, rounded once at the end; null when the method cannot be used. A price
-- above £10,000 is taken for a mistake in the rules, so the method cannot be used.
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
  return case when round(v_price, 2) <= 10000 then round(v_price, 2) end;
end;
$$;
