-- Releases of the shop's apps: who owns which paths, what was released, sets of releases, and which set is live.

-- Members of a release set, the shell among them. mounts: path prefixes that a remote may serve ('/' is the home page alone).
create table public.remotes (
  name text primary key check (char_length(name) <= 60 and name ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'),
  owner text not null check (char_length(btrim(owner)) between 1 and 100),
  mounts text[] not null default '{}' check (cardinality(mounts) <= 50 and char_length(array_to_string(mounts, ' ')) <= 2000)
);

create table public.releases (
  name text not null references public.remotes (name),
  version text not null check (version ~ '^[0-9a-z]{1,40}$'),
  -- record.json of the release.
  record jsonb not null check (char_length(record::text) <= 1000000),
  recorded_by text not null check (char_length(recorded_by) between 1 and 200),
  recorded_at timestamptz not null default now(),
  primary key (name, version)
);

create table public.release_sets (
  -- Follows from the members.
  id text primary key check (id ~ '^[0-9a-f]{12}$'),
  -- Version by name.
  members jsonb not null check (jsonb_typeof(members) = 'object' and char_length(members::text) <= 10000),
  made_at timestamptz not null default now(),
  -- When it was live last, now that another one is: tabs may still run it.
  left_at timestamptz
);

create index release_sets_by_left_at on public.release_sets (left_at);

create table public.release_events (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor text not null check (char_length(btrim(actor)) between 1 and 200),
  what text not null check (what in ('start', 'promote', 'rollback', 'withdraw')),
  from_set text references public.release_sets (id),
  to_set text not null references public.release_sets (id),
  why text not null default '' check (char_length(why) <= 500),
  -- The event whose set is live again when this one is rolled back.
  before bigint references public.release_events (id)
);

create index release_events_by_from_set on public.release_events (from_set);
create index release_events_by_to_set on public.release_events (to_set);
create index release_events_by_before on public.release_events (before);

-- One row. last_good: the set that a rollback makes live. Nobody stays on a set in withdrawn, whatever tab runs it.
create table public.release_state (
  id boolean primary key default true check (id),
  live text references public.release_sets (id),
  last_good text references public.release_sets (id),
  withdrawn text[] not null default '{}' check (cardinality(withdrawn) <= 1000),
  event bigint references public.release_events (id),
  revision bigint not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 50);

create index release_state_by_live on public.release_state (live);
create index release_state_by_last_good on public.release_state (last_good);
create index release_state_by_event on public.release_state (event);

alter table public.remotes enable row level security;
alter table public.releases enable row level security;
alter table public.release_sets enable row level security;
alter table public.release_state enable row level security;
alter table public.release_events enable row level security;

-- Written by the functions of 62_release_functions.sql.
revoke all on table public.remotes, public.releases, public.release_sets, public.release_state, public.release_events
  from anon, authenticated;
grant all on table public.remotes, public.releases, public.release_sets, public.release_state, public.release_events to service_role;
grant select on table public.remotes, public.releases, public.release_sets, public.release_state, public.release_events
  to authenticated;
-- Every page names its set.
grant select on table public.release_sets, public.release_state to anon;

create policy "Staff read who owns which paths" on public.remotes for select to authenticated
  using ((select private.may('releases')));
create policy "Staff read releases" on public.releases for select to authenticated using ((select private.may('releases')));
create policy "Staff read the history of releases" on public.release_events for select to authenticated
  using ((select private.may('releases')));
create policy "Anyone reads release sets" on public.release_sets for select to anon, authenticated using (true);
create policy "Anyone sees which release set is live" on public.release_state for select to anon, authenticated using (true);

insert into public.release_state default values;

-- Whether a path prefix contains another; '/' is the home page alone.
create function private.mount_contains(p_mount text, p_path text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_path = p_mount or (p_mount <> '/' and starts_with(p_path, p_mount || '/')); $$;

-- Locked whole, since two remotes could be given overlapping paths at the same time.
create function private.check_mounts()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mount text;
  v_other text;
begin
  lock table public.remotes in share row exclusive mode;
  foreach v_mount in array new.mounts loop
    if v_mount is null or v_mount !~ '^/([a-z0-9-]+(/[a-z0-9-]+)*)?$' then
      perform private.refuse('PT422', format('%s is no path that a remote can serve.', coalesce(v_mount, 'null')), 'mounts');
    end if;
    select other.name into v_other from public.remotes as other, unnest(other.mounts) as theirs (mount)
    where other.name <> new.name and (private.mount_contains(v_mount, theirs.mount) or private.mount_contains(theirs.mount, v_mount))
    limit 1;
    if v_other is not null then
      perform private.refuse('PT409', format('%s belongs to %s.', v_mount, v_other), 'mounts');
    end if;
  end loop;
  return new;
end;
$$;

create trigger check_mounts before insert or update of mounts on public.remotes
  for each row execute function private.check_mounts();

insert into public.remotes (name, owner, mounts) values
  ('shell', 'platform', '{}'),
  ('mf-catalog', 'catalogue', '{/,/products,/categories,/search,/wishlist}'),
  ('mf-cart-checkout', 'checkout', '{/cart,/checkout}'),
  ('mf-account', 'accounts', '{/auth,/account,/orders,/create-account,/review,/track-order}'),
  ('mf-admin', 'back office', '{/admin}');

alter publication supabase_realtime add table public.release_state;

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
    perform private.refuse('PT422', format('%s is no member of this shop: say first who owns it and which paths it serves.', coalesce(left(v_name, 60), 'It')), 'name');
  end if;
  select claim.path into v_path
  from jsonb_array_elements_text(case jsonb_typeof(p_record -> 'mounts') when 'array' then p_record -> 'mounts' else '[]' end) as claim (path)
  where not exists (
    select from public.remotes, unnest(mounts) as own (mount) where name = v_name and private.mount_contains(own.mount, claim.path))
  limit 1;
  if v_path is not null then
    perform private.refuse('PT422', format('%s claims %s, which is not its own.', v_name, left(v_path, 100)), 'mounts');
  end if;
  insert into public.releases (name, version, record, recorded_by) values (v_name, v_version, p_record, p_actor)
  on conflict do nothing;
  if found then
    return true;
  elsif (select record -> 'files' from public.releases where name = v_name and version = v_version) is distinct from p_record -> 'files' then
    perform private.refuse('PT409', format('%s %s is recorded with other files.', v_name, v_version), 'files');
  end if;
  return false;
end;
$$;

-- Makes a set live and notes what a rollback gives. The caller has locked release_state.
create function private.make_set_live(p_set text, p_what text, p_actor text, p_why text, p_before bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_from constant text := (select live from public.release_state);
  v_event bigint;
begin
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
  v_missing text;
  v_path text;
  v_set text;
begin
  select * into v_state from public.release_state for update;
  select * into v_event from public.release_events where id = v_state.event;
  if p_start and v_event.what <> 'start' then
    return jsonb_build_object('live', v_state.live, 'changed', false);
  end if;
  if jsonb_typeof(p_members) is distinct from 'object' then
    perform private.refuse('PT422', 'The members of a set are versions by name.', 'members');
  end if;
  v_members := case when p_start then '{}' else coalesce((select members from public.release_sets where id = v_state.live), '{}') end || p_members;
  if not v_members ? 'shell' then
    perform private.refuse('PT422', 'A set needs a shell.', 'members');
  end if;
  select member.key || ' ' || coalesce(member.value, '') into v_missing from jsonb_each_text(v_members) as member
  where not exists (select from public.releases where name = member.key and version = member.value) limit 1;
  if v_missing is not null then
    perform private.refuse('PT422', format('%s was never released.', left(v_missing, 100)), 'members');
  end if;
  -- Again at every promotion: a path may have got another owner since the release was recorded.
  select release.name || ' claims ' || claim.path into v_path
  from jsonb_each_text(v_members) as member
  join public.releases as release on release.name = member.key and release.version = member.value
  join public.remotes as remote on remote.name = release.name
  cross join jsonb_array_elements_text(coalesce(release.record -> 'mounts', '[]')) as claim (path)
  where not exists (select from unnest(remote.mounts) as own (mount) where private.mount_contains(own.mount, claim.path))
  limit 1;
  if v_path is not null then
    perform private.refuse('PT422', format('%s, which is not its own.', left(v_path, 150)), 'mounts');
  end if;
  v_set := left(encode(sha256(convert_to(v_members::text, 'UTF8')), 'hex'), 12);
  if v_set = v_state.live and (p_start or v_event.what = 'promote') then
    return jsonb_build_object('live', v_set, 'changed', false);
  end if;
  insert into public.release_sets (id, members) values (v_set, v_members) on conflict do nothing;
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
    perform private.refuse('PT409', 'No other set was live before this one.', 'nothing_before');
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

-- What a web server needs: the live set, what a rollback gives, what was withdrawn, and the members of every set that a tab may
-- still run, which are those live within the last day.
create function public.live_releases()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'live', state.live, 'last_good', state.last_good, 'withdrawn', state.withdrawn, 'revision', state.revision,
    'sets', (
      select coalesce(jsonb_object_agg(recent.id, recent.members), '{}') from (
        select id, members from public.release_sets where id in (state.live, state.last_good)
        union
        (select id, members from public.release_sets where left_at > now() - interval '1 day' order by left_at desc limit 50)
      ) as recent))
  from public.release_state as state;
$$;

grant execute on function public.live_releases() to anon, authenticated, service_role;

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
