alter table public.release_events drop constraint release_events_what_check;
alter table public.release_events add constraint release_events_what_check
  check (what in ('start', 'promote', 'rollback', 'withdraw', 'canary', 'advance', 'stop'));

-- A set that a share of visitors, in percent, gets before all do. One runs at a time. step_at: since when it has this share.
create table private.canaries (
  id bigint primary key generated always as identity,
  candidate text not null references public.release_sets (id),
  share integer not null check (share between 1 and 99),
  by_hand boolean not null,
  step_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);

create index canaries_by_candidate on private.canaries (candidate);
create unique index one_canary_runs on private.canaries ((ended_at is null)) where ended_at is null;

-- What web servers have counted of a set while a canary had a share: n, of which so many failed. No row is about a visitor.
create table private.canary_samples (
  canary bigint not null references private.canaries (id) on delete cascade,
  share integer not null,
  release_set text not null references public.release_sets (id),
  kind text not null check (kind in ('document', 'file', 'load', 'pace')),
  n bigint not null check (n >= 0),
  failures bigint not null check (failures >= 0),
  primary key (canary, share, release_set, kind)
);

create index canary_samples_by_set on private.canary_samples (release_set);

revoke all on table private.canaries, private.canary_samples from public;

-- The id of the set that has these members, all of them released, with paths of their own.
create function private.make_release_set(p_members jsonb)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_missing text;
  v_path text;
  v_set text;
begin
  if not p_members ? 'shell' then
    perform private.reject('PT422', 'A set needs a shell.', 'members');
  end if;
  select member.key || ' ' || coalesce(member.value, '') into v_missing from jsonb_each_text(p_members) as member
  where not exists (select from public.releases where name = member.key and version = member.value) limit 1;
  if v_missing is not null then
    perform private.reject('PT422', format('%s was never released.', left(v_missing, 100)), 'members');
  end if;
  -- Again at every promotion: a path may have got another owner since the release was recorded.
  select release.name || ' claims ' || claim.path into v_path
  from jsonb_each_text(p_members) as member
  join public.releases as release on release.name = member.key and release.version = member.value
  join public.remotes as remote on remote.name = release.name
  cross join jsonb_array_elements_text(coalesce(release.record -> 'mounts', '[]')) as claim (path)
  where not exists (select from unnest(remote.mounts) as own (mount) where private.mount_contains(own.mount, claim.path))
  limit 1;
  if v_path is not null then
    perform private.reject('PT422', format('%s, which is not its own.', left(v_path, 150)), 'mounts');
  end if;
  v_set := left(encode(sha256(convert_to(p_members::text, 'UTF8')), 'hex'), 12);
  insert into public.release_sets (id, members) values (v_set, p_members) on conflict do nothing;
  return v_set;
end;
$$;

-- Makes a set live, which ends a canary, and notes what a rollback gives. The caller has locked release_state.
create or replace function private.make_set_live(p_set text, p_what text, p_actor text, p_why text, p_before bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_from constant text := (select live from public.release_state);
  v_event bigint;
  v_candidate text;
begin
  update private.canaries set ended_at = clock_timestamp() where ended_at is null returning candidate into v_candidate;
  if v_candidate <> p_set then
    insert into public.release_events (actor, what, from_set, to_set, why)
    values (p_actor, 'stop', v_candidate, v_from, 'Another set went live.');
  end if;
  insert into public.release_events (actor, what, from_set, to_set, why, before)
  values (p_actor, p_what, v_from, p_set, coalesce(p_why, ''), p_before) returning id into v_event;
  update public.release_sets set left_at = case when id = p_set then null else clock_timestamp() end where id in (v_from, p_set);
  update public.release_state set live = p_set, event = v_event, revision = revision + 1, changed_at = clock_timestamp(),
    withdrawn = array_remove(withdrawn, p_set),
    last_good = (select to_set from public.release_events where id = p_before);
end;
$$;

-- Makes the live set with other versions of some members live; of a start the members are all there are, and they go live only while
-- the live set is one that a start made. Returns {live, changed}.
create or replace function private.promote_release(p_members jsonb, p_actor text, p_why text, p_start boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_state public.release_state;
  v_event public.release_events;
  v_members jsonb;
  v_set text;
begin
  select * into v_state from public.release_state for update;
  select * into v_event from public.release_events where id = v_state.event;
  if p_start and v_event.what <> 'start' then
    return jsonb_build_object('live', v_state.live, 'changed', false);
  end if;
  if jsonb_typeof(p_members) is distinct from 'object' then
    perform private.reject('PT422', 'The members of a set are versions by name.', 'members');
  end if;
  v_members := case when p_start then '{}' else coalesce((select members from public.release_sets where id = v_state.live), '{}') end || p_members;
  v_set := private.make_release_set(v_members);
  if v_set = v_state.live and (p_start or v_event.what = 'promote') then
    return jsonb_build_object('live', v_set, 'changed', false);
  end if;
  perform private.make_set_live(v_set, case when p_start then 'start' else 'promote' end, p_actor, p_why,
    -- A set that is live already keeps what a rollback gives.
    case when v_set = v_state.live then v_event.before else v_state.event end);
  return jsonb_build_object('live', v_set, 'changed', v_set is distinct from v_state.live);
end;
$$;

-- The canary that runs: its id, set and share; null without one.
create function private.canary_share()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$ select jsonb_build_object('id', id, 'candidate', candidate, 'share', share) from private.canaries where ended_at is null; $$;

-- What a web server needs: the live set, what a rollback gives, what was withdrawn, the canary, the members of every set that a tab may still
-- run, which are those live within the last day, and the migrations that releases may rely on.
create or replace function public.live_releases()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'live', state.live, 'last_good', state.last_good, 'withdrawn', state.withdrawn, 'revision', state.revision,
    'migrations', private.applied_migrations(), 'canary', private.canary_share(),
    'sets', (
      select coalesce(jsonb_object_agg(recent.id, recent.members), '{}') from (
        select id, members from public.release_sets where id in (state.live, state.last_good, private.canary_share() ->> 'candidate')
        union
        (select id, members from public.release_sets where left_at > now() - interval '1 day' order by left_at desc limit 50)
      ) as recent))
  from public.release_state as state;
$$;

-- Gives a share of visitors, in percent, the live set with other versions of some members. Answers {canary, candidate}.
create function private.start_canary(p_members jsonb, p_share integer, p_by_hand boolean, p_actor text)
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
  values (p_actor, 'canary', v_live, v_set, format('For %s %% of visitors.', p_share));
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

select private.hide_rows_in_api_errors();

revoke all on function private.make_release_set(jsonb), private.canary_share(), private.advance_canary(int8, int4, text, text),
  private.advance_canary_as_staff(int8, int4, text), private.office_canary(), private.record_canary_samples(int8, int4, jsonb),
  private.require_changed(bool), private.running_canary(), private.start_canary(jsonb, int4, bool, text),
  private.stop_canary(int8, text, text), private.stop_canary_as_staff(int8, text) from public;
grant execute on function private.canary_share() to anon, authenticated, service_role;
grant execute on function private.start_canary(jsonb, int4, bool, text), private.advance_canary(int8, int4, text, text),
  private.stop_canary(int8, text, text), private.record_canary_samples(int8, int4, jsonb), private.running_canary() to service_role;
grant execute on function public.start_canary(jsonb, int4, bool, text), public.advance_canary(int8, int4, text, text),
  public.stop_canary(int8, text, text), public.record_canary_samples(int8, int4, jsonb), public.running_canary() to service_role;
grant execute on function private.office_canary(), private.advance_canary_as_staff(int8, int4, text),
  private.stop_canary_as_staff(int8, text) to authenticated, service_role;
grant execute on function public.office_canary(), public.advance_canary_as_staff(int8, int4, text),
  public.stop_canary_as_staff(int8, text) to authenticated, service_role;
