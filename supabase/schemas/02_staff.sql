-- A member of staff is a signed-in user with an active row in admin_users.

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
grant all on table public.admin_users to service_role;

-- Each successful check of a member's rights notes its time. The browser sends one, as the specification has it; the clock is the
-- database's, so that nobody backdates their own record and a device may have a wrong one.
grant update (last_login_at) on table public.admin_users to authenticated;

create policy "Staff note their own checks" on public.admin_users for update to authenticated
  using (user_id = (select private.my_user_id()) and is_active)
  with check (user_id = (select private.my_user_id()) and is_active);

create function private.date_own_check()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.last_login_at := now();
  return new;
end;
$$;

create trigger date_own_check before update of last_login_at on public.admin_users
  for each row when (current_user = 'authenticated') execute function private.date_own_check();

-- Whether an account needs its second factor to act as staff: the setting staff.twoFactor names roles, and whoever has set one up
-- always needs it. A value that is not known stands for all roles.
create function private.needs_second_factor(p_user uuid, p_role text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select case private.setting_text('staff.twoFactor', 'off')
      when 'off' then false
      when 'super_admin' then p_role = 'super_admin'
      when 'admin' then p_role in ('super_admin', 'admin')
      else true end
    or exists (select from auth.mfa_factors where user_id = p_user and status = 'verified');
$$;

-- Whether the caller's sign-in had a second factor: the claim aal of Supabase Auth. A token without it had none.
create function private.has_second_factor()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal' = 'aal2', false);
$$;

create function private.is_staff()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.admin_users
    where user_id = (select private.my_user_id()) and is_active
      and ((select private.has_second_factor()) or not private.needs_second_factor(user_id, role)));
$$;

grant execute on function private.is_staff() to anon, authenticated, service_role;

create policy "Staff see each other" on public.admin_users for select to authenticated using ((select private.is_staff()));

-- What staff are called, also when their account is gone: the log of changes names them. No foreign key for that reason.
create table private.staff_names (
  user_id uuid primary key,
  name text not null
);

revoke all on table private.staff_names from public;

create function private.keep_staff_name()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.staff_names (user_id, name) values (new.user_id, btrim(new.first_name || ' ' || new.last_name))
  on conflict (user_id) do update set name = excluded.name;
  return null;
end;
$$;

create trigger keep_name after insert or update of first_name, last_name on public.admin_users
  for each row execute function private.keep_staff_name();

-- Changes the role of a member of staff, or ends or restores their access; null leaves it as it is. Whoever loses access is signed
-- out everywhere, and whoever no longer manages staff leaves no invitation behind. Nobody changes themselves, and one active
-- super admin always remains.
create function private.set_staff(p_id uuid, p_role text, p_active boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_member public.admin_users;
  v_role text;
  v_active boolean;
begin
  perform private.require_right('staff');
  if p_role not in ('super_admin', 'admin', 'moderator') then
    perform private.reject('PT422', 'Choose a role.', 'role');
  end if;
  -- Two who change each other wait for one another here, whoever they change, and the second has to be allowed still.
  perform from public.admin_users where id = p_id or (role = 'super_admin' and is_active) order by id for no key update;
  perform private.require_right('staff');
  select * into v_member from public.admin_users where id = p_id;
  if v_member.id is null then
    perform private.reject('PT404', 'Nobody here has this entry any more.', 'staff_not_found');
  elsif v_member.user_id = (select auth.uid()) then
    perform private.reject('PT409', 'You cannot change your own access. A super admin can.', 'own_access');
  end if;
  v_role := coalesce(p_role, v_member.role);
  v_active := coalesce(p_active, v_member.is_active);
  if v_member.role = 'super_admin' and v_member.is_active and not (v_role = 'super_admin' and v_active)
    and not exists (select from public.admin_users where role = 'super_admin' and is_active and id <> p_id) then
    perform private.reject('PT409', 'This is the last active super admin. Make somebody else one first.', 'last_super_admin');
  end if;
  update public.admin_users set role = v_role, is_active = v_active
  where id = p_id and (role, is_active) is distinct from (v_role, v_active);
  if not found then
    return;
  end if;
  if not v_active then
    delete from auth.sessions where user_id = v_member.user_id;
  end if;
  perform private.withdraw_invitations_around(v_member.user_id, not v_active or v_role <> 'super_admin');
end;
$$;

grant execute on function private.set_staff(uuid, text, bool) to authenticated, service_role;

create function public.set_staff(p_id uuid, p_role text default null, p_active boolean default null)
returns void
language sql
set search_path = ''
as $$ select private.set_staff(p_id, p_role, p_active); $$;

grant execute on function public.set_staff(uuid, text, bool) to authenticated, service_role;
