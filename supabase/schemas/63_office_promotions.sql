-- Promotions in the back office: the list with its counts of uses, saving, ending, and the orders of a code.

-- What the list shows and filters by, a row a promotion. Its own table, so that an order, which counts a use, leaves the promotion alone.
create table private.promotion_list (
  promotion_id uuid primary key references public.promotions (id) on delete cascade,
  created_at timestamptz not null,
  -- In capitals.
  code text not null,
  starts_at timestamptz not null,
  -- 'infinity' without an end.
  ends_at timestamptz not null,
  is_active boolean not null,
  uses_limit integer,
  used bigint not null default 0,
  returned bigint not null default 0,
  is_used_up boolean not null generated always as (coalesce(used >= uses_limit, false)) stored
) with (fillfactor = 80);

create index promotion_list_newest on private.promotion_list (created_at desc, promotion_id);
create index promotion_list_off on private.promotion_list (created_at desc, promotion_id) where not is_active;
create index promotion_list_ends on private.promotion_list (ends_at desc, created_at, promotion_id) where is_active;
create index promotion_list_open on private.promotion_list (is_used_up, ends_at, starts_at, created_at, promotion_id) where is_active;
create index promotion_list_starts on private.promotion_list (starts_at, is_used_up, created_at, promotion_id) where is_active;
create index promotion_list_code on private.promotion_list using gin (code extensions.gin_trgm_ops);
create index promotion_list_code_start on private.promotion_list (code text_pattern_ops);

revoke all on table private.promotion_list from public;

create function private.list_promotions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.promotion_list (promotion_id, created_at, code, starts_at, ends_at, is_active, uses_limit)
  select id, created_at, upper(code), starts_at, coalesce(ends_at, 'infinity'), is_active, uses_limit from new_rows
  where not is_bound order by id
  on conflict (promotion_id) do update set created_at = excluded.created_at, code = excluded.code, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, is_active = excluded.is_active, uses_limit = excluded.uses_limit;
  return null;
end;
$$;

create trigger list_insert after insert on public.promotions
  referencing new table as new_rows for each statement execute function private.list_promotions();
create trigger list_update after update on public.promotions
  referencing new table as new_rows for each statement execute function private.list_promotions();

-- Counts the uses that orders made, and those that they returned. A use that a payment holds is neither.
create function private.count_promotion_uses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    with change as (
      select promotion_id, coalesce(sum(sign) filter (where state = 'used'), 0) as used,
        coalesce(sum(sign) filter (where state = 'returned'), 0) as returned
      from (%s) as change
      group by promotion_id
    ), locked as (
      select list.promotion_id from private.promotion_list as list join change using (promotion_id)
      where change.used <> 0 or change.returned <> 0
      order by list.promotion_id for no key update of list
    )
    update private.promotion_list as list
    set used = list.used + change.used, returned = list.returned + change.returned
    from change join locked using (promotion_id)
    where list.promotion_id = change.promotion_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger count_insert after insert on public.promotion_uses
  referencing new table as new_rows for each statement execute function private.count_promotion_uses();
create trigger count_update after update on public.promotion_uses
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_promotion_uses();
create trigger count_delete after delete on public.promotion_uses
  referencing old table as old_rows for each statement execute function private.count_promotion_uses();

-- The condition of a state on private.promotion_list; true for none.
create function private.promotion_condition(p_state text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_state
    when 'off' then 'not is_active'
    when 'ended' then 'is_active and ends_at <= now()'
    when 'used_up' then 'is_active and is_used_up and ends_at > now()'
    when 'scheduled' then 'is_active and not is_used_up and ends_at > now() and starts_at > now()'
    when 'live' then 'is_active and not is_used_up and ends_at > now() and starts_at <= now()'
    else 'true' end;
$$;

-- The state of a promotion, as the conditions have it.
create function private.promotion_phase(p_listed private.promotion_list)
returns text
language sql
stable
set search_path = ''
as $$
  select case when not p_listed.is_active then 'off' when p_listed.ends_at <= now() then 'ended' when p_listed.is_used_up then 'used_up'
    when p_listed.starts_at > now() then 'scheduled' else 'live' end;
$$;

create function private.promotion_row(p_promotion public.promotions, p_listed private.promotion_list)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(p_promotion)
    || jsonb_build_object('state', private.promotion_phase(p_listed), 'used', p_listed.used, 'returned', p_listed.returned);
$$;

-- One page of the promotions, newest first. 10,000 are counted, 1,000 of a search; beyond that the total is marked as not exact and the
-- pages end there. One or two signs are searched at the start of the code, more of them anywhere in it.
create function private.office_promotions(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_query text;
  v_most integer;
  v_total bigint;
  v_found uuid[];
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('promotions');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.reject('PT422', 'Promotions are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'scheduled', 'live', 'ended', 'used_up', 'off') then
    perform private.reject('PT422', 'There is no such state of a promotion.', 'state');
  end if;
  v_query := private.search_pattern(upper(left(private.clean_code(v_filter ->> 'q'), 40)));
  if char_length(private.clean_code(v_filter ->> 'q')) < 3 then
    v_query := substr(v_query, 2);
  end if;
  v_most := case when v_query is null then 10000 else 1000 end;
  execute format($sql$
    select count(*), array_agg(promotion_id order by created_at desc, promotion_id)
    from (select promotion_id, created_at from private.promotion_list where %s and %s %s limit %s) as found
    $sql$, private.promotion_condition(v_filter ->> 'state'), case when v_query is null then 'true' else format('code like %L', v_query) end,
    case when v_query is null and v_filter ->> 'state' is null then 'order by created_at desc, promotion_id' end, v_most + 1)
  into v_total, v_found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.promotion_row(promotion, listed) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (promotion_id, place)
    join public.promotions as promotion on promotion.id = wanted.promotion_id
    join private.promotion_list as listed on listed.promotion_id = wanted.promotion_id));
end;
$$;

grant execute on function private.office_promotions(jsonb, int4, int4) to authenticated, service_role;

create function public.office_promotions(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_promotions(p_filter, p_page, p_size); $$;

grant execute on function public.office_promotions(jsonb, int4, int4) to authenticated, service_role;

-- A promotion for its form.
create function private.promotion_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_record jsonb;
begin
  perform private.require_right('promotions');
  select private.promotion_row(promotion, listed) into v_record
  from public.promotions as promotion join private.promotion_list as listed on listed.promotion_id = promotion.id
  where promotion.id = p_id;
  if v_record is null then
    perform private.reject('PT404', 'This promotion does not exist.', 'promotion_not_found');
  end if;
  return v_record;
end;
$$;

grant execute on function private.promotion_record(uuid) to authenticated, service_role;

create function public.promotion_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.promotion_record(p_id); $$;

grant execute on function public.promotion_record(uuid) to authenticated, service_role;

-- One page of the orders that used a promotion, newest first, cancelled ones included: the newest 10,000 at most.
create function private.promotion_orders(p_id uuid, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_total bigint;
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('promotions');
  select used + returned into v_total from private.promotion_list where promotion_id = p_id;
  v_total := coalesce(v_total, 0);
  v_pages := greatest(1, ceil(least(v_total, 10000)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  return jsonb_build_object('total', v_total, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'created_at', orders.created_at,
      'subtotal', orders.subtotal, 'discount_amount', orders.discount_amount, 'total', orders.total, 'returned', taken.state = 'returned')
      order by taken.created_at desc, taken.id), '[]')
    from (
      select id, order_id, state, created_at from public.promotion_uses
      where promotion_id = p_id and state <> 'held'
      order by created_at desc, id limit v_size offset (v_page - 1) * v_size
    ) as taken
    join public.orders on orders.id = taken.order_id));
end;
$$;

grant execute on function private.promotion_orders(uuid, int4, int4) to authenticated, service_role;

create function public.promotion_orders(p_id uuid, p_page integer default 1, p_size integer default 10)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.promotion_orders(p_id, p_page, p_size); $$;

grant execute on function public.promotion_orders(uuid, int4, int4) to authenticated, service_role;

-- What is wrong with one field, in words; null when nothing is. The table's checks say the same.
create function private.promotion_problem(p_field text, p_value text)
returns text
language sql
stable
set search_path = ''
as $$
  select case p_field
    when 'code' then case when p_value is null or p_value !~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'
      then 'Use 3 to 40 letters, digits, hyphens or underscores, with a letter or digit first.' end
    when 'kind' then case when p_value is null or p_value not in ('percent', 'amount', 'free_delivery') then 'Choose what the code gives.' end
    when 'percent' then case when p_value !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or p_value::numeric not between 0.01 and 100
      then 'Enter a percentage from 0.01 to 100.' end
    when 'amount_pence' then case when p_value !~ '^[0-9]{1,7}$' or p_value::integer not between 1 and 1000000
      then 'Enter an amount from £0.01 to £10,000.' end
    when 'starts_at' then case when p_value is null or not private.is_moment(p_value) then 'Enter a date and time.' end
    when 'ends_at' then case when not private.is_moment(p_value) then 'Enter a date and time.' end
    when 'minimum_pence' then case when p_value is null or p_value !~ '^[0-9]{1,9}$' or p_value::integer > 100000000
      then 'Enter an amount from £0 to £1,000,000.' end
    when 'uses_limit' then case when p_value !~ '^[0-9]{1,9}$' or p_value::integer < 1 then 'Enter 1 or more, or leave it empty.' end
    when 'uses_per_customer' then case when p_value !~ '^[0-9]{1,9}$' or p_value::integer < 1 then 'Enter 1 or more, or leave it empty.' end
    when 'is_active' then case when p_value is null or p_value not in ('true', 'false') then 'Switch it on or off.' end
    else format('There is no field "%s".', left(p_field, 60)) end;
$$;

-- Whether a text is a moment as the API writes them, of a year with four digits.
create function private.is_moment(p_text text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_text ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$'
    and pg_input_is_valid(p_text, 'timestamptz');
$$;

-- Locks a promotion that is still the version that was read, or answers 409 with the present record.
create function private.lock_promotion(p_id uuid, p_version integer)
returns public.promotions
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
begin
  select * into v_promotion from public.promotions where id = p_id for no key update;
  if v_promotion.id is null then
    perform private.reject('PT404', 'This promotion does not exist.', 'promotion_not_found');
  elsif p_version is null then
    perform private.reject('PT422', 'version is required', 'version');
  elsif v_promotion.version <> p_version then
    perform private.reject('PT409', 'Someone has changed this promotion since you opened it.', 'stale_version', to_jsonb(v_promotion)::text);
  end if;
  return v_promotion;
end;
$$;

-- Adds a promotion (p_id null) or changes one that is still the version that was read. Answers {id, version}. A percentage or amount
-- that the kind does not have is dropped.
create function private.save_promotion(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_fields constant jsonb := coalesce(p_fields, '{}');
  v_field text;
  v_problem text;
  v_old public.promotions;
  v_new public.promotions;
begin
  perform private.require_right('promotions');
  if jsonb_typeof(v_fields) <> 'object' or octet_length(v_fields::text) > 20000 then
    perform private.reject('PT422', 'fields must be an object', 'fields');
  end if;
  for v_field, v_problem in
    select key, private.promotion_problem(key, value) from jsonb_each_text(v_fields)
  loop
    if v_problem is not null then
      perform private.reject('PT422', v_problem, v_field);
    end if;
  end loop;
  if p_id is null then
    v_old := jsonb_populate_record(null::public.promotions,
      jsonb_build_object('id', gen_random_uuid(), 'starts_at', now(), 'minimum_pence', 0, 'is_active', true));
  else
    v_old := private.lock_promotion(p_id, p_version);
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  if v_new.code is null or v_new.kind is null then
    v_field := case when v_new.code is null then 'code' else 'kind' end;
    perform private.reject('PT422', private.promotion_problem(v_field, null), v_field);
  elsif v_new.kind = 'percent' and v_new.percent is null then
    perform private.reject('PT422', 'Enter a percentage from 0.01 to 100.', 'percent');
  elsif v_new.kind = 'amount' and v_new.amount_pence is null then
    perform private.reject('PT422', 'Enter an amount from £0.01 to £10,000.', 'amount_pence');
  elsif v_new.ends_at <= v_new.starts_at then
    perform private.reject('PT422', 'The end must be after the start.', 'ends_at');
  end if;
  v_new.percent := case when v_new.kind = 'percent' then v_new.percent end;
  v_new.amount_pence := case when v_new.kind = 'amount' then v_new.amount_pence end;
  begin
    if p_id is null then
      insert into public.promotions (
        id, code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active)
      values (v_new.id, v_new.code, v_new.kind, v_new.percent, v_new.amount_pence, v_new.starts_at, v_new.ends_at, v_new.minimum_pence,
        v_new.uses_limit, v_new.uses_per_customer, v_new.is_active);
    elsif v_new is distinct from v_old then
      update public.promotions set code = v_new.code, kind = v_new.kind, percent = v_new.percent, amount_pence = v_new.amount_pence,
        starts_at = v_new.starts_at, ends_at = v_new.ends_at, minimum_pence = v_new.minimum_pence, uses_limit = v_new.uses_limit,
        uses_per_customer = v_new.uses_per_customer, is_active = v_new.is_active
      where id = p_id;
    end if;
  exception when unique_violation then
    perform private.reject('PT409', format('There is a code "%s" already. Choose another.', v_new.code), 'code');
  end;
  return (select jsonb_build_object('id', id, 'version', version) from public.promotions where id = v_new.id);
end;
$$;

grant execute on function private.save_promotion(uuid, int4, jsonb) to authenticated, service_role;

create function public.save_promotion(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_promotion(p_id, p_version, p_fields); $$;

grant execute on function public.save_promotion(uuid, int4, jsonb) to authenticated, service_role;

-- Ends a running promotion at this moment, by the database's clock. Answers the version and the former end, with which save_promotion
-- undoes it.
create function private.end_promotion(p_id uuid, p_version integer)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.promotions;
begin
  perform private.require_right('promotions');
  v_old := private.lock_promotion(p_id, p_version);
  if v_old.starts_at >= now() or v_old.ends_at <= now() then
    perform private.reject('PT409', 'This promotion is not running.', 'not_running');
  end if;
  update public.promotions set ends_at = now() where id = p_id;
  return (select jsonb_build_object('version', version, 'ends_at', v_old.ends_at) from public.promotions where id = p_id);
end;
$$;

grant execute on function private.end_promotion(uuid, int4) to authenticated, service_role;

create function public.end_promotion(p_id uuid, p_version integer)
returns jsonb
language sql
set search_path = ''
as $$ select private.end_promotion(p_id, p_version); $$;

grant execute on function public.end_promotion(uuid, int4) to authenticated, service_role;
