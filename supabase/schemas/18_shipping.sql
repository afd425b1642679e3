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
  version integer not null default 1,
  constraint shipping_methods_estimated_days_check check (estimated_days_max >= estimated_days_min)
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

-- An entry of a zone or rule as it is compared: an area (SW) or a district (KW15). Null for anything else, such as the sector N1 0, which
-- must not be read as the district N10. libs/pricing/src/postcode.ts reads the same.
create function private.postcode_entry(p_entry text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when upper(p_entry collate "C") ~ '^ *([A-Z]{1,2} *([0-9][A-Z0-9]?)?|BFPO|GIR) *$'
    then replace(upper(p_entry collate "C"), ' ', '') end;
$$;

-- The postcode areas of the United Kingdom, the Isle of Man and the forces.
create function private.postcode_areas()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select string_to_array('AB AL B BA BB BD BF BFPO BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN '
    || 'EX FK FY G GIR GL GU HA HD HG HP HR HS HU HX IG IM IP IV KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX '
    || 'PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE',
    ' ');
$$;

-- The first of some entries that name a postcode's district (KW15) and its area (letters alone: B is not BT), as they were written. The
-- postcode is taken apart once, since a zone or rule may list hundreds.
create function private.match_postcode(p_postcode text, p_entries text[], out district text, out area text)
returns record
language sql
immutable
set search_path = ''
as $$
  select (array_agg(entry order by place) filter (where name ~ '[0-9]'))[1], (array_agg(entry order by place) filter (where name !~ '[0-9]'))[1]
  from (
    -- The entries that postcode_entry knows, without a call for each of hundreds.
    select entry, place, replace(upper(entry collate "C"), ' ', '') as name
    from unnest(p_entries) with ordinality as listed (entry, place)
    where upper(entry collate "C") ~ '^ *([A-Z]{1,2} *([0-9][A-Z0-9]?)?|BFPO|GIR) *$'
  ) as named
  where name = case when name ~ '[0-9]'
    then (select private.postcode_district(p_postcode)) else (select private.postcode_area(p_postcode)) end;
$$;

-- Rejects entries that are no area or district, in a zone's postcodes or a rule's excluded ones; TG_ARGV: the field they are part of.
create function private.check_postcode_entries()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_entries constant text[] := case tg_argv[0] when 'postcodes' then array(select jsonb_array_elements_text(to_jsonb(new) -> 'postcodes'))
    else private.rule_texts(to_jsonb(new) -> 'conditions', 'excluded_postcodes') end;
  v_wrong text;
begin
  select entry into v_wrong from unnest(v_entries) with ordinality as listed (entry, place)
  where btrim(entry) <> '' and (substring(private.postcode_entry(entry) from '^[A-Z]+') = any (private.postcode_areas())) is not true
  order by place limit 1;
  if found then
    perform private.reject('PT422', format('"%s" is no postcode area, such as SW, and no district, such as KW15.', left(v_wrong, 40)),
      tg_argv[0]);
  end if;
  return new;
end;
$$;

revoke all on function private.check_postcode_entries() from public;

create trigger check_new_postcodes before insert on public.shipping_zones
  for each row execute function private.check_postcode_entries('postcodes');
create trigger check_postcodes before update on public.shipping_zones
  for each row when (new.postcodes is distinct from old.postcodes) execute function private.check_postcode_entries('postcodes');
create trigger check_new_postcodes before insert on public.shipping_rules
  for each row execute function private.check_postcode_entries('conditions');
create trigger check_postcodes before update on public.shipping_rules
  for each row when (new.conditions -> 'excluded_postcodes' is distinct from old.conditions -> 'excluded_postcodes')
  execute function private.check_postcode_entries('conditions');

-- Whether a postcode is off the mainland of Great Britain: Northern Ireland, the islands and the forces. The same list as
-- libs/pricing/src/mainland.ts.
create function private.is_off_mainland(p_postcode text)
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
create function private.is_covered(p_postcode text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.setting_text('delivery.coverage', 'uk') <> 'mainland' or not private.is_off_mainland(p_postcode);
$$;

-- The active zone of a postcode and why; none where the shop does not deliver: district first, else area, else the first by position (setting shipping.unmatchedZone).
-- prefix: the zone's entry that names the postcode.
create function private.match_zone(p_postcode text, out zone public.shipping_zones, out by text, out prefix text)
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

-- The conditions that a parcel does not meet; empty when the rule applies.
create function private.unmet_conditions(
  p_conditions jsonb, p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_countries text[] := private.rule_texts(p_conditions, 'allowed_countries');
  v_excluded text[] := private.rule_texts(p_conditions, 'excluded_postcodes');
  v_method text := case when jsonb_typeof(p_conditions -> 'shipping_method') = 'string'
    then nullif(upper(private.clean_text(p_conditions ->> 'shipping_method')), '') end;
begin
  return array_remove(array[
    case when p_subtotal < private.rule_amount(p_conditions, 'min_order_value') then 'min_order_value' end,
    case when p_subtotal > private.rule_amount(p_conditions, 'max_order_value') then 'max_order_value' end,
    case when v_countries is not null
        and (upper(p_country) in (select upper(country) from unnest(v_countries) as country)) is not true
      then 'allowed_countries' end,
    case when v_method not in (upper(p_method.name), upper(p_method.id::text)) then 'shipping_method' end,
    case when exists (
        select from private.match_postcode(p_postcode, v_excluded) as match where coalesce(match.district, match.area) is not null)
      then 'excluded_postcodes' end], null);
end;
$$;

-- The exact price after each action of a rule, in the order in which they apply: [{action, price}].
create function private.action_steps(p_price numeric, p_actions jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_price numeric := p_price;
  v_steps jsonb := '[]';
  v_action text;
  v_amount numeric;
begin
  foreach v_action in array
    array['free_shipping', 'discount_amount', 'discount_percentage', 'surcharge_amount', 'surcharge_percentage']
  loop
    v_amount := case when v_action <> 'free_shipping' then private.rule_amount(p_actions, v_action)
      when p_actions -> v_action = 'true'::jsonb then 0 end;
    continue when v_amount is null;
    -- Without an else, which makes an action that is not here an error.
    case v_action
      when 'free_shipping' then v_price := 0;
      when 'discount_amount' then v_price := greatest(0, v_price - v_amount);
      when 'discount_percentage' then v_price := greatest(0, v_price * (1 - v_amount * 0.01));
      when 'surcharge_amount' then v_price := v_price + v_amount;
      when 'surcharge_percentage' then v_price := v_price * (1 + v_amount * 0.01);
    end case;
    v_steps := v_steps || jsonb_build_object('action', v_action, 'price', trim_scale(v_price)::text);
  end loop;
  return v_steps;
end;
$$;

-- The price in pence of one method for one parcel with each step of its calculation, rounded once at the end: {method, pence, rejected, base, rules}.
-- pence is null when the method cannot be used, and rejected says why: no zone, a rule of type 'restriction', or a price above £10,000,
-- which is taken for a mistake in the rules. explainShipping in libs/pricing answers the same.
create function private.price_parcel(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
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
  v_rejected text;
begin
  if v_zone.id is null and (private.setting_text('shipping.unmatchedZone', 'first') <> 'first' or not private.is_covered(p_postcode)) then
    return jsonb_build_object('method', p_method.id, 'pence', null, 'rejected', 'zone', 'base', null, 'rules', v_rules);
  end if;
  for v_rule in select * from public.shipping_rules where is_active order by priority, id loop
    v_unmet := private.unmet_conditions(v_rule.conditions, p_subtotal, p_method, p_postcode, p_country);
    v_steps := case when v_unmet = '{}' and v_rule.type <> 'restriction'
      then private.action_steps(v_price, v_rule.actions) else '[]' end;
    v_rules := v_rules || jsonb_build_object('id', v_rule.id, 'unmet', v_unmet, 'steps', v_steps);
    if v_unmet = '{}' and v_rule.type = 'restriction' then
      v_rejected := 'restriction';
      exit;
    end if;
    v_price := coalesce((v_steps -> -1 ->> 'price')::numeric, v_price);
  end loop;
  if v_rejected is null and round(v_price, 2) > 10000 then
    v_rejected := 'mistake';
  end if;
  return jsonb_build_object('method', p_method.id, 'pence', case when v_rejected is null then (round(v_price, 2) * 100)::integer end,
    'rejected', v_rejected, 'base', trim_scale(v_base)::text, 'rules', v_rules);
end;
$$;

-- The price in pounds; null when the method cannot be used.
create function private.shipping_price(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns numeric
language sql
stable
set search_path = ''
as $$
  select round((private.price_parcel(p_subtotal, p_method, p_postcode, p_country) ->> 'pence')::numeric / 100, 2);
$$;

-- Where a parcel goes and what each active method costs, with the way to each price: {zone: {id, by, prefix}, methods}.
create function private.shipping_explanation(p_subtotal numeric, p_postcode text, p_country text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'zone', case when (match.zone).id is not null
      then jsonb_build_object('id', (match.zone).id, 'by', match.by, 'prefix', match.prefix) end,
    'methods', (
      select coalesce(jsonb_agg(private.price_parcel(p_subtotal, method, p_postcode, p_country) order by method.sort_order, method.id), '[]')
      from public.shipping_methods as method where method.is_active))
  from private.match_zone(p_postcode) as match;
$$;
