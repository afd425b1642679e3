-- Two-factor sign-in has one name on all screens.
set check_function_bodies = off;

create or replace function private.remove_second_factor(p_id uuid)
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

create or replace function private.require_right(p_right text)
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
