-- Zones and rules list postcode areas and districts. Anything else was read as one: the sector "N1 0*" as the district N10.

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
create or replace function private.match_postcode(p_postcode text, p_entries text[], out district text, out area text)
returns record
language sql
immutable
set search_path = ''
as $$
  select (array_agg(entry order by place) filter (where name ~ '[0-9]'))[1], (array_agg(entry order by place) filter (where name !~ '[0-9]'))[1]
  from (
    select entry, place, private.postcode_entry(entry) as name
    from unnest(p_entries) with ordinality as listed (entry, place)
  ) as named
  where name = case when name ~ '[0-9]'
    then (select private.postcode_district(p_postcode)) else (select private.postcode_area(p_postcode)) end;
$$;

-- Refuses entries that are no area or district, in a zone's postcodes or a rule's excluded ones; TG_ARGV: the field they are part of.
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
    perform private.refuse('PT422', format('"%s" is no postcode area, such as SW, and no district, such as KW15.', left(v_wrong, 40)),
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

select private.hide_rows_in_api_errors();
