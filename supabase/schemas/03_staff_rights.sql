-- The rights of staff, by role.

-- Whether a role includes a right. super_admin has all; the setting staff.roles 'equal' gives all to everyone.
-- 'money_settings' are the settings pricing.*, payment.* and revenue.*.
create function private.role_includes(p_role text, p_right text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(case p_role
    when 'super_admin' then true
    when 'admin' then p_right <> all (array['staff', 'releases', 'money_settings'])
    when 'moderator' then p_right = any (array['orders', 'customers', 'messages'])
    end, false);
$$;

create function private.all_rights()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['catalogue', 'orders', 'refunds', 'customers', 'messages', 'shipping', 'promotions', 'gift_cards', 'settings',
    'money_settings', 'staff', 'audit', 'releases', 'exports', 'discounts'];
$$;

-- Whether a user is staff with a right (one of private.all_rights).
create function private.user_may(p_user uuid, p_right text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select p_right = any (private.all_rights()) and exists (
    select from public.admin_users
    where user_id = p_user and is_active
      and (private.setting_text('staff.roles', 'enforced') = 'equal' or private.role_includes(role, p_right)));
$$;

-- Whether the caller has a right. Reading the catalogue, inactive products included, needs none but being staff.
create function private.may(p_right text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select private.is_staff()) and private.user_may((select private.my_user_id()), p_right);
$$;

grant execute on function private.may(text) to anon, authenticated, service_role;

-- What the caller's sign-in lacks to act as staff: 'verify' the code of their second factor, 'enrol' a factor that their role needs.
-- Null for whoever lacks nothing, and for anyone who is not staff.
create function private.second_factor_step()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case when exists (select from auth.mfa_factors where user_id = member.user_id and status = 'verified') then 'verify'
    else 'enrol' end
  from public.admin_users as member
  where member.user_id = (select private.my_user_id()) and member.is_active
    and not private.has_second_factor() and private.needs_second_factor(member.user_id, member.role);
$$;

grant execute on function private.second_factor_step() to authenticated, service_role;

create function public.second_factor_step()
returns text
language sql
stable
set search_path = ''
as $$ select private.second_factor_step(); $$;

grant execute on function public.second_factor_step() to authenticated, service_role;

-- Takes the second factor of a member away who has lost it, and signs them out everywhere. Nobody does it for themselves: that is what
-- the factor is for.
create function private.remove_second_factor(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_member public.admin_users;
begin
  perform private.require_right('staff');
  select * into v_member from public.admin_users where id = p_id for no key update;
  if v_member.id is null then
    perform private.reject('PT404', 'Nobody here has this entry any more.', 'staff_not_found');
  elsif v_member.user_id = (select auth.uid()) then
    perform private.reject('PT409', 'You cannot reset your own two-factor sign-in. Another super admin can.', 'own_access');
  end if;
  delete from auth.mfa_factors where user_id = v_member.user_id;
  if not found then
    return;
  end if;
  delete from auth.sessions where user_id = v_member.user_id;
  insert into public.audit_log (table_name, row_id, action, actor, before, after)
  values ('admin_users', p_id::text, 'update', (select auth.uid()), '{"second_factor": true}', '{"second_factor": false}');
end;
$$;

grant execute on function private.remove_second_factor(uuid) to authenticated, service_role;

create function public.remove_second_factor(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.remove_second_factor(p_id); $$;

grant execute on function public.remove_second_factor(uuid) to authenticated, service_role;

-- Raises 403 unless the caller has the right, 401 if their session has ended.
create function private.require_right(p_right text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_user();
  if private.second_factor_step() is not null then
    perform private.reject('PT403', 'Your role needs two-factor sign-in. Please sign in again.', 'second_factor');
  elsif not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif not private.may(p_right) then
    perform private.reject('PT403', 'Your role does not allow this. A super admin can do it, or change your role.', 'not_allowed');
  end if;
end;
$$;

-- Before a write over the API: tells staff without the right that they lack it, where row level security alone would change
-- nothing in silence. Everybody else is left to row level security. Triggers have the condition current_user = 'authenticated',
-- which leaves out what the database's own functions write on behalf of the caller.
create function private.require_right_to_write()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_staff() then
    perform private.require_right(tg_argv[0]);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;

-- The caller's rights; none for anyone who is not staff. Of staff a session that has ended is rejected, so that they learn what ended:
-- the session, or their access.
create function private.my_rights()
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if exists (select from public.admin_users where user_id = (select auth.uid()) and is_active) then
    perform private.require_user();
  end if;
  return (
    select coalesce(array_agg(name order by place), '{}')
    from unnest(private.all_rights()) with ordinality as known (name, place)
    where private.may(name));
end;
$$;

grant execute on function private.my_rights() to authenticated, service_role;

create function public.my_rights()
returns text[]
language sql
stable
set search_path = ''
as $$ select private.my_rights(); $$;

grant execute on function public.my_rights() to authenticated, service_role;
