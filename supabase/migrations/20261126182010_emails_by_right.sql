-- Staff see and send again only the emails whose content their rights include.

set check_function_bodies = off;

-- The right that staff need beside 'messages' to see an email, and to send it again: an invitation names who will work here, and a
-- gift card of no order is money that only those who keep gift cards know of.
create function private.mail_right(p_kind text, p_order uuid)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when p_kind = 'staff_invitation' then 'staff'
    when p_kind = 'gift_card' and p_order is null then 'gift_cards'
    else 'messages' end;
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
  perform private.require_right(private.mail_right(v_mail.kind, v_mail.order_id));
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
    if exists (
      select from public.orders where id = v_mail.order_id and private.order_returned(status, payment_status))
    then
      perform private.refuse('PT409', 'The order of this email is cancelled or refunded.', 'order_over');
    end if;
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

-- One page of the letters of a state (waiting, failed, sent), newest first; p_after is the last letter of the page before. p_query is the
-- beginning of an address: what it finds is sorted by address, then newest first. The numbers of failed and waiting emails are
-- counted up to 1,001. Emails that need a right the caller lacks are left out.
create or replace function private.office_mail(p_state text, p_query text, p_after uuid, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_status constant text := case p_state when 'waiting' then 'pending' when 'failed' then 'failed' when 'sent' then 'sent' end;
  v_query constant text := lower(btrim(coalesce(p_query, '')));
  v_pattern constant text := regexp_replace(v_query, '([\\%_])', '\\\1', 'g') || '%';
  v_rights constant text[] := private.my_rights();
  v_after public.email_outbox;
  v_found uuid[];
begin
  perform private.require_right('messages');
  if v_status is null then
    perform private.refuse('PT422', 'The state must be waiting, failed or sent.', 'state');
  elsif char_length(v_query) > 254 then
    perform private.refuse('PT422', 'An address has at most 254 characters.', 'query');
  end if;
  select * into v_after from public.email_outbox where id = p_after;
  if v_query = '' then
    v_found := array(
      select id from public.email_outbox
      where status = v_status and private.mail_right(kind, order_id) = any (v_rights)
        and (v_after.id is null or (created_at, id) < (v_after.created_at, v_after.id))
      order by created_at desc, id desc limit v_size + 1);
  else
    v_found := array(
      select id from (
        (select id, lower(recipient) collate "C" as address, created_at from public.email_outbox
          where status = v_status and lower(recipient) collate "C" = lower(v_after.recipient)
            and private.mail_right(kind, order_id) = any (v_rights)
            and lower(recipient) collate "C" like v_pattern and (created_at, id) < (v_after.created_at, v_after.id)
          order by created_at desc, id desc limit v_size + 1)
        union all
        (select id, lower(recipient) collate "C", created_at from public.email_outbox
          where status = v_status and lower(recipient) collate "C" > coalesce(lower(v_after.recipient), '')
            and private.mail_right(kind, order_id) = any (v_rights)
            and lower(recipient) collate "C" like v_pattern
          order by lower(recipient) collate "C", created_at desc, id desc limit v_size + 1)
      ) as letter
      order by address, created_at desc, id desc limit v_size + 1);
  end if;
  return jsonb_build_object(
    'more', cardinality(v_found) > v_size,
    'failed', (
      select count(*) from (
        select from public.email_outbox
        where status = 'failed' and private.mail_right(kind, order_id) = any (v_rights) limit v_most + 1) as counted),
    'waiting', (
      select count(*) from (
        select from public.email_outbox
        where status = 'pending' and private.mail_right(kind, order_id) = any (v_rights) limit v_most + 1) as counted),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', letter.id, 'kind', letter.kind, 'recipient', letter.recipient,
        'subject', letter.subject, 'order_number', bought.order_number, 'attempts', letter.attempts, 'last_error', letter.last_error,
        'next_attempt_at', letter.next_attempt_at, 'sent_at', letter.sent_at, 'created_at', letter.created_at) order by place), '[]')
      from unnest(v_found[:v_size]) with ordinality as wanted (letter_id, place)
      join public.email_outbox as letter on letter.id = wanted.letter_id
      left join public.orders as bought on bought.id = letter.order_id));
end;
$$;

-- A letter with what it is written from, never with the code or token that only its recipient may know. One that was sent has no content.
create or replace function private.mail_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id;
  if v_mail.id is null then
    perform private.refuse('PT404', 'This email does not exist.', 'mail_not_found');
  end if;
  perform private.require_right(private.mail_right(v_mail.kind, v_mail.order_id));
  return jsonb_build_object('id', v_mail.id, 'kind', v_mail.kind, 'recipient', v_mail.recipient, 'subject', v_mail.subject,
    'order_number', (select order_number from public.orders where id = v_mail.order_id), 'status', v_mail.status,
    'attempts', v_mail.attempts, 'last_error', v_mail.last_error, 'next_attempt_at', v_mail.next_attempt_at,
    'sent_at', v_mail.sent_at, 'created_at', v_mail.created_at,
    'data', case when v_mail.status <> 'sent' then v_mail.data - array['token', 'account_token'] end);
end;
$$;

-- Sends up to 50 failed letters again, oldest first, from the one after p_after on. Those that must not be sent again are left and
-- named with the reason; those that need a right the caller lacks are left. next is what to go on after; null at the end.
create or replace function private.retry_failed_mail(p_after uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 50;
  v_rights constant text[] := private.my_rights();
  v_after public.email_outbox;
  v_ids uuid[];
  v_id uuid;
  v_queued integer := 0;
  v_refused jsonb := '[]';
  v_reason text;
  v_hint text;
begin
  perform private.require_right('messages');
  select * into v_after from public.email_outbox where id = p_after;
  v_ids := array(
    select id from public.email_outbox
    where status = 'failed' and private.mail_right(kind, order_id) = any (v_rights)
      and (v_after.id is null or (created_at, id) > (v_after.created_at, v_after.id))
    order by created_at, id limit v_most);
  foreach v_id in array v_ids loop
    begin
      perform private.retry_mail(v_id);
      v_queued := v_queued + 1;
    exception when sqlstate 'PT409' then
      get stacked diagnostics v_reason = message_text, v_hint = pg_exception_hint;
      -- A colleague was faster.
      if v_hint <> 'not_failed' then
        v_refused := v_refused || jsonb_build_object('id', v_id, 'reason', v_reason,
          'recipient', (select recipient from public.email_outbox where id = v_id));
      end if;
    end;
  end loop;
  return jsonb_build_object('queued', v_queued, 'refused', v_refused,
    'next', case when cardinality(v_ids) = v_most then v_ids[v_most] end);
end;
$$;

revoke all on function private.mail_right(text, uuid) from public;

-- The same rule, with each right asked for once a query.
alter policy "Staff see what was sent" on public.email_outbox
  using ((select private.may('messages'))
    and (kind <> 'staff_invitation' or (select private.may('staff')))
    and (kind <> 'gift_card' or order_id is not null or (select private.may('gift_cards'))));

-- The counts of a page are read from the index alone.
drop index public.email_outbox_by_status;
create index email_outbox_by_status on public.email_outbox (status, created_at desc, id desc) include (kind, order_id);
