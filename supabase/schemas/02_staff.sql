-- Who works here: a signed-in user with an active row in admin_users.

create table public.admin_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  role text not null default 'admin' check (role in ('super_admin', 'admin', 'moderator')),
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger set_updated_at before update on public.admin_users for each row execute function private.set_updated_at();

alter table public.admin_users enable row level security;
revoke all on table public.admin_users from anon, authenticated;
grant select on table public.admin_users to authenticated;
grant update (last_login_at) on table public.admin_users to authenticated;
grant all on table public.admin_users to service_role;

create policy "Staff note their own sign-in" on public.admin_users for update to authenticated
  using (user_id = (select auth.uid()) and is_active)
  with check (user_id = (select auth.uid()) and is_active);

create function private.is_staff()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admin_users where user_id = (select auth.uid()) and is_active);
$$;

grant execute on function private.is_staff() to anon, authenticated, service_role;

create policy "Staff see each other" on public.admin_users for select to authenticated using ((select private.is_staff()));
