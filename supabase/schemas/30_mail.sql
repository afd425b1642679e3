-- The outbox: email waits here until the worker has sent it.

create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 60),
  recipient text not null check (char_length(recipient) <= 254),
  subject text not null check (char_length(subject) <= 300),
  data jsonb not null default '{}',
  order_id uuid references public.orders (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 2000),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now()
);

create index email_outbox_due on public.email_outbox (next_attempt_at, id) where status = 'pending';
create index email_outbox_by_order on public.email_outbox (order_id);
create index email_outbox_back_in_stock on public.email_outbox (created_at) where kind = 'back_in_stock';
-- Sent emails keep no content; finally failed ones keep no code or token, are shown to staff and can be retried.
-- The back office lists each state by time, and finds the beginning of an address.
create index email_outbox_by_status on public.email_outbox (status, created_at desc, id desc) include (kind, order_id);
create index email_outbox_by_recipient on public.email_outbox (status, (lower(recipient) collate "C"), created_at desc, id desc);

alter table public.email_outbox enable row level security;
revoke all on table public.email_outbox from anon, authenticated;
grant all on table public.email_outbox to service_role;
-- Not `data`: it can hold the link that opens a customer's account.
grant select (id, kind, recipient, subject, order_id, status, attempts, last_error, next_attempt_at, sent_at, created_at)
  on table public.email_outbox to authenticated;

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

-- The same rule, with each right asked for once a query.
create policy "Staff see what was sent" on public.email_outbox for select to authenticated
  using ((select private.may('messages'))
    and (kind <> 'staff_invitation' or (select private.may('staff')))
    and (kind <> 'gift_card' or order_id is not null or (select private.may('gift_cards'))));

-- The confirmation, for the mail worker to send. That of a guest offers an account by a link; a guest whose address has an account
-- is told that the order is in it.
create function private.queue_order_mail(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  values ('order_confirmation', p_order.email, format('Your order %s', p_order.order_number), p_order.id,
    to_jsonb(p_order) || jsonb_build_object('tax_point', p_order.paid_at,
      'in_account', p_order.user_id is not null and exists (
        select from public.checkout_sessions where session_id = p_order.checkout_session_id and user_id is null))
    || case when p_order.user_id is null
      then jsonb_build_object('account_token', private.new_account_token(p_order.checkout_session_id, p_order.email))
      else '{}' end);
end;
$$;

-- Setting an order to refunded does not move money at the provider, so the email says what is due: what no refund has returned
-- or is returning. A gift card's part has already been returned.
create function private.queue_status_mail(p_order public.orders, p_status text, p_wait interval)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, next_attempt_at, data)
  select 'order_status', p_order.email,
    format('Your order %s: %s', p_order.order_number, case p_status when 'refunded' then 'to be refunded' else p_status end), p_order.id, now() + p_wait,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'reason', p_order.cancel_reason,
      'total', p_order.total - refunded.amount,
      'gift_card_amount', p_order.gift_card_amount - refunded.gift_card_amount, 'refunded_amount', refunded.amount, 'gift_card_hint', p_order.gift_card_hint,
      'gift_card_void', exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_order.id and entry.kind = 'redeemed' and card.state = 'void'),
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (
    select coalesce(sum(amount), 0) as amount, coalesce(sum(gift_card_amount), 0) as gift_card_amount
    from public.refunds where order_id = p_order.id and edit_id is null
  ) as refunded
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;

-- What a change of an order tells its buyer, an email each. A refund sends its own.
create function private.status_emails(p_before public.orders, p_after public.orders)
returns setof text
language sql
immutable
set search_path = ''
as $$
  select change.status
  from (values
    (1, p_after.status, p_after.status <> p_before.status and p_after.status in ('shipped', 'delivered', 'cancelled')),
    (2, 'refunded', p_after.payment_status <> p_before.payment_status and p_after.marked_refunded)
  ) as change (place, status, applies)
  where change.applies and p_after.email is not null
  order by change.place;
$$;

create function private.queue_order_status_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_status_mail(new, change, tg_argv[0]::interval) from private.status_emails(old, new) as change
  -- The emails of its parcels say so.
  where change <> 'shipped' or tg_argv[0] <> '0 seconds' or not exists (
    select from public.shipments join public.shipment_lines as part on part.shipment_id = shipments.id where shipments.order_id = new.id);
  return null;
end;
$$;

-- The email of a status that staff set by hand waits for as long as that can be undone.
create trigger queue_status_mail after update of status, payment_status on public.orders
  for each row when (current_user <> 'authenticated') execute function private.queue_order_status_mail('0 seconds');
create trigger queue_status_mail_by_hand after update of status, payment_status on public.orders
  for each row when (current_user = 'authenticated') execute function private.queue_order_status_mail('30 seconds');

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

grant execute on function private.take_mail_room(text) to service_role;

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

grant execute on function private.anybody_causes(public.email_outbox) to service_role;

-- Claims emails for the mailer for two minutes: when it crashes they are claimed again. What anybody can cause waits, in its order,
-- while its mailbox has had enough within the hour, so that nobody can flood a stranger's; only the receipt of a message is dropped
-- instead. One claim at a time, so that two claims cannot deadlock on each other's mailboxes.
create function public.claim_mail(p_limit integer default 10)
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

grant execute on function public.claim_mail(int4) to service_role;

-- A null error means sent. Else retries with exponential backoff (1, 2, 4 … minutes, at most six hours), eight times. Returns
-- pending, sent or failed; null when settled before. p_subject is the one that the email was composed with, for staff to see.
create function public.settle_mail(p_id uuid, p_error text default null, p_subject text default null)
returns text
language sql
set search_path = ''
as $$
  update public.email_outbox
  set status = case when p_error is null then 'sent' when attempts >= 8 then 'failed' else 'pending' end,
    sent_at = case when p_error is null then now() end,
    subject = coalesce(left(p_subject, 300), subject),
    data = case when p_error is null then '{}' when attempts >= 8 then data - array['token', 'account_token'] else data end,
    last_error = left(p_error, 2000),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, greatest(attempts, 1) - 1))
  where id = p_id and status = 'pending'
  returning status;
$$;

grant execute on function public.settle_mail(uuid, text, text) to service_role;

-- Another eight attempts at a failed email. Its code or token was erased, so it gets a new one: a new code for the same
-- unused gift card, or a new link.
create function private.retry_mail(p_id uuid)
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
    perform private.reject('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  perform private.require_right(private.mail_right(v_mail.kind, v_mail.order_id));
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.reject('PT409', 'The order of this email is gone.', 'order_gone');
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
      perform private.reject('PT409', 'The order of this email is cancelled or refunded.', 'order_over');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_review_token(v_mail.order_id));
  elsif v_mail.kind = 'order_edit' and v_data ->> 'state' = 'waiting' then
    select checkout_session_id into v_session from private.order_edits where id = (v_data ->> 'edit')::uuid and state = 'waiting';
    if v_session is null then
      perform private.reject('PT409', 'The change of this email no longer waits.', 'edit_over');
    end if;
    v_data := v_data || jsonb_build_object('token', v_session);
  elsif v_mail.kind in ('gift_card', 'refund_gift_card') then
    select card.* into v_card from public.gift_cards as card
    where id = coalesce((v_data ->> 'gift_card_id')::uuid,
      (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued'))
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.reject('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.reject('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  elsif v_mail.kind = 'payment_link' then
    -- An erased link is that of the draft, while it is open.
    select checkout.session_id into v_session
    from private.draft_orders as draft join public.checkout_sessions as checkout on checkout.session_id = draft.checkout_session_id
    where draft.id = (v_data ->> 'draft_id')::uuid and checkout.status = 'pending' and checkout.expires_at > now();
    if v_session is null then
      perform private.reject('PT409', 'The payment link of this email has ended.', 'link_ended');
    end if;
    v_data := v_data || jsonb_build_object('token', v_session);
  elsif v_mail.kind = 'staff_invitation' then
    -- One that is locked is being sent again.
    select id into v_invitation from public.staff_invitations
    where mail_id = p_id and accepted_at is null and withdrawn_at is null and private.user_may(invited_by, 'staff')
    for no key update skip locked;
    if v_invitation is null then
      perform private.reject('PT409', 'This invitation was withdrawn or sent again.', 'invitation_over');
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

grant execute on function private.retry_mail(uuid) to authenticated, service_role;

create function public.retry_mail(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.retry_mail(p_id); $$;

grant execute on function public.retry_mail(uuid) to authenticated, service_role;
