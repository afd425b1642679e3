-- What a shopper is told about a postcode of the Channel Islands, Gibraltar or a territory.
create or replace function private.postcode_problem(p_postcode text)
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
