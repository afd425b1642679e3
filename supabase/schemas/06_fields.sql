-- Validation of visitors' input: text fields, email addresses, UK postcodes, postal addresses, links.

-- A trimmed text field of bounded length, or a 422 that names the field.
create function private.field(p_json jsonb, p_key text, p_max integer, p_required boolean default true)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_value text := private.clean_text(p_json ->> p_key);
begin
  if jsonb_typeof(p_json -> p_key) not in ('string', 'null') then
    perform private.reject('PT422', format('%s must be text', p_key), p_key);
  elsif p_required and coalesce(v_value, '') = '' then
    perform private.reject('PT422', format('%s is required', p_key), p_key);
  elsif char_length(v_value) > p_max then
    perform private.reject('PT422', format('%s is too long', p_key), p_key);
  end if;
  return nullif(v_value, '');
end;
$$;

-- The buyer's email, or a 422.
create function private.email_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_email text := private.clean_code(private.field(p_json, 'email', 254));
begin
  if not private.is_email(v_email) then
    perform private.reject('PT422', 'Email is invalid', 'email');
  end if;
  return v_email;
end;
$$;

-- A postal address with the known keys only; names default to the buyer's.
create function private.address_field(p_address jsonb, p_details jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_country text := upper(coalesce(private.field(p_address, 'country', 2, false), 'GB'));
begin
  if jsonb_typeof(p_address) is distinct from 'object' then
    perform private.reject('PT422', 'shipping_address is required', 'shipping_address');
  end if;
  if v_country <> 'GB' then
    perform private.reject('PT422', 'Delivery is within the UK only.', 'country');
  end if;
  return jsonb_build_object(
    'first_name', coalesce(private.field(p_address, 'first_name', 100, false), p_details ->> 'first_name'),
    'last_name', coalesce(private.field(p_address, 'last_name', 100, false), p_details ->> 'last_name'),
    'address_line_1', private.field(p_address, 'address_line_1', 200),
    'address_line_2', private.field(p_address, 'address_line_2', 200, false),
    'city', private.field(p_address, 'city', 120),
    'state', private.field(p_address, 'state', 120, false),
    'postal_code', private.postcode_field(p_address),
    'country', v_country,
    'phone', coalesce(private.field(p_address, 'phone', 40, false), p_details ->> 'phone'));
end;
$$;

-- The same mailbox spelt differently counts once: lower case, without a plus tag.
create function private.canonical_email(p_email text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(lower(private.clean_code(p_email)), '\+[^@]*@', '@'); $$;

-- The postcode as Royal Mail writes it ("SW1A 1AA"), or null when it is not one of the United Kingdom, the Isle of Man or the
-- forces. Same rule as libs/pricing/src/postcode.ts. Jersey, Guernsey and Gibraltar share the format but are outside the UK
-- for VAT and customs.
create function private.uk_postcode(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
      when compact ~ '^(GIR|[A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$' then regexp_replace(compact, '(...)$', ' \1')
      when compact ~ '^BFPO[0-9]{1,4}$' then regexp_replace(compact, '^BFPO', 'BFPO ')
    end
  from (select private.postcode_compact(p_postcode) as compact) as given
  where compact !~ '^(JE|GY|GX)[0-9]'
    -- A letter of another script, such as a Cyrillic A, must not be dropped: SW1A 1AA would become SW1 1AA.
    and p_postcode collate "C" !~ '[^\u0001-\u007F\u00A0\u00AD\u1680\u2000-\u2015\u2028-\u202F\u205F\u2060\u2212\u3000\uFEFF]';
$$;

create function private.is_uk_postcode(p_postcode text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select private.uk_postcode(p_postcode) is not null; $$;

-- The error message about a postcode, or null when it is valid; same messages as libs/pricing/src/postcode.ts. Checked in the
-- database too, since an undeliverable postcode would be priced as the first zone.
create function private.postcode_problem(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when private.is_uk_postcode(p_postcode) then null
    when coalesce(p_postcode, '') ~
      '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]*$' then 'Enter a postcode.'
    when place is not null then format('We do not deliver to %s. Please use an address in the UK or the Isle of Man.', place)
    else 'This does not look like a UK postcode. Write it like SW1A 1AA.' end
  from (select coalesce(
    case private.postcode_area(p_postcode) when 'JE' then 'Jersey' when 'GY' then 'Guernsey' when 'GX' then 'Gibraltar' end,
    case when private.postcode_compact(p_postcode) ~ '^[A-Z]{4}1ZZ$' then 'this territory' end) as place) as abroad;
$$;

-- An object's postal_code, normalised, or a 422. Billing addresses must be in the UK as well.
create function private.postcode_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_postcode text := private.clean_code(private.field(p_json, 'postal_code', 16, false));
  v_problem text := private.postcode_problem(v_postcode);
begin
  if v_problem is not null then
    perform private.reject('PT422', v_problem, 'postal_code');
  end if;
  return private.uk_postcode(v_postcode);
end;
$$;

-- The only email rule: an ASCII dot-atom and a host name of at least two labels (RFC 5321, 4.1.2), as every mail server
-- accepts. A test checks that it equals isEmail in libs/settings.
create function private.is_email(p_text text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    char_length(p_text) <= 254 and strpos(p_text, '@') <= 65
      and p_text collate "C" ~ ('^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
        || '@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'),
    false);
$$;

-- Whether a mail program would make a link of any part of a text (web and email addresses, telephone numbers): visitors can
-- enter anyone's address, so their text must not carry a link there. A test checks that it equals holdsLink in libs/settings.
create function private.holds_link(p_text text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_visible constant text := regexp_replace(p_text collate "C",
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g');
  v_letter constant text := 'A-Za-z\u00C0-\u1FFF\u2460-\u24FF\u2C00-\u2DFF\u3041-\uD7FF\uF900-\uFAFF'
    || '\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC\U0001D400-\U0001D7FF';
  v_dot constant text := '.\u2024\u3002\uFE52\uFF0E\uFF61';
  v_at constant text := '@\uFE6B\uFF20';
  v_between constant text := ' \u00A0\u2000-\u200A\u2010-\u2015\u202F()./+\-';
begin
  return coalesce(
    v_visible collate "C" ~ format('[^\u0001-\u0020%1$s][%1$s][%2$s]{2}', v_dot, v_letter)
      or v_visible collate "C" ~ format('[^\u0001-\u0020%1$s][%1$s][^\u0001-\u0020]', v_at)
      or v_visible collate "C" ~ '[:\uFF1A][/\\\uFF0F]{2}'
      or v_visible collate "C" ~ '([Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]|[Ss][Mm][Ss])[:\uFF1A][^\u0001-\u0020]'
      or v_visible collate "C" ~ format('\\\\[%s]', v_letter)
      or v_visible collate "C" ~ '([0-9]{1,3}[.]){3}[0-9]'
      or v_visible collate "C" ~ format('([0-9\uFF10-\uFF19][%s]{0,2}){8,}[0-9\uFF10-\uFF19]', v_between),
    false);
end;
$$;
