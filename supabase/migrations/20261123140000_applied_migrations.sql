-- A release runs only where the migrations are that it was typed against.
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

-- What a web server needs: the live set, what a rollback gives, what was withdrawn, the members of every set that a tab may still
-- run, which are those live within the last day, and the migrations that releases may rely on.
create or replace function public.live_releases()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'live', state.live, 'last_good', state.last_good, 'withdrawn', state.withdrawn, 'revision', state.revision,
    'migrations', private.applied_migrations(),
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
