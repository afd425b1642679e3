-- What a person may ask of the shop by law: a copy of everything that names them, and to be forgotten (decision 0035).

-- The address of an account that its owner has confirmed, in lower case, or null. An address that nobody confirmed reaches no rows.
create function private.confirmed_email(p_user uuid)
returns text
language sql
stable
set search_path = ''
as $$ select lower(email) from auth.users where id = p_user and email_confirmed_at is not null; $$;

-- Orders of an account, and those that were placed with its confirmed address and no account.
create function private.orders_of_person(p_user uuid, p_email text)
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(id order by id), '{}') from (
    select id from public.orders where user_id = p_user
    union select id from public.orders where lower(email) = p_email and user_id is null
  ) as own;
$$;

-- Checkouts of a person, by their public id, in the same sense. A checkout that another account has begun is the other's.
create function private.checkouts_of_person(p_user uuid, p_email text, p_orders uuid[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(session_id order by session_id), '{}') from (
    select session_id from public.checkout_sessions where user_id = p_user
    union select session_id from public.checkout_sessions where lower(email) = p_email and user_id is null
    union select checkout_session_id from public.orders where id = any (p_orders)
    union select checkout_session_id from private.order_edits where order_id = any (p_orders) and checkout_session_id is not null
  ) as own;
$$;

create index checkout_sessions_by_email on public.checkout_sessions (lower(email)) where user_id is null;
create index contact_messages_by_email on public.contact_messages (lower(email));
create index stock_requests_by_email on private.stock_requests (email);
create index gift_cards_by_recipient on public.gift_cards (lower(recipient_email)) where recipient_email is not null;
create index email_outbox_by_person on public.email_outbox (lower(recipient));
create index audit_log_of_deleted_messages on public.audit_log (lower(before ->> 'email'))
  where table_name = 'contact_messages' and action = 'delete';

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create function private.data_of_person(p_user uuid)
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
    'order_edits', (select jsonb_agg(to_jsonb(t) - v_hidden - 'reason' order by id) from private.order_edits as t where order_id = any (v_orders)),
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
    'exchanges', (
      select jsonb_agg(to_jsonb(t)) from public.exchanges as t
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
    'waiting_exchanges', (
      select jsonb_agg(to_jsonb(t) - v_hidden) from private.waiting_exchanges as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'draft_orders', (
      select jsonb_agg(to_jsonb(t) - array['author', 'note', 'discount_reason'] order by number) from private.draft_orders as t
      where lower(email) = v_email or customer_id = any (v_customers) or author = p_user or order_id = any (v_orders)
        or checkout_session_id = any (v_checkouts)),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

-- Everything that the shop holds about the caller, tables without a row left out, and how the provider knows them.
create function private.export_my_data()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := private.require_user();
begin
  perform private.consume_rate_limit('export_my_data', v_user::text, 20, interval '1 hour');
  return jsonb_build_object('exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at,
        'email_confirmed_at', email_confirmed_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'created_at', created_at, 'refreshed_at', refreshed_at,
        'user_agent', user_agent, 'ip', ip) order by created_at), '[]')
      from auth.sessions where user_id = v_user),
    'tables', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(private.data_of_person(v_user)) where value <> 'null'));
end;
$$;

grant execute on function private.export_my_data() to authenticated, service_role;

create function public.export_my_data()
returns jsonb
language sql
set search_path = ''
as $$ select private.export_my_data(); $$;

grant execute on function public.export_my_data() to authenticated, service_role;
