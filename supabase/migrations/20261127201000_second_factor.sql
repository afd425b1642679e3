-- A second factor at the sign-in of staff: which roles need it, and that the database asks for it.
insert into private.setting_rules (key, kind, choices) values
  ('staff.twoFactor', 'choice', array['off', 'super_admin', 'admin', 'all']);

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

revoke all on function private.needs_second_factor(uuid, text) from public;

-- Whether the caller's sign-in had a second factor: the claim aal of Supabase Auth. A token without it had none.
create function private.has_second_factor()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal' = 'aal2', false);
$$;

create or replace function private.is_staff()
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

create or replace function private.may(p_right text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select private.is_staff()) and private.user_may((select private.my_user_id()), p_right);
$$;

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

revoke all on function private.second_factor_step() from public;

grant execute on function private.second_factor_step() to authenticated, service_role;

create function public.second_factor_step()
returns text
language sql
stable
set search_path = ''
as $$ select private.second_factor_step(); $$;

revoke all on function public.second_factor_step() from public, anon;

grant execute on function public.second_factor_step() to authenticated, service_role;

create or replace function private.require_right(p_right text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_user();
  if private.second_factor_step() is not null then
    perform private.reject('PT403', 'Your role needs a second step of signing in. Please sign in again.', 'second_factor');
  elsif not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif not private.may(p_right) then
    perform private.reject('PT403', 'Your role does not allow this. A super admin can do it, or change your role.', 'not_allowed');
  end if;
end;
$$;

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
    perform private.reject('PT409', 'You cannot reset your own second step. Another super admin can.', 'own_access');
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

revoke all on function private.remove_second_factor(uuid) from public;

grant execute on function private.remove_second_factor(uuid) to authenticated, service_role;

create function public.remove_second_factor(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.remove_second_factor(p_id); $$;

revoke all on function public.remove_second_factor(uuid) from public, anon;

grant execute on function public.remove_second_factor(uuid) to authenticated, service_role;

create or replace function private.office_staff()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('staff');
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by listed.is_active desc, listed.first_name, listed.last_name, listed.id), '[]')
      from (
        select member.id, member.user_id, member.first_name, member.last_name, account.email, member.role, member.is_active,
          member.last_login_at, member.created_at,
          exists (select from auth.mfa_factors where user_id = member.user_id and status = 'verified') as has_second_factor
        from public.admin_users as member join auth.users as account on account.id = member.user_id
        order by member.is_active desc, member.created_at desc, member.id limit 500
      ) as listed),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by listed.sent_at desc, listed.id), '[]')
      from (
        select invitation.id, invitation.email, invitation.first_name, invitation.last_name, invitation.role, invitation.sent_at,
          invitation.expires_at, invitation.invited_by, mail.status as mail_status
        from public.staff_invitations as invitation left join public.email_outbox as mail on mail.id = invitation.mail_id
        where invitation.accepted_at is null and invitation.withdrawn_at is null
        order by invitation.sent_at desc, invitation.id limit 200
      ) as listed));
end;
$$;

select private.hide_rows_in_api_errors();
