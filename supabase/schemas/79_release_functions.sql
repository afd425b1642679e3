-- Recording releases, making sets of them live, and rolling back. For the service alone.

-- The owner and the paths of a remote.
create function private.set_remote(p_name text, p_owner text, p_mounts text[])
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.remotes as known (name, owner, mounts) values (p_name, p_owner, coalesce(p_mounts, '{}'))
  on conflict (name) do update set owner = excluded.owner, mounts = excluded.mounts;
$$;

-- Records a release once. Returns whether it is new.
create function private.record_release(p_record jsonb, p_actor text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_name constant text := p_record ->> 'name';
  v_version constant text := p_record ->> 'version';
  v_path text;
begin
  if not exists (select from public.remotes where name = v_name) then
    perform private.reject('PT422', format('%s is no member of this shop: say first who owns it and which paths it serves.', coalesce(left(v_name, 60), 'It')), 'name');
  end if;
  select claim.path into v_path
  from jsonb_array_elements_text(case jsonb_typeof(p_record -> 'mounts') when 'array' then p_record -> 'mounts' else '[]' end) as claim (path)
  where not exists (
    select from public.remotes, unnest(mounts) as own (mount) where name = v_name and private.mount_contains(own.mount, claim.path))
  limit 1;
  if v_path is not null then
    perform private.reject('PT422', format('%s claims %s, which is not its own.', v_name, left(v_path, 100)), 'mounts');
  end if;
  insert into public.releases (name, version, record, recorded_by) values (v_name, v_version, p_record, p_actor)
  on conflict do nothing;
  if found then
    return true;
  elsif (select record -> 'files' from public.releases where name = v_name and version = v_version) is distinct from p_record -> 'files' then
    perform private.reject('PT409', format('%s %s is recorded with other files.', v_name, v_version), 'files');
  end if;
  return false;
end;
$$;

-- Makes a set live, which ends a canary, and notes what a rollback gives. The caller has locked release_state.
create function private.make_set_live(p_set text, p_what text, p_actor text, p_why text, p_before bigint)
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

-- Makes the live set with other versions of some members live; of a start the members are all there are, and they go live only while
-- the live set is one that a start made. Returns {live, changed}.
create function private.promote_release(p_members jsonb, p_actor text, p_why text, p_start boolean)
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

-- Makes the set live that was before the live one, once more each time. p_withdraw: nobody stays on the set that was live.
create function private.roll_back_release(p_actor text, p_why text, p_withdraw boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_state public.release_state;
  v_target public.release_events;
begin
  select * into v_state from public.release_state for update;
  select target.* into v_target from public.release_events as live join public.release_events as target on target.id = live.before
  where live.id = v_state.event;
  while v_target.to_set = v_state.live or v_target.to_set = any (v_state.withdrawn) loop
    select * into v_target from public.release_events where id = v_target.before;
  end loop;
  if v_target.id is null then
    perform private.reject('PT409', 'No other set was live before this one.', 'nothing_before');
  end if;
  perform private.make_set_live(v_target.to_set, 'rollback', p_actor, p_why, v_target.before);
  if p_withdraw then
    update public.release_state set withdrawn = array_append(array_remove(withdrawn, v_state.live), v_state.live);
  end if;
  return jsonb_build_object('live', v_target.to_set, 'changed', true);
end;
$$;

create function public.set_remote(p_name text, p_owner text, p_mounts text[])
returns void
language sql
set search_path = ''
as $$ select private.set_remote(p_name, p_owner, p_mounts); $$;

create function public.record_release(p_record jsonb, p_actor text)
returns boolean
language sql
set search_path = ''
as $$ select private.record_release(p_record, p_actor); $$;

create function public.promote_release(p_members jsonb, p_actor text, p_why text default '', p_start boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.promote_release(p_members, p_actor, p_why, p_start); $$;

create function public.roll_back_release(p_actor text, p_why text default '', p_withdraw boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.roll_back_release(p_actor, p_why, p_withdraw); $$;

grant execute on function private.set_remote(text, text, text[]), private.record_release(jsonb, text),
  private.promote_release(jsonb, text, text, bool), private.roll_back_release(text, text, bool) to service_role;
grant execute on function public.set_remote(text, text, text[]), public.record_release(jsonb, text),
  public.promote_release(jsonb, text, text, bool), public.roll_back_release(text, text, bool) to service_role;

-- The migrations that this database has, as the Supabase CLI records them; null where they are not recorded.
create function private.applied_migrations()
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  return (select array_agg(version order by version) from supabase_migrations.schema_migrations);
exception when insufficient_privilege then
  return null;
end;
$$;

grant execute on function private.applied_migrations() to anon, authenticated, service_role;

-- The canary that runs: its id, set and share; null without one.
create function private.canary_share()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$ select jsonb_build_object('id', id, 'candidate', candidate, 'share', share) from private.canaries where ended_at is null; $$;

grant execute on function private.canary_share() to anon, authenticated, service_role;

-- What a web server needs: the live set, what a rollback gives, what was withdrawn, the canary, the members of every set that a tab may still
-- run, which are those live within the last day, and the migrations that releases may rely on.
create function public.live_releases()
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

grant execute on function public.live_releases() to anon, authenticated, service_role;
