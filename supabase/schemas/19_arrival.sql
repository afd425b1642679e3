-- When a parcel arrives: the same days as libs/pricing/src/delivery.ts and bank-holidays.ts, which a test compares.

-- The part of the UK whose bank holidays apply to a postcode: england (with Wales), scotland or northern-ireland. Berwick and most of
-- TD12 are in England with a Scottish postcode area.
create function private.nation_of(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when area = 'BT' then 'northern-ireland'
    when area in ('AB', 'DD', 'DG', 'EH', 'FK', 'G', 'HS', 'IV', 'KA', 'KW', 'KY', 'ML', 'PA', 'PH', 'TD', 'ZE')
      and private.postcode_district(p_postcode) not in ('TD12', 'TD15') then 'scotland'
    else 'england' end
  from (select private.postcode_area(p_postcode) as area) as parsed;
$$;

-- Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher).
create function private.easter_sunday(p_year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_golden constant integer := p_year % 19;
  v_century constant integer := p_year / 100;
  v_rest constant integer := p_year % 100;
  v_correction constant integer := (19 * v_golden + v_century - v_century / 4 - (v_century - (v_century + 8) / 25 + 1) / 3 + 15) % 30;
  v_weekday constant integer := (32 + 2 * (v_century % 4) + 2 * (v_rest / 4) - v_correction - v_rest % 4) % 7;
  v_late constant integer := (v_golden + 11 * v_correction + 22 * v_weekday) / 451;
  v_count constant integer := v_correction + v_weekday - 7 * v_late + 114;
begin
  return make_date(p_year, v_count / 31, v_count % 31 + 1);
end;
$$;

create function private.first_monday(p_year integer, p_month integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select first + (8 - extract(dow from first)::integer) % 7 from (select make_date(p_year, p_month, 1) as first) as month;
$$;

create function private.last_monday(p_year integer, p_month integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select last - (extract(dow from last)::integer + 6) % 7
  from (select (make_date(p_year, p_month, 1) + interval '1 month' - interval '1 day')::date as last) as month;
$$;

-- The bank holidays of a year, with the substitute days of those that fall on a weekend.
create function private.bank_holidays(p_nation text, p_year integer)
returns date[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  -- May holidays moved for an anniversary, and holidays of one year alone.
  v_moved constant jsonb := '{"1995-05-01": "1995-05-08", "2020-05-04": "2020-05-08", "2002-05-27": "2002-06-04",
    "2012-05-28": "2012-06-04", "2022-05-30": "2022-06-02"}';
  v_extra constant date[] := '{2002-06-03,2011-04-29,2012-06-05,2022-06-03,2022-09-19,2023-05-08}';
  v_scotland constant boolean := p_nation = 'scotland';
  v_easter constant date := private.easter_sunday(p_year);
  v_dated date[] := array[make_date(p_year, 1, 1), make_date(p_year, 12, 25), make_date(p_year, 12, 26)];
  v_days date[];
  v_day date;
begin
  if v_scotland then
    v_dated := v_dated || make_date(p_year, 1, 2) || make_date(p_year, 11, 30);
  elsif p_nation = 'northern-ireland' then
    v_dated := v_dated || make_date(p_year, 3, 17) || make_date(p_year, 7, 12);
  end if;
  select array_agg(coalesce((v_moved ->> day::text)::date, day)) into v_days
  from unnest(array[v_easter - 2, private.first_monday(p_year, 5), private.last_monday(p_year, 5),
      case when v_scotland then private.first_monday(p_year, 8) else private.last_monday(p_year, 8) end]
    || case when v_scotland then '{}'::date[] else array[v_easter + 1] end
    || array(select day from unnest(v_dated) as day where extract(isodow from day) < 6)) as day;
  for v_day in select day from unnest(v_dated) as day where extract(isodow from day) > 5 order by day loop
    while extract(isodow from v_day) > 5 or v_day = any (v_days) loop
      v_day := v_day + 1;
    end loop;
    v_days := v_days || v_day;
  end loop;
  return array(
    select distinct day from unnest(v_days || array(select day from unnest(v_extra) as day where extract(year from day) = p_year)) as day
    order by day);
end;
$$;

-- The day that many business days of a nation later. p_days is at most 365, as the delivery days of methods are.
create function private.add_business_days(p_start date, p_days integer, p_nation text)
returns date
language sql
immutable
set search_path = ''
as $$
  select case when p_days < 1 then p_start else (
    select day from (select p_start + step as day from generate_series(1, p_days * 2 + 20) as step) as following
    where extract(isodow from day) < 6 and day <> all ((
      select array_agg(holiday)
      from generate_series(extract(year from p_start)::integer, extract(year from p_start + p_days * 2 + 20)::integer) as year
      cross join lateral unnest(private.bank_holidays(p_nation, year)) as holiday)::date[])
    order by day offset p_days - 1 limit 1) end;
$$;

-- The first and last day on which a parcel ordered at a time may arrive. Orders are handled on business days in England: those after
-- 2 pm on a Friday on Monday, and next-day orders after 2 pm on the next business day.
create function private.delivery_estimate(
  p_days_min integer, p_days_max integer, p_at timestamptz, p_postcode text, out arrives_from date, out arrives_to date)
returns record
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_clock constant timestamp := p_at at time zone 'Europe/London';
  v_nation constant text := private.nation_of(p_postcode);
  v_late constant boolean := extract(hour from v_clock) >= 14 and (p_days_max <= 1 or extract(isodow from v_clock) = 5);
  v_handled date := v_clock::date;
begin
  if v_late or private.add_business_days(v_handled - 1, 1, 'england') <> v_handled then
    v_handled := private.add_business_days(v_handled, 1, 'england');
  end if;
  arrives_from := private.add_business_days(v_handled, p_days_min, v_nation);
  arrives_to := private.add_business_days(v_handled, greatest(p_days_min, p_days_max), v_nation);
end;
$$;

-- What a parcel by a method promises from now on: {arrives_from, arrives_to}; {} without such a method.
create function private.arrival_of(p_method uuid, p_address jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('arrives_from', estimate.arrives_from, 'arrives_to', estimate.arrives_to)
    from public.shipping_methods as method
    cross join lateral private.delivery_estimate(
      method.estimated_days_min, method.estimated_days_max, now(), p_address ->> 'postal_code') as estimate
    where method.id = p_method), '{}');
$$;
