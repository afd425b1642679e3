-- What anybody can cause to be sent to a mailbox waits once it has had twelve emails within an hour.

set check_function_bodies = off;

-- Takes one of the twelve emails that a mailbox gets within an hour by what anybody can cause. Null, or when there is room again.
-- A mailbox is an address in lower case without what follows a plus sign, which most providers deliver to the same person.
create function private.take_mail_room(p_recipient text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mailbox constant text := regexp_replace(lower(btrim(p_recipient)), '\+[^@]*@', '@');
  v_most constant integer := 12;
begin
  if private.rate_limit_hits('mailbox', v_mailbox, interval '1 hour') < v_most then
    perform private.count_against_rate_limit('mailbox', v_mailbox, interval '1 hour');
    return null;
  end if;
  return (
    select opened_at + interval '1 hour' from private.rate_limits where subject = private.rate_limit_key('mailbox', v_mailbox));
end;
$$;

-- Whether anybody could have caused an email: not those that staff write or an account asks for, nor those about an order that the
-- mailbox's own account placed.
create function private.anybody_causes(p_mail public.email_outbox)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select p_mail.kind not in ('staff_invitation', 'contact_reply', 'account_deleted')
    and (p_mail.kind <> 'gift_card' or p_mail.order_id is not null)
    and not exists (
      select from public.orders as bought
      join public.checkout_sessions as checkout on checkout.session_id = bought.checkout_session_id
      join auth.users as account on account.id = checkout.user_id
      where bought.id = p_mail.order_id and lower(account.email) = lower(btrim(p_mail.recipient))
        and account.email_confirmed_at is not null);
$$;

-- Claims e-mails for the mailer for two minutes: when it crashes they are claimed again. What anybody can cause waits, in its order,
-- while its mailbox has had enough within the hour, so that nobody can flood a stranger's; only the receipt of a message is dropped
-- instead. One claim at a time, so that two cannot wait for each other's mailboxes.
create or replace function public.claim_mail(p_limit integer default 10)
returns setof public.email_outbox
language plpgsql
set search_path = ''
as $$
declare
  v_most constant integer := least(greatest(p_limit, 1), 100);
  v_claimed integer := 0;
  v_waiting integer := 0;
  v_mail public.email_outbox;
  v_room_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_mail', 0));
  for v_mail in
    select * from public.email_outbox where status = 'pending' and next_attempt_at <= now()
    order by next_attempt_at, id limit 500 for update skip locked
  loop
    exit when v_claimed = v_most;
    v_room_at := case when v_mail.attempts = 0 and private.anybody_causes(v_mail) then private.take_mail_room(v_mail.recipient) end;
    if v_room_at is null then
      update public.email_outbox set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
      where id = v_mail.id returning * into v_mail;
      v_claimed := v_claimed + 1;
      return next v_mail;
    elsif v_mail.kind = 'contact_received' then
      delete from public.email_outbox where id = v_mail.id;
    else
      v_waiting := v_waiting + 1;
      update public.email_outbox set next_attempt_at = v_room_at + v_waiting * interval '1 microsecond' where id = v_mail.id;
    end if;
  end loop;
end;
$$;

revoke all on function private.take_mail_room(text), private.anybody_causes(public.email_outbox) from public;
grant execute on function private.take_mail_room(text), private.anybody_causes(public.email_outbox) to service_role;
