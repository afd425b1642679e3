-- Deletion of an account by its owner. What tax law asks for stays: orders with their lines, sums, VAT, country, payment and refunds.

-- What is in the way of deleting an account, as a rejection.
create function private.reject_deletion(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_number text;
begin
  if exists (select from public.admin_users where user_id = p_user and is_active) then
    perform private.reject('PT409', 'You work here with this account, so it cannot be deleted from here. Ask a super admin to end your access under Staff first.', 'staff_account');
  end if;
  select order_number into v_number from public.orders
  where id = any (p_orders) and (status in ('pending', 'processing', 'shipped')
    or exists (select from public.returns where order_id = orders.id and state in ('requested', 'approved', 'received'))
    or exists (select from public.refunds where order_id = orders.id and state in ('pending', 'failed')))
  order by created_at limit 1;
  if v_number is not null then
    perform private.reject('PT409', format('Order %s is not finished yet: a parcel, a return or a refund is still on its way. You can delete your account once it is.', v_number),
      'order_open', v_number);
  elsif exists (
    select from public.payment_attempts as attempt join public.checkout_sessions as checkout on checkout.session_id = attempt.checkout_session_id
    where checkout.session_id = any (p_checkouts) and checkout.status = 'pending' and attempt.status = 'pending') then
    perform private.reject('PT409', 'One of your payments is still being processed. Please try again in an hour.', 'payment_open');
  end if;
end;
$$;

-- Orders without the person: what remains of the address is the country and the letters of the postcode, which decide on the VAT.
create function private.strip_address(p_address jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when coalesce(p_address ->> 'address_line_1', '') = '' then '{}'::jsonb else jsonb_build_object(
    'first_name', 'Account', 'last_name', 'deleted', 'address_line_1', '', 'address_line_2', '', 'city', '', 'state', '',
    'postal_code', coalesce(substring(upper(p_address ->> 'postal_code') from '^\s*([A-Z]{1,2})[0-9]'), ''),
    'country', coalesce(left(p_address ->> 'country', 2), 'GB'), 'phone', '') end;
$$;

create function private.strip_orders(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- The checkouts whose payments stay: those of the orders and of what edits of them added.
  v_paid constant text[] := array(
    select checkout_session_id from public.orders where id = any (p_orders)
    union select checkout_session_id from private.order_edits
    where order_id = any (p_orders) and state = 'applied' and checkout_session_id is not null);
begin
  update public.orders
  set user_id = null, customer_id = null, email = null, phone = null, cancel_reason = null,
    shipping_address = private.strip_address(shipping_address), billing_address = private.strip_address(billing_address)
  where id = any (p_orders);
  delete from public.reviews where order_id = any (p_orders);
  delete from private.review_requests where order_id = any (p_orders);
  delete from public.order_notes where order_id = any (p_orders);
  delete from public.tracking_events where shipment_id in (select id from public.shipments where order_id = any (p_orders));
  delete from public.shipments where order_id = any (p_orders);
  update public.returns set note = '' where order_id = any (p_orders) and note <> '';
  update public.return_lines set comment = ''
  where return_id in (select id from public.returns where order_id = any (p_orders)) and comment <> '';
  update public.refunds set note = '', actor = nullif(actor, p_user) where order_id = any (p_orders) and (note <> '' or actor = p_user);
  update public.gift_card_entries set actor = null where order_id = any (p_orders) and actor = p_user;
  update public.inventory_movements set actor = null where order_id = any (p_orders) and actor = p_user;
  -- The history keeps what happened to the order and the money.
  delete from public.order_events
  where order_id = any (p_orders) and type not in ('order_created', 'payment_succeeded', 'status_changed', 'payment_status_changed')
    and type !~ '^(refund|return|gift_card)_';
  update public.order_events set data = data - 'note' - 'reason' - 'undo' - case when data ->> 'actor' = p_user::text then 'actor' else '' end
  where order_id = any (p_orders);
  insert into public.order_events (order_id, type, description) select id, 'account_deleted', 'The buyer deleted their account' from unnest(p_orders) as id;
  update public.promotion_uses set user_id = null, email = '' where checkout_session_id = any (p_checkouts) or user_id = p_user;
  update public.checkout_sessions
  set user_id = null, customer_id = null, email = 'deleted@invalid', first_name = 'Account', last_name = 'deleted', phone = null,
    shipping_address = private.strip_address(shipping_address), billing_address = private.strip_address(billing_address),
    metadata = case kind when 'gift_card' then '{"gift_card": {}}'::jsonb else '{}' end
  where session_id = any (p_checkouts) and session_id = any (v_paid);
  delete from private.order_edits where order_id = any (p_orders) and state <> 'applied';
  update private.order_edits
  set before = before - 'shipping_address', after = after - 'shipping_address', reason = '', actor = nullif(actor, p_user)
  where order_id = any (p_orders);
  delete from private.waiting_exchanges where return_id in (select id from public.returns where order_id = any (p_orders));
  delete from private.checkout_carts where checkout_session_id = any (p_checkouts);
  delete from private.checkout_callers where checkout_session_id = any (p_checkouts);
  delete from public.account_creation_tokens where checkout_session_id = any (p_checkouts);
  delete from private.receipt_links where order_id = any (p_orders);
  delete from public.checkout_sessions where session_id = any (p_checkouts) and session_id <> all (v_paid);
end;
$$;

-- Personal fields of rows that staff have changed, in the log of those changes. Columns of people: names, addresses, words.
create function private.strip_log(p_email text, p_orders uuid[], p_rows uuid[])
returns void
language sql
set search_path = ''
as $$
  update public.audit_log
  set before = before - personal.columns, after = after - personal.columns
  from (select array['name', 'email', 'subject', 'message', 'phone', 'shipping_address', 'billing_address', 'recipient_email', 'recipient_name',
    'author', 'body', 'cancel_reason', 'tracking_number', 'description', 'location', 'user_id', 'customer_id'] as columns) as personal
  where (table_name in ('orders', 'contact_messages', 'gift_cards', 'reviews', 'shipments', 'tracking_events', 'staff_invitations')
      and row_id in (select unnest(p_orders || p_rows)::text))
    or (table_name = 'contact_messages' and action = 'delete' and lower(before ->> 'email') = p_email);
  -- Of changes to the customer's own record nothing would be left.
  delete from public.audit_log where table_name = 'customers' and row_id in (select unnest(p_rows)::text);
$$;

-- Deletes the caller's account for good, in one transaction: all of it or nothing. Asks for a sign-in of the last 15 minutes.
create function private.delete_my_account()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := (select auth.uid());
  v_address text;
  v_email text;
  v_orders uuid[];
  v_checkouts text[];
  v_rows uuid[];
  v_kept text[];
begin
  perform private.consume_rate_limit('delete_my_account', v_user::text, 20, interval '1 hour');
  if not exists (
    select from auth.sessions where id = private.my_session_id() and user_id = v_user and created_at > now() - interval '15 minutes') then
    perform private.reject('PT403', 'Please enter your password again.', 'sign_in_again');
  end if;
  -- The user first: an order that is being placed waits for it, then finds no account. Orders before customers, as everywhere.
  select email into v_address from auth.users where id = v_user for update;
  v_email := private.confirmed_email(v_user);
  perform from public.orders where id = any (private.orders_of_person(v_user, v_email)) order by id for update;
  v_orders := private.orders_of_person(v_user, v_email);
  v_checkouts := private.checkouts_of_person(v_user, v_email, v_orders);
  perform private.reject_deletion(v_user, v_orders, v_checkouts);

  select array_agg(id) into v_rows from (
    select id from public.contact_messages where lower(email) = v_email
    union all select id from public.customers where user_id = v_user or (is_guest and lower(email) = v_email)
    union all select id from public.gift_cards where lower(recipient_email) = v_email
    union all select id from public.staff_invitations where email = v_email
    union all select id from public.reviews where order_id = any (v_orders)
    union all select id from public.shipments where order_id = any (v_orders)) as own;
  perform private.strip_log(v_email, v_orders, v_rows);
  -- An email that waits for somebody else, such as a gift card, is still sent.
  delete from public.email_outbox
  where lower(recipient) = v_email or (order_id = any (v_orders) and status <> 'pending');
  perform private.delete_drafts(v_user, v_email, v_orders, v_checkouts);
  perform private.strip_orders(v_user, v_orders, v_checkouts);
  update public.gift_cards set recipient_email = null, recipient_name = null where lower(recipient_email) = v_email;
  delete from public.contact_messages where lower(email) = v_email;
  delete from private.stock_requests where email = v_email;
  delete from public.staff_invitations where email = v_email;
  delete from public.customers where user_id = v_user or (is_guest and lower(email) = v_email);
  delete from auth.users where id = v_user;

  select array_agg(order_number order by created_at, id) into v_kept from public.orders where id = any (v_orders);
  if v_address is not null then
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('account_deleted', v_address, 'Your account is deleted',
      jsonb_build_object('deleted_at', now(), 'orders', to_jsonb(coalesce(v_kept, '{}'))));
  end if;
end;
$$;

grant execute on function private.delete_my_account() to authenticated, service_role;

create function public.delete_my_account()
returns void
language sql
set search_path = ''
as $$ select private.delete_my_account(); $$;

grant execute on function public.delete_my_account() to authenticated, service_role;

-- The receipt of a deletion is the last row with the address: it goes once it is sent, or cannot be.
create function private.forget_farewell()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.email_outbox where id = new.id;
  return null;
end;
$$;

create trigger forget_farewell after update of status on public.email_outbox
  for each row when (new.kind = 'account_deleted' and new.status <> 'pending')
  execute function private.forget_farewell();
