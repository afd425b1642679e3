-- Two rules that other functions build on: who takes the money, and which postcodes can be delivered to.

-- Who takes the money: 'simulated' or 'stripe', where the setting says exactly that; null for everything else, a missing
-- row included. There is no default, so that a shop which was never set up sells nothing.
create function private.payment_provider()
returns text
language sql
stable
set search_path = ''
as $$
  select value #>> '{}' from public.shop_settings
  where key = 'payment.provider' and value in ('"simulated"'::jsonb, '"stripe"'::jsonb);
$$;

-- As Royal Mail writes it, "SW1A 1AA", or null for what is no postcode of the United Kingdom, the Isle of Man or the forces.
-- The rule of libs/pricing/src/postcode.ts, punctuation and spaces aside: Jersey, Guernsey and Gibraltar share the format
-- but are outside the UK for VAT and customs.
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
  where compact !~ '^(JE|GY|GX)[0-9]';
$$;

create function private.is_uk_postcode(p_postcode text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select private.uk_postcode(p_postcode) is not null; $$;

revoke all on function private.payment_provider(), private.uk_postcode(text), private.is_uk_postcode(text)
  from public, anon, authenticated;
