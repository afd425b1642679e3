-- Invitations to work here: a link in an email, for one address, once.

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 254 and email = lower(email)),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  role text not null check (role in ('super_admin', 'admin', 'moderator')),
  -- Only the hash of the token is kept.
  token_hash text not null unique,
  -- The user who invites; null when the account is gone.
  invited_by uuid references auth.users (id) on delete set null,
  mail_id uuid references public.email_outbox (id) on delete set null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint staff_invitations_one_end check (accepted_at is null or withdrawn_at is null)
);

-- One open invitation for an address.
create unique index staff_invitations_open on public.staff_invitations (email) where accepted_at is null and withdrawn_at is null;
create index staff_invitations_by_inviter on public.staff_invitations (invited_by);
create index staff_invitations_by_mail on public.staff_invitations (mail_id);
create index staff_invitations_by_expiry on public.staff_invitations (expires_at);

alter table public.staff_invitations enable row level security;
revoke all on table public.staff_invitations from anon, authenticated;
grant all on table public.staff_invitations to service_role;

create policy "Nobody reads invitations" on public.staff_invitations for select to anon, authenticated using (false);

create trigger audit_insert after insert on public.staff_invitations
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.staff_invitations
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();

-- A new token for an invitation, for another seven days; the one before no longer works.
create function private.new_invitation_token(p_id uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  update public.staff_invitations
  set token_hash = private.token_hash(v_token), sent_at = now(), expires_at = now() + interval '7 days'
  where id = p_id;
  return v_token;
end;
$$;

-- The email of an open invitation; the email before, if it has not gone out, is taken back.
create function private.send_invitation(p_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := private.new_invitation_token(p_id);
  v_invitation public.staff_invitations;
  v_mail uuid;
begin
  select * into v_invitation from public.staff_invitations where id = p_id;
  delete from public.email_outbox where id = v_invitation.mail_id and status <> 'sent';
  insert into public.email_outbox (kind, recipient, subject, data)
  values ('staff_invitation', v_invitation.email, 'Your invitation to our back office', jsonb_build_object(
    'token', v_token, 'first_name', v_invitation.first_name, 'role', v_invitation.role,
    'inviter', (select nullif(name, '') from private.staff_names where user_id = v_invitation.invited_by)))
  returning id into v_mail;
  update public.staff_invitations set mail_id = v_mail where id = p_id;
end;
$$;

-- How many emails a member may cause, and how many an address may get.
create function private.limit_invitations(p_email text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('staff_invitation', (select auth.uid())::text, 30, interval '1 hour');
  perform private.consume_rate_limit('staff_invitation_email', p_email, 5, interval '1 hour');
end;
$$;

-- Withdraws the open invitations to the address of a user and, if p_sent, those that the user sent.
create function private.withdraw_invitations_around(p_user uuid, p_sent boolean)
returns void
language sql
set search_path = ''
as $$
  with withdrawn as (
    update public.staff_invitations set withdrawn_at = now()
    where accepted_at is null and withdrawn_at is null
      and (email = (select lower(email) from auth.users where id = p_user) or (p_sent and invited_by = p_user))
    returning mail_id
  )
  delete from public.email_outbox where id in (select mail_id from withdrawn) and status <> 'sent';
$$;

-- Withdraws the open invitations whose inviter may no longer invite.
create function private.withdraw_unauthorised_invitations()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with withdrawn as (
    update public.staff_invitations set withdrawn_at = now()
    where accepted_at is null and withdrawn_at is null and not private.user_may(invited_by, 'staff')
    returning mail_id
  )
  delete from public.email_outbox where id in (select mail_id from withdrawn) and status <> 'sent';
  return null;
end;
$$;

-- The setting decides who may invite.
create trigger withdraw_invitations_of_new_setting after insert or update on public.shop_settings
  for each row when (new.key = 'staff.roles') execute function private.withdraw_unauthorised_invitations();
create trigger withdraw_invitations_of_old_setting after delete on public.shop_settings
  for each row when (old.key = 'staff.roles') execute function private.withdraw_unauthorised_invitations();

-- Invites somebody to work here: an object with email, first_name, last_name and role. Returns the invitation. It says of no
-- address whether it has an account with the shop.
create function private.invite_staff(p_fields jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_first text;
  v_last text;
  v_role text;
  v_id uuid;
begin
  perform private.require_right('staff');
  v_first := private.field(p_fields, 'first_name', 100);
  v_last := coalesce(private.field(p_fields, 'last_name', 100, false), '');
  v_email := lower(private.email_field(p_fields));
  v_role := private.field(p_fields, 'role', 20);
  if v_role not in ('super_admin', 'admin', 'moderator') then
    perform private.reject('PT422', 'Choose a role.', 'role');
  elsif exists (
    select from public.admin_users as member join auth.users as account on account.id = member.user_id
    where account.email = v_email) then
    perform private.reject('PT409', 'This address is in the list already. Change or restore their access there.', 'email');
  end if;
  perform private.limit_invitations(v_email);
  update public.staff_invitations set withdrawn_at = now()
  where email = v_email and accepted_at is null and withdrawn_at is null and expires_at <= now();
  -- Names and addresses of those who never came are not kept.
  delete from public.staff_invitations where expires_at <= now() - interval '90 days';
  insert into public.staff_invitations (email, first_name, last_name, role, token_hash, invited_by)
  values (v_email, v_first, v_last, v_role, private.token_hash(gen_random_uuid()::text), (select auth.uid()))
  on conflict (email) where accepted_at is null and withdrawn_at is null do nothing
  returning id into v_id;
  if v_id is null then
    perform private.reject('PT409', 'This address has an open invitation. Send it again, or withdraw it first.', 'email');
  end if;
  perform private.send_invitation(v_id);
  return v_id;
end;
$$;

grant execute on function private.invite_staff(jsonb) to authenticated, service_role;

create function public.invite_staff(p_fields jsonb)
returns uuid
language sql
set search_path = ''
as $$ select private.invite_staff(p_fields); $$;

grant execute on function public.invite_staff(jsonb) to authenticated, service_role;

-- An invitation that is still open, locked, for staff who may change it.
create function private.open_invitation(p_id uuid)
returns public.staff_invitations
language plpgsql
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
begin
  perform private.require_right('staff');
  select * into v_invitation from public.staff_invitations where id = p_id for no key update;
  if v_invitation.id is null then
    perform private.reject('PT404', 'This invitation does not exist any more.', 'invitation_not_found');
  elsif v_invitation.accepted_at is not null then
    perform private.reject('PT409', 'This invitation was accepted.', 'invitation_accepted');
  elsif v_invitation.withdrawn_at is not null then
    perform private.reject('PT409', 'This invitation was withdrawn.', 'invitation_withdrawn');
  end if;
  return v_invitation;
end;
$$;

-- Sends an open invitation again, with a new link for another seven days; the link before no longer works. Whoever sends it is its
-- inviter from then on.
create function private.resend_invitation(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation constant public.staff_invitations := private.open_invitation(p_id);
begin
  perform private.limit_invitations(v_invitation.email);
  update public.staff_invitations set invited_by = (select auth.uid()) where id = p_id;
  perform private.send_invitation(p_id);
end;
$$;

grant execute on function private.resend_invitation(uuid) to authenticated, service_role;

create function public.resend_invitation(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.resend_invitation(p_id); $$;

grant execute on function public.resend_invitation(uuid) to authenticated, service_role;

create function private.withdraw_invitation(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation constant public.staff_invitations := private.open_invitation(p_id);
begin
  update public.staff_invitations set withdrawn_at = now() where id = p_id;
  delete from public.email_outbox where id = v_invitation.mail_id and status <> 'sent';
end;
$$;

grant execute on function private.withdraw_invitation(uuid) to authenticated, service_role;

create function public.withdraw_invitation(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.withdraw_invitation(p_id); $$;

grant execute on function public.withdraw_invitation(uuid) to authenticated, service_role;

-- The state of an invitation's link: valid, used, withdrawn, expired, or unknown for everything else. An invitation counts as withdrawn once its
-- inviter may no longer invite, whatever took the right away.
create function private.invitation_state(p_invitation public.staff_invitations)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_invitation.id is null then 'unknown'
    when p_invitation.accepted_at is not null then 'used'
    when p_invitation.withdrawn_at is not null or not private.user_may(p_invitation.invited_by, 'staff') then 'withdrawn'
    when p_invitation.expires_at <= now() then 'expired'
    else 'valid' end;
$$;

-- What a link says, to whoever has it. Volatile, since each look-up counts against the rate limit.
create function private.read_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
  v_state text;
begin
  perform private.consume_rate_limit('invitation', private.client_address(), 60, interval '15 minutes');
  select * into v_invitation from public.staff_invitations where token_hash = private.token_hash(p_token);
  v_state := private.invitation_state(v_invitation);
  if v_state <> 'valid' then
    return jsonb_build_object('state', v_state);
  end if;
  return jsonb_build_object('state', v_state, 'email', v_invitation.email, 'first_name', v_invitation.first_name,
    'last_name', v_invitation.last_name, 'role', v_invitation.role);
end;
$$;

grant execute on function private.read_invitation(text) to anon, authenticated, service_role;

create function public.read_invitation(p_token text)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.read_invitation(p_token); $$;

grant execute on function public.read_invitation(text) to anon, authenticated, service_role;

-- Makes the caller staff, if the link is valid and theirs: their confirmed address is the one that was invited. Answers "joined",
-- "other_address", or what the link is worth; raises nothing, so that wrong attempts count against the rate limit.
create function private.accept_invitation(p_token text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
  v_state text;
begin
  perform private.require_user();
  perform private.consume_rate_limit('invitation', private.client_address(), 60, interval '15 minutes');
  -- In the order of set_staff: members before invitations.
  perform from public.admin_users where user_id = (select auth.uid()) for no key update;
  select * into v_invitation from public.staff_invitations where token_hash = private.token_hash(p_token) for no key update;
  v_state := private.invitation_state(v_invitation);
  if v_state <> 'valid' then
    return v_state;
  elsif not exists (
    select from auth.users
    where id = (select auth.uid()) and lower(email) = v_invitation.email and email_confirmed_at is not null) then
    return 'other_address';
  end if;
  -- Whoever works here keeps their role; whoever worked here gets the one they are invited to.
  insert into public.admin_users as member (user_id, first_name, last_name, role)
  values ((select auth.uid()), v_invitation.first_name, v_invitation.last_name, v_invitation.role)
  on conflict (user_id) do update set role = excluded.role, is_active = true where not member.is_active;
  update public.staff_invitations set accepted_at = now() where id = v_invitation.id;
  perform private.record_sign_in(private.my_session_id());
  return 'joined';
end;
$$;

grant execute on function private.accept_invitation(text) to authenticated, service_role;

create function public.accept_invitation(p_token text)
returns text
language sql
set search_path = ''
as $$ select private.accept_invitation(p_token); $$;

grant execute on function public.accept_invitation(text) to authenticated, service_role;

-- Everybody who works here or did, active ones first, and everybody who is invited and has not joined, newest first.
create function private.office_staff()
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

grant execute on function private.office_staff() to authenticated, service_role;

create function public.office_staff()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_staff(); $$;

grant execute on function public.office_staff() to authenticated, service_role;
