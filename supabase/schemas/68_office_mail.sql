-- The outbox in the back office: a list by state, an email to preview, and failed ones to send again.

-- One page of the emails of a state (waiting, failed, sent), newest first; p_after is the last email of the page before. p_query is the
-- beginning of an address: what it finds is sorted by address, then newest first. The numbers of failed and waiting emails are
-- counted up to 1,001. Emails that need a right the caller lacks are left out.
create function private.office_mail(p_state text, p_query text, p_after uuid, p_size integer)
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
  v_query constant text := lower(private.clean_code(coalesce(p_query, '')));
  v_pattern constant text := regexp_replace(v_query, '([\\%_])', '\\\1', 'g') || '%';
  v_rights constant text[] := private.my_rights();
  v_after public.email_outbox;
  v_found uuid[];
begin
  perform private.require_right('messages');
  if v_status is null then
    perform private.reject('PT422', 'The state must be waiting, failed or sent.', 'state');
  elsif char_length(v_query) > 254 then
    perform private.reject('PT422', 'An address has at most 254 characters.', 'query');
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
      ) as email
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
      select coalesce(jsonb_agg(jsonb_build_object('id', email.id, 'kind', email.kind, 'recipient', email.recipient,
        'subject', email.subject, 'order_number', bought.order_number, 'attempts', email.attempts, 'last_error', email.last_error,
        'next_attempt_at', email.next_attempt_at, 'sent_at', email.sent_at, 'created_at', email.created_at) order by place), '[]')
      from unnest(v_found[:v_size]) with ordinality as wanted (email_id, place)
      join public.email_outbox as email on email.id = wanted.email_id
      left join public.orders as bought on bought.id = email.order_id));
end;
$$;

grant execute on function private.office_mail(text, text, uuid, int4) to authenticated, service_role;

create function public.office_mail(
  p_state text default 'failed', p_query text default '', p_after uuid default null, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_mail(p_state, p_query, p_after, p_size); $$;

grant execute on function public.office_mail(text, text, uuid, int4) to authenticated, service_role;

-- An email with what it is written from, never with the code or token that only its recipient may know. One that was sent has no content.
create function private.mail_record(p_id uuid)
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
    perform private.reject('PT404', 'This email does not exist.', 'mail_not_found');
  end if;
  perform private.require_right(private.mail_right(v_mail.kind, v_mail.order_id));
  return jsonb_build_object('id', v_mail.id, 'kind', v_mail.kind, 'recipient', v_mail.recipient, 'subject', v_mail.subject,
    'order_number', (select order_number from public.orders where id = v_mail.order_id), 'status', v_mail.status,
    'attempts', v_mail.attempts, 'last_error', v_mail.last_error, 'next_attempt_at', v_mail.next_attempt_at,
    'sent_at', v_mail.sent_at, 'created_at', v_mail.created_at,
    'data', case when v_mail.status <> 'sent' then v_mail.data - array['token', 'account_token'] end);
end;
$$;

grant execute on function private.mail_record(uuid) to authenticated, service_role;

create function public.mail_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.mail_record(p_id); $$;

grant execute on function public.mail_record(uuid) to authenticated, service_role;

-- Sends up to 50 failed emails again, oldest first, from the one after p_after on. Those that must not be sent again are left and
-- named with the reason; those that need a right the caller lacks are left. next is what to go on after; null at the end.
create function private.retry_failed_mail(p_after uuid)
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
  v_rejected jsonb := '[]';
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
        v_rejected := v_rejected || jsonb_build_object('id', v_id, 'reason', v_reason,
          'recipient', (select recipient from public.email_outbox where id = v_id));
      end if;
    end;
  end loop;
  return jsonb_build_object('queued', v_queued, 'rejected', v_rejected,
    'next', case when cardinality(v_ids) = v_most then v_ids[v_most] end);
end;
$$;

grant execute on function private.retry_failed_mail(uuid) to authenticated, service_role;

create function public.retry_failed_mail(p_after uuid default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.retry_failed_mail(p_after); $$;

grant execute on function public.retry_failed_mail(uuid) to authenticated, service_role;
