-- Staff start a canary with a reason, as they promote.

-- A set has to be live still when staff change what they saw, with the web server that checked it.
create function private.require_live(p_live text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select live from public.release_state for update) is distinct from p_live then
    perform private.reject('PT409', 'Another set has gone live meanwhile. Look at it, and try again.', 'live_changed');
  end if;
end;
$$;

-- Records a release and makes the live set with it live, as the release commands do. p_live: the set that was live when web server and
-- staff looked; what they saw counts for no other. Web servers run only what is signed, whoever calls this.
create or replace function private.promote_as_staff(p_record jsonb, p_live text, p_why text)
returns jsonb
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
  return private.promote_release(jsonb_build_object(p_record ->> 'name', p_record ->> 'version'), v_actor, v_why, false);
end;
$$;

-- The members with their owners, what runs of each, and their twenty latest recorded versions; and the set that a rollback gives, null
-- where there is none or nobody may stay on it.
create or replace function private.office_releases()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  return (
    select jsonb_build_object(
      'live', state.live,
      'since', state.changed_at,
      'rollback', (
        select jsonb_build_object('set', id, 'members', members) from public.release_sets
        where id = state.last_good and id <> state.live and id <> all (state.withdrawn)),
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', remote.name, 'owner', remote.owner, 'version', release.version, 'commit', release.record ->> 'commit',
          'released_at', coalesce(release.record ->> 'builtAt', release.recorded_at::text),
          'bytes', release.record #> '{sizes,brotli}', 'recorded', (
            select coalesce(jsonb_agg(jsonb_build_object('version', latest.version, 'commit', latest.commit, 'at', latest.recorded_at)
              order by latest.recorded_at desc, latest.version), '[]')
            from (
              select version, recorded_at, record ->> 'commit' as commit from public.releases where name = remote.name
              order by recorded_at desc, version limit 20) as latest)) order by remote.name <> 'shell', remote.name), '[]')
        from public.remotes as remote
        left join public.release_sets as live on live.id = state.live
        left join public.releases as release on release.name = remote.name and release.version = live.members ->> remote.name))
    from public.release_state as state);
end;
$$;

drop function private.start_canary(jsonb, int4, bool, text);

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

create function public.start_canary_as_staff(p_record jsonb, p_live text, p_share integer, p_by_hand boolean, p_why text)
returns void
language sql
set search_path = ''
as $$ select private.start_canary_as_staff(p_record, p_live, p_share, p_by_hand, p_why); $$;

select private.hide_rows_in_api_errors();

revoke all on function private.require_live(text), private.start_canary(jsonb, int4, bool, text, text),
  private.start_canary_as_staff(jsonb, text, int4, bool, text) from public;
grant execute on function private.start_canary(jsonb, int4, bool, text, text) to service_role;
grant execute on function private.start_canary_as_staff(jsonb, text, int4, bool, text),
  public.start_canary_as_staff(jsonb, text, int4, bool, text) to authenticated, service_role;
