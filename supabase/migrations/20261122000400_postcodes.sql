-- Postcodes that nothing can be delivered to are refused by the database, too, in the words of the pages: they were sold at
-- the price of the first zone.

-- What is wrong with a postcode, in words for the shopper; null when nothing is. The words of libs/pricing/src/postcode.ts.
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
    when place is not null then format('%s is outside the UK. We deliver within the UK only.', place)
    else 'This does not look like a UK postcode. Write it like SW1A 1AA.' end
  from (select coalesce(
    case private.postcode_area(p_postcode) when 'JE' then 'Jersey' when 'GY' then 'Guernsey' when 'GX' then 'Gibraltar' end,
    case when private.postcode_compact(p_postcode) ~ '^[A-Z]{4}1ZZ$' then 'This territory' end) as place) as abroad;
$$;

-- A postcode as Royal Mail writes it, from an object's postal_code. Who is billed lives in the UK as who is sent to.
create function private.postcode_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_postcode text := private.field(p_json, 'postal_code', 16, false);
  v_problem text := private.postcode_problem(v_postcode);
begin
  if v_problem is not null then
    perform private.refuse('PT422', v_problem, 'postal_code');
  end if;
  return private.uk_postcode(v_postcode);
end;
$$;

-- An address with the known keys alone; names default to the buyer's.
create or replace function private.address_field(p_address jsonb, p_details jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_country text := upper(coalesce(private.field(p_address, 'country', 2, false), 'GB'));
begin
  if jsonb_typeof(p_address) is distinct from 'object' then
    perform private.refuse('PT422', 'shipping_address is required', 'shipping_address');
  end if;
  if v_country <> 'GB' then
    perform private.refuse('PT422', 'Delivery is within the UK only.', 'country');
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

-- Saved addresses of the UK hold the same rule; rows from before keep what they have until they are changed.
create function private.check_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem text := private.postcode_problem(new.postal_code);
begin
  if new.country = 'GB' and (tg_op = 'INSERT' or (new.postal_code, new.country) is distinct from (old.postal_code, old.country)) then
    if v_problem is not null then
      perform private.refuse('PT422', v_problem, 'postal_code');
    end if;
    new.postal_code := private.uk_postcode(new.postal_code);
  end if;
  return new;
end;
$$;

create trigger check_address before insert or update on public.addresses for each row execute function private.check_address();

revoke all on function private.postcode_problem(text), private.postcode_field(jsonb), private.check_address()
  from public, anon, authenticated;
