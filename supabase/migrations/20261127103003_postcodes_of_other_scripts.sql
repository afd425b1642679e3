-- A postcode with a letter of another script was read without it, as that of another place.

-- The postcode as Royal Mail writes it ("SW1A 1AA"), or null when it is not one of the United Kingdom, the Isle of Man or the
-- forces. Same rule as libs/pricing/src/postcode.ts. Jersey, Guernsey and Gibraltar share the format but are outside the UK
-- for VAT and customs.
create or replace function private.uk_postcode(p_postcode text)
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

select private.hide_rows_in_api_errors();
