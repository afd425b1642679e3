-- Abandoned checkouts: their list, and one email that can be declined for ever (decision 0090).

insert into private.setting_rules (key, kind, choices) values ('checkout.reminder', 'choice', array['off', 'by_hand', 'automatic']);
insert into private.setting_rules (key, kind, min_value, max_value, decimals) values ('checkout.reminderHours', 'number', 1, 72, 0);

-- Whoever wants no email about unfinished checkouts, for ever, also after their account is deleted: so by a hash of the address alone.
create table private.reminder_declines (
  person_hash text primary key,
  created_at timestamptz not null default now()
);

revoke all on table private.reminder_declines from public;

-- A checkout whose buyer was told of the email and could decline it there, which the law asks for (PECR, regulation 22). Rows of sent
-- emails stay: the link in the email declines for ever. They hold hashes alone.
create table private.reminders (
  checkout_session_id text primary key,
  person_hash text not null,
  offered_at timestamptz not null default now(),
  -- Sent, or found not to be due; null waits.
  settled_at timestamptz,
  sent_at timestamptz,
  token_hash text unique,
  check (sent_at is null or settled_at is not null)
);

create index reminders_due on private.reminders (offered_at) where settled_at is null;
create index reminders_by_person on private.reminders (person_hash, sent_at) where sent_at is not null;
create index reminders_unsent on private.reminders (offered_at) where sent_at is null;

revoke all on table private.reminders from public;

-- The list, newest first.
create index checkout_sessions_unpaid on public.checkout_sessions (created_at desc, id) where status <> 'completed' and kind = 'goods';
create index checkout_sessions_of_person on public.checkout_sessions (lower(email), created_at);

-- A person by their address: the same mailbox spelt differently is one.
create function private.person_hash(p_email text)
returns text
language sql
immutable
set search_path = ''
as $$ select private.token_hash('reminder ' || private.canonical_email(p_email)); $$;

-- Remembers that a person wants no such email, and drops one that waits.
create function private.decline_reminders_of(p_person_hash text)
returns void
language sql
set search_path = ''
as $$
  insert into private.reminder_declines (person_hash) values (p_person_hash) on conflict do nothing;
  delete from public.email_outbox
  where kind = 'abandoned_checkout' and status <> 'sent' and private.person_hash(recipient) = p_person_hash;
$$;

create index email_outbox_abandoned on public.email_outbox (created_at) where kind = 'abandoned_checkout';

-- The checkout's page told the buyer of the email, and whether they declined it there. Without this no email is sent.
create function private.note_reminder(p_session_id text, p_declined boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  perform private.consume_rate_limit('note_reminder', private.client_address(), 200, interval '1 hour');
  select * into v_session from public.checkout_sessions
  where session_id = private.opened_checkout(p_session_id) and status = 'pending' and kind = 'goods';
  if v_session.id is null or private.setting_text('checkout.reminder', 'off') = 'off' then
    return;
  elsif p_declined then
    perform private.decline_reminders_of(private.person_hash(v_session.email));
  end if;
  insert into private.reminders (checkout_session_id, person_hash)
  values (v_session.session_id, private.person_hash(v_session.email))
  on conflict (checkout_session_id) do nothing;
end;
$$;

grant execute on function private.note_reminder(text, bool) to anon, authenticated, service_role;

create function public.note_reminder(p_session_id text, p_declined boolean)
returns void
language sql
set search_path = ''
as $$ select private.note_reminder(p_session_id, p_declined); $$;

grant execute on function public.note_reminder(text, bool) to anon, authenticated, service_role;

-- Why a checkout gets no email now; null if it may. 'open': it is not older than the setting says, or a payment is being decided.
create function private.reminder_obstacle(p_session public.checkout_sessions)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when reminder.sent_at is not null then 'sent'
    when exists (select from private.reminder_declines where person_hash = person.hash) then 'declined'
    when p_session.status = 'completed' or exists (
      select from public.orders where lower(email) = lower(p_session.email) and created_at >= p_session.created_at)
      or (p_session.user_id is not null and exists (
        select from public.orders where user_id = p_session.user_id and created_at >= p_session.created_at)) then 'bought'
    when exists (
      select from public.checkout_sessions as later
      where lower(later.email) = lower(p_session.email) and later.created_at > p_session.created_at and later.kind = 'goods') then 'begun_again'
    when exists (
      select from private.reminders where person_hash = person.hash and sent_at > now() - interval '30 days') then 'recent'
    when private.setting_text('checkout.reminder', 'off') = 'off' then 'off'
    when reminder.checkout_session_id is null then 'not_offered'
    when p_session.created_at > now() - private.setting_number('checkout.reminderHours', 4) * interval '1 hour' or exists (
      select from public.payment_attempts where checkout_session_id = p_session.session_id and status = 'pending'
        and created_at > now() - interval '1 day') then 'open'
    end
  from (select private.person_hash(p_session.email) as hash) as person
  left join private.reminders as reminder on reminder.checkout_session_id = p_session.session_id;
$$;

-- Queues the email of a checkout, unless something is in the way by now; returns what. One person's checkouts wait for each other.
create function private.queue_reminder(p_session public.checkout_sessions)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_obstacle text;
begin
  perform pg_advisory_xact_lock(hashtextextended('reminder ' || private.person_hash(p_session.email), 0));
  v_obstacle := private.reminder_obstacle(p_session);
  if v_obstacle is null then
    update private.reminders set settled_at = now(), sent_at = now(), token_hash = private.token_hash(v_token)
    where checkout_session_id = p_session.session_id;
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('abandoned_checkout', p_session.email, 'Your cart is still here', jsonb_build_object(
      'checkout', p_session.session_id, 'first_name', p_session.first_name, 'token', v_token, 'items', (
        select jsonb_agg(jsonb_build_object('name', entry ->> 'name', 'variant_name', coalesce(entry ->> 'variant_name', ''),
          'quantity', (entry ->> 'quantity')::integer) order by place)
        from jsonb_array_elements(p_session.cart_items) with ordinality as listed (entry, place))));
  end if;
  return v_obstacle;
end;
$$;

-- A failed email keeps no token, so that sending it again needs a new one; to somebody who has declined or bought it is not sent again.
create function private.renew_reminder()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  update private.reminders set token_hash = private.token_hash(v_token)
  where checkout_session_id = new.data ->> 'checkout' and not exists (
      select from private.reminder_declines where person_hash = private.person_hash(new.recipient))
    and not exists (select from public.orders where lower(email) = lower(new.recipient) and created_at >= new.created_at);
  if not found then
    perform private.reject('PT409', 'This person has bought since, or wants no such email.', 'reminder_over');
  end if;
  new.data := new.data || jsonb_build_object('token', v_token);
  return new;
end;
$$;

create trigger renew_reminder before update of status on public.email_outbox
  for each row when (new.kind = 'abandoned_checkout' and old.status = 'failed' and new.status = 'pending')
  execute function private.renew_reminder();

-- Whoever buys is not reminded by an email that still waits.
create function private.drop_reminders_of_buyer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.email_outbox
  where lower(recipient) = lower(new.email) and kind = 'abandoned_checkout' and status <> 'sent';
  return null;
end;
$$;

create trigger drop_reminders_of_buyer after insert on public.orders
  for each row execute function private.drop_reminders_of_buyer();

-- Queues the emails that are due, where the setting says so, and deletes what is old: offers of two months ago, and sent emails.
create function private.send_reminders()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_offer private.reminders;
  v_session public.checkout_sessions;
  v_obstacle text;
  v_count integer := 0;
begin
  delete from private.reminders where checkout_session_id in (
    select checkout_session_id from private.reminders
    where sent_at is null and offered_at <= now() - interval '60 days' limit 1000 for update skip locked);
  delete from public.email_outbox where id in (
    select id from public.email_outbox
    where kind = 'abandoned_checkout' and status <> 'pending' and created_at <= now() - interval '30 days'
    limit 1000 for update skip locked);
  if private.setting_text('checkout.reminder', 'off') <> 'automatic' then
    return 0;
  end if;
  for v_offer in
    select * from private.reminders
    where settled_at is null
      and offered_at <= now() - private.setting_number('checkout.reminderHours', 4) * interval '1 hour'
    order by offered_at limit 200 for update skip locked
  loop
    select * into v_session from public.checkout_sessions where session_id = v_offer.checkout_session_id;
    -- After a week nobody expects it any more, as when the setting was off meanwhile.
    v_obstacle := case when v_session.id is null or v_offer.offered_at <= now() - interval '7 days' then 'over'
      else private.queue_reminder(v_session) end;
    if v_obstacle is null then
      v_count := v_count + 1;
    elsif v_obstacle <> 'open' then
      update private.reminders set settled_at = now() where checkout_session_id = v_offer.checkout_session_id;
    end if;
  end loop;
  return v_count;
end;
$$;

-- Sends the email of one checkout, once, by hand.
create function private.send_reminder(p_session uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
  v_obstacle text;
begin
  perform private.require_right('orders');
  select * into v_session from public.checkout_sessions where id = p_session and kind = 'goods';
  if v_session.id is null then
    perform private.reject('PT404', 'This checkout does not exist any more.', 'session_not_found');
  end if;
  v_obstacle := private.queue_reminder(v_session);
  if v_obstacle is not null then
    perform private.reject('PT409', case v_obstacle
      when 'sent' then 'The email of this checkout has been sent already.'
      when 'declined' then 'This person wants no such email.'
      when 'bought' then 'This person has bought since.'
      when 'begun_again' then 'This person has begun another checkout since.'
      when 'recent' then 'This person got such an email in the last 30 days.'
      when 'off' then 'Emails about unfinished checkouts are switched off in the settings.'
      when 'not_offered' then 'This checkout did not say that there could be an email, so none may be sent.'
      else 'This checkout may still be finished. Please wait.' end, 'reminder_' || v_obstacle);
  end if;
  insert into public.audit_log (table_name, row_id, action, actor, after)
  values ('checkout_sessions', p_session::text, 'update', (select auth.uid()), '{"reminder": "sent"}');
end;
$$;

grant execute on function private.send_reminder(uuid) to authenticated, service_role;

create function public.send_reminder(p_session uuid)
returns void
language sql
set search_path = ''
as $$ select private.send_reminder(p_session); $$;

grant execute on function public.send_reminder(uuid) to authenticated, service_role;

-- What the link in the email does. Whether it was a link of the shop; declining twice is the same as once.
create function private.decline_reminders(p_token text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_person text;
begin
  perform private.consume_rate_limit('decline_reminders', private.client_address(), 60, interval '15 minutes');
  select person_hash into v_person from private.reminders where token_hash = private.token_hash(p_token);
  if v_person is null then
    return false;
  end if;
  perform private.decline_reminders_of(v_person);
  return true;
end;
$$;

grant execute on function private.decline_reminders(text) to anon, authenticated, service_role;

create function public.decline_reminders(p_token text)
returns boolean
language sql
set search_path = ''
as $$ select private.decline_reminders(p_token); $$;

grant execute on function public.decline_reminders(text) to anon, authenticated, service_role;

-- One page of the checkouts that were not paid and are old enough, newest first: those of people who have neither bought nor begun
-- again since. Counted up to 1,000.
create function private.abandoned_checkouts(p_page integer, p_size integer)
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
  v_found uuid[];
  v_total integer;
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('orders');
  v_found := array(
    select id from public.checkout_sessions as checkout
    where status <> 'completed' and kind = 'goods'
      and created_at <= now() - private.setting_number('checkout.reminderHours', 4) * interval '1 hour'
      and not exists (
        select from public.checkout_sessions as later
        where lower(later.email) = lower(checkout.email) and later.created_at > checkout.created_at and later.kind = 'goods')
      and not exists (
        select from public.orders where lower(orders.email) = lower(checkout.email) and orders.created_at >= checkout.created_at)
    order by created_at desc, id limit v_most + 1);
  v_total := least(cardinality(v_found), v_most);
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  return jsonb_build_object('total', v_total, 'exact', cardinality(v_found) <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', checkout.id, 'name', btrim(checkout.first_name || ' ' || checkout.last_name),
      'email', checkout.email, 'created_at', checkout.created_at, 'total', checkout.total, 'currency', checkout.currency,
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('name', entry ->> 'name', 'variant_name', coalesce(entry ->> 'variant_name', ''),
          'quantity', (entry ->> 'quantity')::integer) order by line), '[]')
        from jsonb_array_elements(checkout.cart_items) with ordinality as listed (entry, line)),
      'obstacle', private.reminder_obstacle(checkout), 'sent_at', reminder.sent_at) order by wanted.place), '[]')
    from unnest(v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)]) with ordinality as wanted (id, place)
    join public.checkout_sessions as checkout on checkout.id = wanted.id
    left join private.reminders as reminder on reminder.checkout_session_id = checkout.session_id));
end;
$$;

grant execute on function private.abandoned_checkouts(int4, int4) to authenticated, service_role;

create function public.abandoned_checkouts(p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.abandoned_checkouts(p_page, p_size); $$;

grant execute on function public.abandoned_checkouts(int4, int4) to authenticated, service_role;

create or replace function private.sweep()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_counts jsonb := '{}';
begin
  update public.checkout_sessions set status = 'expired' where id in (
    select id from public.checkout_sessions where status = 'pending' and expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('expired_sessions', v_count);

  delete from private.stock_holds where id in (
    select id from private.stock_holds where expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('holds', v_count);

  delete from public.cart_items where id in (
    select id from public.cart_items where session_id is not null and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('cart_items', v_count);

  -- Personal data of unpaid checkouts is deleted after a month.
  delete from public.checkout_sessions where id in (
    select id from public.checkout_sessions
    where status in ('expired', 'failed') and expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('dead_sessions', v_count);

  delete from private.idempotency_keys where key in (
    select key from private.idempotency_keys where created_at <= now() - interval '7 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('idempotency_keys', v_count);

  delete from private.rate_limits where subject in (
    select subject from private.rate_limits where opened_at <= now() - interval '1 day'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('rate_limits', v_count);

  delete from public.account_creation_tokens where id in (
    select id from public.account_creation_tokens where expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('account_tokens', v_count);

  -- After the right to cancel has expired, delivered orders are complete.
  update public.orders set status = 'completed' where id in (
    select id from public.orders where status = 'delivered' and delivered_at <= now() - interval '14 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_counts || jsonb_build_object('completed_orders', v_count, 'review_emails', private.send_review_requests(),
    'reminders', private.send_reminders());
end;
$$;

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create or replace function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customers constant uuid[] := array(
    select id from public.customers where user_id = p_user or (is_guest and lower(email) = v_email));
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = any (v_customers)),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = any (v_customers)),
    'customer_tags', (select jsonb_agg(to_jsonb(t) order by tag) from private.customer_tags as t where customer_id = any (v_customers)),
    'customer_merges', (
      select jsonb_agg(to_jsonb(t) order by id) from private.customer_merges as t where id = any (v_customers) or main_id = any (v_customers)),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = any (v_customers)),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = any (v_customers)),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = any (v_customers)),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = any (v_customers)),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'returned_payments', (select jsonb_agg(to_jsonb(t) - v_hidden - 'note' order by id) from public.returned_payments as t where checkout_session_id = any (v_checkouts)),
    'reminders', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.reminders as t where checkout_session_id = any (v_checkouts)),
    'reminder_declines', (
      select jsonb_agg(to_jsonb(t)) from private.reminder_declines as t where person_hash = private.person_hash(v_email)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_list', (select jsonb_agg(to_jsonb(t)) from private.order_list as t where order_id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'shipment_lines', (
      select jsonb_agg(to_jsonb(t)) from public.shipment_lines as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_items', (select jsonb_agg(to_jsonb(t)) from private.returned_items as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

revoke all on function private.person_hash(text), private.decline_reminders_of(text), private.note_reminder(text, bool),
  private.reminder_obstacle(public.checkout_sessions), private.queue_reminder(public.checkout_sessions), private.renew_reminder(),
  private.drop_reminders_of_buyer(), private.send_reminders(), private.send_reminder(uuid), private.decline_reminders(text),
  private.abandoned_checkouts(int4, int4) from public;
grant execute on function private.note_reminder(text, bool), private.decline_reminders(text) to anon, authenticated, service_role;
grant execute on function private.send_reminder(uuid), private.abandoned_checkouts(int4, int4) to authenticated, service_role;

select private.hide_rows_in_api_errors();
