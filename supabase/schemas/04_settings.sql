-- Settings: one row per choice of the owner, and the rule each value must satisfy.

-- Keys as in libs/settings ("pricing.factor").
create table public.shop_settings (
  key text primary key check (key ~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$' and char_length(key) <= 80),
  value jsonb not null check (octet_length(value::text) <= 2000),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint shop_settings_payment_provider
  check (key <> 'payment.provider' or value in ('"simulated"'::jsonb, '"stripe"'::jsonb))
);

create trigger set_updated_at before update on public.shop_settings for each row execute function private.set_updated_at();
create trigger move_version before update on public.shop_settings for each row execute function private.move_version();

alter table public.shop_settings enable row level security;
revoke all on table public.shop_settings from anon, authenticated;
grant select on table public.shop_settings to anon, authenticated;
grant insert (key, value), update (value), delete on table public.shop_settings to authenticated;
grant all on table public.shop_settings to service_role;

create policy "Anyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
create policy "Staff add settings" on public.shop_settings for insert to authenticated with check ((select private.may('settings')));
create policy "Staff change settings" on public.shop_settings for update to authenticated
  using ((select private.may('settings'))) with check ((select private.may('settings')));
create policy "Staff delete settings" on public.shop_settings for delete to authenticated using ((select private.may('settings')));

create trigger require_right before insert or update or delete on public.shop_settings
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('settings');

-- Settings that decide about money, and about staff, need a right of their own beside 'settings'.
create function private.right_of_setting(p_key text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when split_part(p_key, '.', 1) in ('pricing', 'payment', 'revenue') then 'money_settings'
    when split_part(p_key, '.', 1) = 'staff' then 'staff'
    else 'settings' end;
$$;

create function private.require_right_to_setting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_staff() then
    perform private.require_right(private.right_of_setting(coalesce(new.key, old.key)));
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;

create trigger require_right_to_setting before insert or update or delete on public.shop_settings
  for each row when (current_user = 'authenticated') execute function private.require_right_to_setting();

-- The allowed values of each setting. A test checks that this table equals libs/settings/src/setting-rules.ts and that both
-- give the same verdict on any value. A new setting gets its row in a migration.
create table private.setting_rules (
  key text primary key,
  kind text not null check (kind in ('number', 'boolean', 'choice', 'text')),
  -- Bounds of a number; of a text, its length in characters.
  min_value numeric,
  max_value numeric,
  decimals integer check (decimals >= 0),
  choices text[],
  check (case kind
    when 'number' then min_value <= max_value and decimals is not null
    when 'text' then 0 <= min_value and min_value <= max_value
    when 'choice' then cardinality(choices) > 0
    else true end is true)
);

revoke all on table private.setting_rules from public, anon, authenticated;

-- A value that is not a number must not stop sales: it falls back to the default, like a missing row.
create function private.setting_number(p_key text, p_default numeric)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select (value #>> '{}')::numeric from public.shop_settings where key = p_key and jsonb_typeof(value) = 'number'),
    p_default);
$$;

create function private.setting_text(p_key text, p_default text)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select value #>> '{}' from public.shop_settings where key = p_key and jsonb_typeof(value) = 'string'),
    p_default);
$$;

-- The payment provider: 'simulated' or 'stripe' when the setting says exactly that, else null, also for a missing row.
-- There is no default: a shop that was never set up must not sell.
create function private.payment_provider()
returns text
language sql
stable
set search_path = ''
as $$
  select value #>> '{}' from public.shop_settings
  where key = 'payment.provider' and value in ('"simulated"'::jsonb, '"stripe"'::jsonb);
$$;

insert into private.setting_rules (key, kind, min_value, max_value, decimals) values
  ('pricing.factor', 'number', 0.01, 10, 4),
  ('shipping.fallback', 'number', 0, 1000, 2),
  ('auth.passwordMinimum', 'number', 6, 72, 0),
  ('stock.lowMax', 'number', 0, 10000, 0),
  ('stock.adminLowBelow', 'number', 0, 100000, 0);

insert into private.setting_rules (key, kind) values
  ('pricing.showVatInclusive', 'boolean'),
  ('checkout.requireSignIn', 'boolean'),
  ('reviews.placeholder', 'boolean'),
  ('auth.returnToOrigin', 'boolean');

insert into private.setting_rules (key, kind, choices) values
  ('pricing.lead', 'choice', array['charged', 'specified']),
  ('shipping.unmatchedZone', 'choice', array['first', 'reject']),
  ('shipping.invalidJson', 'choice', array['reported', 'ignored']),
  ('delivery.coverage', 'choice', array['uk', 'mainland']),
  ('revenue.basis', 'choice', array['pending', 'processing', 'shipped', 'delivered', 'completed']),
  ('tracking.mode', 'choice', array['live', 'demo']),
  ('ageGate.scope', 'choice', array['home', 'all']),
  ('staff.roles', 'choice', array['enforced', 'equal']),
  ('staff.twoFactor', 'choice', array['off', 'super_admin', 'admin', 'all']),
  ('privacy.measureSpeed', 'choice', array['off', 'on']),
  ('payment.provider', 'choice', array['simulated', 'stripe']);

insert into private.setting_rules (key, kind, min_value, max_value) values
  ('qr.provider', 'text', 1, 300),
  ('business.name', 'text', 1, 300),
  ('business.address', 'text', 0, 300),
  ('business.vatNumber', 'text', 0, 300),
  ('business.email', 'text', 0, 300);

-- The error message for staff about a value; null when it is valid, and for keys without a rule, which nothing reads.
create function private.setting_problem(p_key text, p_value jsonb)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case rule.kind
    when 'boolean' then case when jsonb_typeof(p_value) <> 'boolean' then 'true or false' end
    when 'choice' then case when jsonb_typeof(p_value) <> 'string' or p_value #>> '{}' <> all (rule.choices)
      then format('one of "%s"', array_to_string(rule.choices, '", "')) end
    when 'text' then case when jsonb_typeof(p_value) <> 'string' or char_length(p_value #>> '{}') not between rule.min_value and rule.max_value
      then format('text of %s to %s characters', rule.min_value, rule.max_value) end
    when 'number' then case
      when jsonb_typeof(p_value) = 'number' then case
        when (p_value #>> '{}')::numeric not between rule.min_value and rule.max_value
          or scale(trim_scale((p_value #>> '{}')::numeric)) > rule.decimals
        then format('a number from %s to %s with %s decimals at most', rule.min_value, rule.max_value, rule.decimals) end
      else format('a number from %s to %s with %s decimals at most', rule.min_value, rule.max_value, rule.decimals) end
    end
  from private.setting_rules as rule
  where rule.key = p_key;
$$;

-- Whether a text is a VAT number of the UK: GB, or XI in Northern Ireland, and nine digits, twelve for a branch, or GD and HA with
-- three. The last two of the nine are check digits: with the first seven weighted from 8 to 2 they come to a multiple of 97, or of
-- 97 less 55 for numbers issued since 2010 (HMRC). isUkVatNumber of libs/settings has the same rule.
create function private.is_uk_vat_number(p_text text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_number constant text := upper(replace(p_text, ' ', '') collate "C");
  v_sum integer;
begin
  if v_number ~ '^(GB|XI)(GD[0-4][0-9]{2}|HA[5-9][0-9]{2})$' then
    return true;
  elsif v_number !~ '^(GB|XI)([0-9]{9}|[0-9]{12})$' then
    return false;
  end if;
  v_sum := substr(v_number, 10, 2)::integer
    + (select sum(substr(v_number, 2 + place, 1)::integer * (9 - place)) from generate_series(1, 7) as place);
  return v_sum % 97 = 0 or (v_sum + 55) % 97 = 0;
end;
$$;

create function private.check_setting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem text := private.setting_problem(new.key, new.value);
begin
  if v_problem is not null then
    perform private.reject('PT422', format('%s must be %s.', new.key, v_problem), new.key);
  elsif new.key = 'business.vatNumber' and btrim(new.value #>> '{}') <> '' and not private.is_uk_vat_number(new.value #>> '{}') then
    -- Not a rule of the value, which pages read by: a number that was saved before stays on receipts.
    perform private.reject('PT422', 'The VAT number is not one of the UK: check its digits.', new.key);
  end if;
  return new;
end;
$$;

create trigger check_setting before insert or update on public.shop_settings
  for each row execute function private.check_setting();
