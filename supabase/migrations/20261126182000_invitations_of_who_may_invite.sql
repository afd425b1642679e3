-- An invitation is good only while its inviter may invite.

set check_function_bodies = off;

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
create or replace function private.may(p_right text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.user_may((select auth.uid()), p_right);
$$;

-- Another eight attempts at a failed e-mail. Its code or token was erased, so it gets a new one: a new code for the same
-- unused gift card, or a new link.
create or replace function private.retry_mail(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
  v_data jsonb;
  v_session text;
  v_card public.gift_cards;
  v_code text;
  v_invitation uuid;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id and status = 'failed' for update;
  if v_mail.id is null then
    perform private.refuse('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.refuse('PT409', 'The order of this email is gone.', 'order_gone');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
  elsif v_mail.kind = 'order_confirmation' then
    select bought.checkout_session_id into v_session
    from public.orders as bought join public.checkout_sessions as paid on paid.session_id = bought.checkout_session_id
    where bought.id = v_mail.order_id and bought.user_id is null;
    if v_session is not null then
      v_data := v_data || jsonb_build_object('account_token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
    end if;
  elsif v_mail.kind = 'review_request' then
    v_data := v_data || jsonb_build_object('token', private.new_review_token(v_mail.order_id));
  elsif v_mail.kind in ('gift_card', 'refund_gift_card') then
    select card.* into v_card from public.gift_cards as card
    where id = coalesce((v_data ->> 'gift_card_id')::uuid,
      (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued'))
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.refuse('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.refuse('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  elsif v_mail.kind = 'staff_invitation' then
    -- One that is locked is being sent again.
    select id into v_invitation from public.staff_invitations
    where mail_id = p_id and accepted_at is null and withdrawn_at is null and private.user_may(invited_by, 'staff')
    for no key update skip locked;
    if v_invitation is null then
      perform private.refuse('PT409', 'This invitation was withdrawn or sent again.', 'invitation_over');
    end if;
    v_code := private.new_invitation_token(v_invitation);
    v_data := v_data || jsonb_build_object('token', v_code, 'issued_at', now());
  end if;
  update public.email_outbox set status = 'pending', attempts = 0, next_attempt_at = now(), data = v_data where id = p_id;
  if v_mail.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_mail.order_id, 'email_retried', format('Email is sent again: %s', replace(v_mail.kind, '_', ' ')),
      jsonb_build_object('actor', (select auth.uid())));
  end if;
end;
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

-- Sends an open invitation again, with a new link for another seven days; the link before no longer works. Whoever sends it is its
-- inviter from then on.
create or replace function private.resend_invitation(p_id uuid)
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

-- What a link is worth: valid, used, withdrawn, expired, or unknown for everything else. An invitation counts as withdrawn once its
-- inviter may no longer invite, whatever took the right away.
create or replace function private.invitation_state(p_invitation public.staff_invitations)
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

create trigger withdraw_invitations_of_new_setting after insert or update on public.shop_settings
  for each row when (new.key = 'staff.roles') execute function private.withdraw_unauthorised_invitations();
create trigger withdraw_invitations_of_old_setting after delete on public.shop_settings
  for each row when (old.key = 'staff.roles') execute function private.withdraw_unauthorised_invitations();

-- What was sent before this rule.
with withdrawn as (
  update public.staff_invitations set withdrawn_at = now()
  where accepted_at is null and withdrawn_at is null and not private.user_may(invited_by, 'staff')
  returning mail_id
)
delete from public.email_outbox where id in (select mail_id from withdrawn) and status <> 'sent';

revoke all on function private.user_may(uuid, text), private.withdraw_unauthorised_invitations() from public;
