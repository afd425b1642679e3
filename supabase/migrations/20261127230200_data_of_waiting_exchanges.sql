-- Exchanges that wait for a payment in the copy of a person's data, and out of a deleted account.
set check_function_bodies = off;

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

create or replace function private.strip_orders(p_user uuid, p_orders uuid[], p_checkouts text[])
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
