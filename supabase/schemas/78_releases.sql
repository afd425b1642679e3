-- Releases of the shop's apps: who owns which paths, what was released, sets of releases, and which set is live.

-- Members of a release set, the shell among them. mounts: path prefixes that a remote may serve ('/' is the home page alone).
-- Each row comes with a migration: that of its remote.
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
  what text not null check (what in ('start', 'promote', 'rollback', 'withdraw', 'canary', 'advance', 'stop')),
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

create index release_state_by_live on public.release_state (live);
create index release_state_by_last_good on public.release_state (last_good);
create index release_state_by_event on public.release_state (event);

alter table public.remotes enable row level security;
alter table public.releases enable row level security;
alter table public.release_sets enable row level security;
alter table public.release_state enable row level security;
alter table public.release_events enable row level security;

-- Written by the functions of 79_release_functions.sql.
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
      perform private.reject('PT422', format('%s is no path that a remote can serve.', coalesce(v_mount, 'null')), 'mounts');
    end if;
    select other.name into v_other from public.remotes as other, unnest(other.mounts) as theirs (mount)
    where other.name <> new.name and (private.mount_contains(v_mount, theirs.mount) or private.mount_contains(theirs.mount, v_mount))
    limit 1;
    if v_other is not null then
      perform private.reject('PT409', format('%s belongs to %s.', v_mount, v_other), 'mounts');
    end if;
  end loop;
  return new;
end;
$$;

create trigger check_mounts before insert or update of mounts on public.remotes
  for each row execute function private.check_mounts();

alter publication supabase_realtime add table public.release_state;
