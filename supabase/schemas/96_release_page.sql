-- The page of releases in the back office: what is live, its history, and promotions and rollbacks by staff.

create trigger audit_insert after insert on public.release_events
  referencing new table as new_rows for each statement execute function private.audit();

-- The caller, as the history of releases names them.
create function private.release_actor()
returns text
language sql
stable
set search_path = ''
as $$
  select left(btrim(coalesce((select name from private.staff_names where user_id = person.id), '') || ' ' || person.email), 200)
  from auth.users as person where person.id = (select auth.uid());
$$;

-- The members with their owners, what runs of each, and their twenty latest recorded versions; and the set that a rollback gives, null
-- where there is none or nobody may stay on it.
create function private.office_releases()
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

-- One page of what was made live, newest first, with the members that changed: all of them where no set was live before.
create function private.office_release_events(p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_total constant bigint := (select count(*) from public.release_events);
  v_pages constant bigint := greatest(ceil(v_total::numeric / v_size), 1);
  v_page constant bigint := least(greatest(coalesce(p_page, 1), 1), v_pages);
begin
  perform private.require_right('releases');
  return jsonb_build_object('total', v_total, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', event.id::text, 'at', event.at, 'actor', event.actor, 'what', event.what,
      'why', event.why, 'from', event.from_set, 'to', event.to_set, 'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'from', old.members ->> name, 'to', new.members ->> name) order by name), '[]')
        from jsonb_object_keys(coalesce(old.members, '{}') || new.members) as name
        where old.members ->> name is distinct from new.members ->> name)) order by event.id desc), '[]')
    from (select * from public.release_events order by id desc limit v_size offset (v_page - 1) * v_size) as event
    join public.release_sets as new on new.id = event.to_set
    left join public.release_sets as old on old.id = event.from_set));
end;
$$;

-- The reason that staff give, or a 422.
create function private.release_reason(p_why text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if char_length(btrim(coalesce(p_why, ''))) not between 1 and 500 then
    perform private.reject('PT422', 'Say why, in at most 500 characters.', 'why');
  end if;
  return btrim(p_why);
end;
$$;

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
create function private.promote_as_staff(p_record jsonb, p_live text, p_why text)
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

-- Makes the set before live again, which has to be p_to.
create function private.roll_back_as_staff(p_to text, p_why text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_why text;
  v_flip jsonb;
begin
  perform private.require_right('releases');
  v_why := private.release_reason(p_why);
  v_flip := private.roll_back_release(private.release_actor(), v_why, false);
  if v_flip ->> 'live' is distinct from p_to then
    perform private.reject('PT409', 'Another set has gone live meanwhile. Look at it, and try again.', 'live_changed');
  end if;
  return v_flip;
end;
$$;

create function public.office_releases()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_releases(); $$;

create function public.office_release_events(p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_release_events(p_page, p_size); $$;

create function public.promote_as_staff(p_record jsonb, p_live text, p_why text)
returns jsonb
language sql
set search_path = ''
as $$ select private.promote_as_staff(p_record, p_live, p_why); $$;

create function public.roll_back_as_staff(p_to text, p_why text)
returns jsonb
language sql
set search_path = ''
as $$ select private.roll_back_as_staff(p_to, p_why); $$;

grant execute on function private.office_releases(), private.office_release_events(int4, int4),
  private.promote_as_staff(jsonb, text, text), private.roll_back_as_staff(text, text) to authenticated, service_role;
grant execute on function public.office_releases(), public.office_release_events(int4, int4),
  public.promote_as_staff(jsonb, text, text), public.roll_back_as_staff(text, text) to authenticated, service_role;
