-- The check digits of a VAT number are verified when it is saved.

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

create or replace function private.check_setting()
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

create or replace function private.vat_number_is_uk()
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_uk_vat_number(private.setting_text('business.vatNumber', ''));
$$;
