-- Canaries: started, advanced and stopped by commands, by staff, and by the web servers that compare both sets.

-- Gives a share of visitors, in percent, the live set with other versions of some members. Answers {canary, candidate}.
create function private.start_canary(p_members jsonb, p_share integer, p_by_hand boolean, p_actor text, p_why text default '')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_live text;
  v_set text;
  v_canary bigint;
begin
  select live into v_live from public.release_state for update;
  if v_live is null then
    perform private.reject('PT409', 'No set is live that a canary could be compared with.', 'no_live_set');
  elsif exists (select from private.canaries where ended_at is null) then
    perform private.reject('PT409', 'A canary runs already: stop it first, or wait for its end.', 'canary_runs');
  elsif p_share is null or p_share not between 1 and 99 then
    perform private.reject('PT422', 'Give a canary a share from 1 to 99 percent.', 'share');
  elsif jsonb_typeof(p_members) is distinct from 'object' then
    perform private.reject('PT422', 'The members of a set are versions by name.', 'members');
  end if;
  v_set := private.make_release_set((select members from public.release_sets where id = v_live) || p_members);
  if v_set = v_live then
    perform private.reject('PT409', 'That is the set that is live.', 'live_already');
  end if;
  -- What was counted is of no use a month later.
  delete from private.canaries where ended_at < now() - interval '30 days';
  insert into private.canaries (candidate, share, by_hand) values (v_set, p_share, coalesce(p_by_hand, false)) returning id into v_canary;
  insert into public.release_events (actor, what, from_set, to_set, why)
  values (p_actor, 'canary', v_live, v_set, left(rtrim(format('For %s %% of visitors. %s', p_share, p_why)), 500));
  update public.release_state set revision = revision + 1, withdrawn = array_remove(withdrawn, v_set);
  return jsonb_build_object('canary', v_canary, 'candidate', v_set);
end;
$$;

-- Gives a canary that still has p_share the next share of 10, 50 and 100 percent, of which the last makes its set live. Answers whether
-- it had: of several web servers that decide at once, one does it.
create function private.advance_canary(p_canary bigint, p_share integer, p_actor text, p_why text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_state public.release_state;
  v_candidate text;
  v_next constant integer := case when p_share < 10 then 10 when p_share < 50 then 50 end;
begin
  select * into v_state from public.release_state for update;
  select candidate into v_candidate from private.canaries where id = p_canary and share = p_share and ended_at is null;
  if v_candidate is null then
    return false;
  elsif v_next is null then
    perform private.make_set_live(v_candidate, 'promote', p_actor, left(p_why, 500), v_state.event);
    return true;
  end if;
  update private.canaries set share = v_next, step_at = clock_timestamp() where id = p_canary;
  insert into public.release_events (actor, what, from_set, to_set, why)
  values (p_actor, 'advance', v_state.live, v_candidate, left(format('To %s %% of visitors. %s', v_next, coalesce(p_why, '')), 500));
  update public.release_state set revision = revision + 1;
  return true;
end;
$$;

-- Gives every visitor the live set again. Answers whether the canary ran.
create function private.stop_canary(p_canary bigint, p_actor text, p_why text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_live text;
  v_candidate text;
begin
  select live into v_live from public.release_state for update;
  update private.canaries set ended_at = clock_timestamp() where id = p_canary and ended_at is null returning candidate into v_candidate;
  if v_candidate is null then
    return false;
  end if;
  insert into public.release_events (actor, what, from_set, to_set, why)
  values (p_actor, 'stop', v_candidate, v_live, left(coalesce(p_why, ''), 500));
  update public.release_state set revision = revision + 1;
  return true;
end;
$$;

-- Adds what a web server has counted: a list of {release_set, kind, n, failures}. What it counted at an earlier share is dropped.
create function private.record_canary_samples(p_canary bigint, p_share integer, p_samples jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if jsonb_typeof(p_samples) is distinct from 'array' or jsonb_array_length(p_samples) > 20 then
    perform private.reject('PT422', 'Samples are a list of at most 20.', 'samples');
  end if;
  -- Waits for whoever ends or advances it.
  perform from private.canaries where id = p_canary and share = p_share and ended_at is null for share;
  if not found then
    return;
  end if;
  insert into private.canary_samples as known (canary, share, release_set, kind, n, failures)
  select p_canary, p_share, sample.release_set, sample.kind, sum(sample.n), sum(sample.failures)
  from jsonb_to_recordset(p_samples) as sample (release_set text, kind text, n integer, failures integer)
  group by sample.release_set, sample.kind order by sample.release_set, sample.kind
  on conflict (canary, share, release_set, kind) do update set n = known.n + excluded.n, failures = known.failures + excluded.failures;
end;
$$;

-- The canary that runs with what was counted since it has its share; null without one.
create function private.running_canary()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('id', canary.id, 'live', state.live, 'candidate', canary.candidate, 'share', canary.share,
    'by_hand', canary.by_hand, 'since', canary.step_at, 'seconds', extract(epoch from clock_timestamp() - canary.step_at), 'samples', (
      select coalesce(jsonb_agg(jsonb_build_object('release_set', release_set, 'kind', kind, 'n', n, 'failures', failures)), '[]')
      from private.canary_samples where canary = canary.id and share = canary.share))
  from private.canaries as canary, public.release_state as state where canary.ended_at is null;
$$;

create function private.office_canary()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  return private.running_canary();
end;
$$;

-- What staff saw has to be so still.
create function private.require_changed(p_changed boolean)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if not p_changed then
    perform private.reject('PT409', 'The canary has moved on meanwhile. Look at it, and try again.', 'canary_changed');
  end if;
end;
$$;

-- Records a release and gives a share of visitors the live set with it, as the release commands do. p_live: the set that was live when
-- web server and staff looked.
create function private.start_canary_as_staff(p_record jsonb, p_live text, p_share integer, p_by_hand boolean, p_why text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_why text;
  v_actor text;
begin
  perform private.require_right('releases');
  v_why := private.release_reason(p_why);
  v_actor := private.release_actor();
  perform private.require_live(p_live);
  perform private.record_release(p_record, v_actor);
  perform private.start_canary(jsonb_build_object(p_record ->> 'name', p_record ->> 'version'), p_share, p_by_hand, v_actor, v_why);
end;
$$;

create function private.advance_canary_as_staff(p_canary bigint, p_share integer, p_why text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  perform private.require_changed(private.advance_canary(p_canary, p_share, private.release_actor(), private.release_reason(p_why)));
end;
$$;

create function private.stop_canary_as_staff(p_canary bigint, p_why text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  perform private.require_changed(private.stop_canary(p_canary, private.release_actor(), private.release_reason(p_why)));
end;
$$;

create function public.start_canary(p_members jsonb, p_share integer, p_by_hand boolean, p_actor text)
returns jsonb
language sql
set search_path = ''
as $$ select private.start_canary(p_members, p_share, p_by_hand, p_actor); $$;

create function public.advance_canary(p_canary bigint, p_share integer, p_actor text, p_why text)
returns boolean
language sql
set search_path = ''
as $$ select private.advance_canary(p_canary, p_share, p_actor, p_why); $$;

create function public.stop_canary(p_canary bigint, p_actor text, p_why text)
returns boolean
language sql
set search_path = ''
as $$ select private.stop_canary(p_canary, p_actor, p_why); $$;

create function public.record_canary_samples(p_canary bigint, p_share integer, p_samples jsonb)
returns void
language sql
set search_path = ''
as $$ select private.record_canary_samples(p_canary, p_share, p_samples); $$;

create function public.running_canary()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.running_canary(); $$;

create function public.office_canary()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_canary(); $$;

create function public.start_canary_as_staff(p_record jsonb, p_live text, p_share integer, p_by_hand boolean, p_why text)
returns void
language sql
set search_path = ''
as $$ select private.start_canary_as_staff(p_record, p_live, p_share, p_by_hand, p_why); $$;

create function public.advance_canary_as_staff(p_canary bigint, p_share integer, p_why text)
returns void
language sql
set search_path = ''
as $$ select private.advance_canary_as_staff(p_canary, p_share, p_why); $$;

create function public.stop_canary_as_staff(p_canary bigint, p_why text)
returns void
language sql
set search_path = ''
as $$ select private.stop_canary_as_staff(p_canary, p_why); $$;

grant execute on function private.start_canary(jsonb, int4, bool, text, text), private.advance_canary(int8, int4, text, text),
  private.stop_canary(int8, text, text), private.record_canary_samples(int8, int4, jsonb), private.running_canary() to service_role;
grant execute on function public.start_canary(jsonb, int4, bool, text), public.advance_canary(int8, int4, text, text),
  public.stop_canary(int8, text, text), public.record_canary_samples(int8, int4, jsonb), public.running_canary() to service_role;
grant execute on function private.office_canary(), private.start_canary_as_staff(jsonb, text, int4, bool, text),
  private.advance_canary_as_staff(int8, int4, text), private.stop_canary_as_staff(int8, text) to authenticated, service_role;
grant execute on function public.office_canary(), public.start_canary_as_staff(jsonb, text, int4, bool, text),
  public.advance_canary_as_staff(int8, int4, text), public.stop_canary_as_staff(int8, text) to authenticated, service_role;
