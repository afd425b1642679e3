-- Drafts, exchanges, edits and promotions each changed these functions; here they are with all of it.
set check_function_bodies = off;

create or replace function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_used public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_with_code jsonb;
  v_state text := 'none';
begin
  if v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.reject('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  elsif private.is_by_staff(v_session) then
    perform private.reject('PT409', 'The price of this order is agreed. It takes no promotion code.', 'price_agreed');
  end if;
  perform private.check_promotion_rate_limit(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or (v_base ->> 'vat_rate')::numeric <> v_session.vat_rate
    or v_base ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_used := private.automatic_promotion(v_base, v_session.user_id, v_session.email, p_session_id);
  v_figures := private.with_promotion(v_base, v_used);
  if private.clean_code(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_with_code := private.with_promotion(v_base, v_promotion);
      v_state := case
        when private.is_ineligible(v_promotion, v_base) then 'not_eligible'
        when (v_with_code ->> 'total')::numeric = (v_base ->> 'total')::numeric then 'no_effect'
        when (v_with_code ->> 'total')::numeric >= (v_figures ->> 'total')::numeric then 'automatic_better'
        else 'valid' end;
      if v_state = 'valid' then
        v_used := v_promotion;
        v_figures := v_with_code;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = v_used.id, promotion_code = v_used.code, cart_items = v_figures -> 'cart_items',
    discount_amount = coalesce((v_figures ->> 'discount_amount')::numeric, 0),
    tax_amount = (v_figures ->> 'tax_amount')::numeric,
    shipping_amount = (v_figures ->> 'shipping_amount')::numeric,
    total = (v_figures ->> 'total')::numeric
  where id = v_session.id
  returning * into v_session;
  return private.promotion_reply(v_promotion, v_state) || jsonb_build_object(
    'subtotal', v_session.subtotal, 'discount_amount', v_session.discount_amount, 'tax_amount', v_session.tax_amount,
    'shipping_amount', v_session.shipping_amount, 'total', v_session.total);
end;
$$;

create or replace function private.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text, p_amount_pence integer, p_currency text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(concat_ws(' ', coalesce(p_session_id, ''), p_reference), 'UTF8')), 'hex');
  v_provider text := private.payment_provider();
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.reject('PT400', 'An idempotency key is needed.', 'idempotency_key');
  elsif p_reference is not null and (select auth.role()) is distinct from 'service_role' then
    perform private.reject('PT403', 'The server alone reports a payment.', 'payment_reference');
  elsif p_reference is null and exists (select from public.checkout_sessions where session_id = p_session_id and kind = 'order_edit') then
    v_order := private.pay_edit(p_session_id);
    return private.order_reply(v_order) || jsonb_build_object('checkout_session_id', p_session_id);
  end if;
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.returned_payments where reference = p_reference) then
    perform private.reject('PT409', 'This payment goes back to the card that paid.', 'payment_returned');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((v_session.total - v_session.gift_card_amount) * 100)::integer, v_session.currency) then
    perform private.reject('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    -- The order already exists: no new idempotency key is needed.
    select * into v_order from public.orders where checkout_session_id = p_session_id;
    if p_reference <> v_order.stripe_payment_intent_id then
      perform private.reject('PT409', 'Another payment has paid for this checkout.', 'paid_twice');
    end if;
    return private.order_reply(v_order);
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif (select auth.role()) is distinct from 'service_role' then
    if v_provider is null then
      perform private.reject('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
    elsif v_provider <> 'simulated' and v_session.total > v_session.gift_card_amount then
      -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
      perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
    end if;
  end if;

  -- Two concurrent checkouts with one key: the second waits for the first and is rejected.
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  if not found then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  end if;
  select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
  perform private.verify_checkout(v_session, v_cart);
  perform private.decrement_stock(v_session.cart_items, v_id);
  perform private.lock_gift_card(v_session);
  if not private.is_by_staff(v_session) then
    perform private.remove_purchased_lines(v_session, v_cart);
  end if;
  v_order := private.write_order(v_session, v_id, p_reference);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

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

create or replace function private.delete_my_account()
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

create or replace function private.fail_checkout(p_session_id text, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_allowed constant integer := 10;
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_failed integer;
begin
  if v_session.status = 'failed' then
    return jsonb_build_object('status', 'failed', 'attempts_left', 0);
  elsif v_session.status <> 'pending' then
    perform private.reject('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  if v_session.kind <> 'order_edit' and not private.is_by_staff(v_session) then
    perform private.release_hold(p_session_id, false);
  end if;
  update public.payment_attempts set status = 'failed', settled_at = now(), failure = left(p_reason, 300)
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, amount, status, settled_at, failure)
    values (p_session_id, coalesce(private.payment_provider(), 'none'),
      v_session.total - v_session.gift_card_amount, 'failed', now(), left(p_reason, 300));
  end if;
  select count(*) into v_failed from public.payment_attempts
  where checkout_session_id = p_session_id and status = 'failed';
  if v_failed >= v_allowed then
    update public.checkout_sessions set status = 'failed' where id = v_session.id;
  end if;
  return jsonb_build_object(
    'status', case when v_failed >= v_allowed then 'failed' else 'pending' end,
    'attempts_left', greatest(0, v_allowed - v_failed));
end;
$$;

create or replace function private.find_promotion(p_code text)
returns public.promotions
language sql
stable
set search_path = ''
as $$
  select * from public.promotions where upper(code) = upper(left(private.clean_code(left(p_code, 200)), 80))
    and not is_automatic and not is_bound;
$$;

create or replace function private.office_takings(p_from date, p_to date)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if p_to - p_from > 366 then
    perform private.reject('PT422', 'Choose a period of at most a year.', 'period');
  end if;
  return (
    with moved as materialized (
      select * from private.takings_between(private.london_midnight(p_from), private.london_midnight(p_to + 1))
    ), added as (
      select wanted.is_refund, count(moved.means) filter (where not is_edit) as count, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax,
        coalesce(sum(delivery), 0) as delivery, coalesce(sum(card + gift_card), 0) as total
      from (values (false), (true)) as wanted (is_refund) left join moved using (is_refund) group by 1
    ), by_means as (
      select part.means, coalesce(sum(part.amount) filter (where not is_refund), 0) as sales,
        coalesce(sum(part.amount) filter (where is_refund), 0) as refunds
      from moved cross join lateral (values (moved.means, card), ('gift_card', gift_card - exchanged), ('exchange', exchanged)) as part (means, amount)
      where part.amount <> 0 group by 1
    ), by_rate as (
      select vat_rate, coalesce(sum(net) filter (where not is_refund), 0) as net, coalesce(sum(tax) filter (where not is_refund), 0) as tax,
        coalesce(sum(net) filter (where is_refund), 0) as refunded_net, coalesce(sum(tax) filter (where is_refund), 0) as refunded_tax
      from moved group by 1
    )
    select jsonb_build_object(
      'sales', (select to_jsonb(added) - 'is_refund' from added where not is_refund),
      'refunds', (select to_jsonb(added) - 'is_refund' from added where is_refund),
      'means', (select coalesce(jsonb_agg(to_jsonb(by_means) order by sales desc, means), '[]') from by_means),
      'rates', (select coalesce(jsonb_agg(to_jsonb(by_rate) order by vat_rate desc), '[]') from by_rate)));
end;
$$;

create or replace function private.reserve_checkout(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_longest constant interval := interval '45 minutes';
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_provider text := private.payment_provider();
  v_by_staff constant boolean := private.is_by_staff(v_session);
  v_until timestamptz := case when v_by_staff then v_session.expires_at
    else least(now() + interval '15 minutes', v_session.created_at + v_longest) end;
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_provider is null then
    perform private.reject('PT402',
      'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif v_provider <> 'simulated' and ((select auth.role()) is distinct from 'service_role' or v_session.kind = 'order_edit') then
    perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif v_session.kind = 'order_edit' then
    -- What an edit adds is held until its link ends.
    insert into public.payment_attempts (checkout_session_id, provider, amount) values (p_session_id, v_provider, v_session.total)
    on conflict (checkout_session_id) where status = 'pending' do nothing;
    return jsonb_build_object('status', 'reserved', 'expires_at', v_session.expires_at);
  elsif v_until <= now() then
    perform private.reject('PT409',
      'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.',
      'hold_ended');
  end if;
  perform private.consume_rate_limit('reserve', p_session_id, 20, interval '1 hour');
  if not v_by_staff then
    perform private.limit_holds(v_session, v_until);
  end if;
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  perform private.hold_stock(v_session, v_until);
  perform private.lock_gift_card(v_session);
  perform private.hold_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, v_provider, v_session.total - v_session.gift_card_amount)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  insert into private.gift_card_holds (checkout_session_id, gift_card_id, amount_pence, expires_at)
  select p_session_id, v_session.gift_card_id, v_session.gift_card_amount * 100, v_until
  where v_session.gift_card_id is not null
  on conflict (checkout_session_id) do update set expires_at = excluded.expires_at;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

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

create or replace function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_next text;
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_promotion public.promotions;
  v_figures jsonb;
  v_figure text;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.reject('PT400', 'Checkout details must be an object of reasonable size.', 'details');
  end if;
  v_buyer := jsonb_build_object(
    'email', private.email_field(p_details),
    'first_name', private.field(p_details, 'first_name', 100),
    'last_name', private.field(p_details, 'last_name', 100),
    'phone', private.field(p_details, 'phone', 40, false));
  v_address := private.address_field(p_details -> 'shipping_address', v_buyer);
  v_billing := case when jsonb_typeof(p_details -> 'billing_address') = 'object'
    then private.address_field(p_details -> 'billing_address', v_buyer) else v_address end;
  v_next := private.new_guest_session(p_details, v_cart);
  -- The cart has moved already where the answer of an earlier attempt was lost.
  if v_lines = '[]' and v_next is not null then
    v_cart := v_next;
    v_lines := private.cart_lines(null, v_cart);
  end if;
  if v_lines = '[]' then
    perform private.reject('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.consume_rate_limit('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.consume_rate_limit('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_order_limits(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice. A gift card's checkout has no cart, nor has one of staff.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and kind = 'goods' and not metadata ? 'by_staff' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'This shipping method is not available for your address.',
      'method_unavailable', v_figures::text);
  end if;
  v_promotion := private.automatic_promotion(v_figures, (select auth.uid()), v_buyer ->> 'email');
  v_figures := private.with_promotion(v_figures, v_promotion);
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, discount_amount, promotion_id, promotion_code, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, coalesce((v_figures ->> 'discount_amount')::numeric, 0), v_promotion.id, v_promotion.code,
    (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric, (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    -- After the products, which the payment of another checkout of this cart locks before its lines.
    if v_next <> v_cart then
      perform private.move_cart(v_cart, v_next);
    end if;
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, coalesce(v_next, v_cart));
  end if;
  return v_session;
end;
$$;

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

  -- And so are drafts that nobody has bought.
  delete from private.draft_orders where id in (
    select id from private.draft_orders where state = 'withdrawn' and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);

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

create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has no stock, no changing price and no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart, so that one cart is not bought twice.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    if v_state = 'valid' then
      v_figures := private.with_promotion(v_figures, v_promotion);
    else
      v_figures := private.with_promotion(v_figures,
        private.automatic_promotion(v_figures, p_session.user_id, p_session.email, p_session.session_id));
      if not v_promotion.is_automatic then
        v_figures := v_figures || jsonb_build_object('promotion_rejected', v_state, 'minimum_pence', v_promotion.minimum_pence);
      end if;
    end if;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
    or (not private.is_by_staff(p_session) and exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.variant_id is not distinct from (entry ->> 'variant_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart))))
  then
    perform private.reject('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

create or replace function private.with_promotion(p_figures jsonb, p_promotion public.promotions)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_discount numeric;
  v_is_met boolean;
  v_vat numeric;
  v_shipping numeric := (p_figures ->> 'shipping_amount')::numeric;
  v_goods numeric;
begin
  if p_promotion.id is null then
    return p_figures;
  end if;
  select
    coalesce(jsonb_agg(entry || case when taken.discount > 0 then jsonb_build_object('discount', taken.discount) else '{}' end
      order by listed.place), '[]'),
    coalesce(sum(taken.discount), 0), count(taken.place) > 0
  into v_items, v_discount, v_is_met
  from jsonb_array_elements(p_figures -> 'cart_items') with ordinality as listed (entry, place)
  left join private.promotion_discounts(p_promotion, p_figures -> 'cart_items') as taken on taken.place = listed.place;
  if (p_promotion.kind = 'free_delivery' and v_is_met) or p_promotion.exchange_pence is not null then
    v_shipping := v_shipping * 0;
  end if;
  v_goods := (p_figures ->> 'subtotal')::numeric - v_discount;
  v_vat := coalesce(p_promotion.exchange_pence * 0.01 - v_goods, private.vat(v_goods, (p_figures ->> 'vat_rate')::numeric));
  return p_figures || jsonb_build_object('cart_items', v_items, 'discount_amount', v_discount, 'tax_amount', v_vat,
    'shipping_amount', v_shipping, 'total', v_goods + v_vat + v_shipping, 'promotion_code', p_promotion.code);
end;
$$;

create or replace function private.edited_figures(p_order public.orders, p_lines jsonb, p_address jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_address jsonb := p_order.shipping_address;
  v_items jsonb;
  v_promotion public.promotions;
  v_is_lost boolean := false;
  v_has_moved boolean;
  v_method public.shipping_methods;
  v_price numeric;
  v_arrival jsonb := jsonb_build_object('arrives_from', p_order.arrives_from, 'arrives_to', p_order.arrives_to);
  v_figures jsonb := jsonb_build_object('cart_items', p_order.items, 'subtotal', p_order.subtotal, 'vat_rate', p_order.vat_rate,
    'discount_amount', p_order.discount_amount, 'tax_amount', p_order.tax_amount, 'shipping_amount', p_order.shipping_amount);
begin
  perform private.check_edited_lines(p_order, p_lines);
  if p_address is not null then
    v_address := private.address_field(p_address, p_order.shipping_address);
  end if;
  v_items := private.edited_items(p_order, p_lines);
  if v_items <> p_order.items then
    select v_figures || jsonb_build_object('cart_items', jsonb_agg(item - 'discount' order by place),
      'subtotal', sum((item ->> 'total_price')::numeric), 'discount_amount', 0,
      'tax_amount', private.vat(sum((item ->> 'total_price')::numeric), p_order.vat_rate))
    into v_figures
    from jsonb_array_elements(v_items) with ordinality as listed (item, place);
    if p_order.promotion_code is not null then
      select promotion.* into v_promotion
      from public.promotion_uses as taken join public.promotions as promotion on promotion.id = taken.promotion_id
      where taken.order_id = p_order.id and taken.state = 'used';
      v_is_lost := v_promotion.id is null or (v_figures ->> 'subtotal')::numeric * 100 < v_promotion.minimum_pence;
    end if;
  end if;

  v_has_moved := ((private.match_zone(v_address ->> 'postal_code')).zone).id
    is distinct from ((private.match_zone(p_order.shipping_address ->> 'postal_code')).zone).id;
  select method.* into v_method
  from public.checkout_sessions as bought join public.shipping_methods as method on method.id = bought.shipping_method_id
  where bought.session_id = p_order.checkout_session_id;
  if v_address ->> 'postal_code' is distinct from p_order.shipping_address ->> 'postal_code'
    or (v_is_lost and v_promotion.kind = 'free_delivery')
  then
    v_price := private.shipping_price((v_figures ->> 'subtotal')::numeric, v_method, v_address ->> 'postal_code', v_address ->> 'country');
    if v_price is null then
      perform private.reject('PT409', 'The delivery of this order is not available for this address.', 'postal_code');
    elsif v_has_moved or (v_is_lost and v_promotion.kind = 'free_delivery') then
      v_figures := v_figures || jsonb_build_object('shipping_amount', case when not v_is_lost and exists (
        select from public.promotion_uses as taken join public.promotions as kept on kept.id = taken.promotion_id
        where taken.order_id = p_order.id and kept.kind = 'free_delivery') then 0 else v_price end);
    end if;
    if v_has_moved then
      v_arrival := v_arrival || private.arrival_of(v_method.id, v_address);
    end if;
  end if;
  if v_promotion.id is not null and not v_is_lost then
    v_figures := private.with_promotion(v_figures, v_promotion);
  end if;
  v_figures := v_figures || jsonb_build_object('total', (v_figures ->> 'subtotal')::numeric - (v_figures ->> 'discount_amount')::numeric
    + (v_figures ->> 'tax_amount')::numeric + (v_figures ->> 'shipping_amount')::numeric);
  if (v_figures ->> 'total')::numeric > 99999999 then
    perform private.reject('PT422', 'That is more than one order can cost.', 'lines');
  end if;
  return jsonb_build_object('items', v_figures -> 'cart_items', 'shipping_address', v_address, 'subtotal', v_figures -> 'subtotal',
    'discount_amount', v_figures -> 'discount_amount', 'promotion_code', case when not v_is_lost then p_order.promotion_code end,
    'tax_amount', v_figures -> 'tax_amount', 'shipping_amount', v_figures -> 'shipping_amount', 'total', v_figures -> 'total',
    'gift_card_amount', least(p_order.gift_card_amount, (v_figures ->> 'total')::numeric)) || v_arrival;
end;
$$;

create or replace function private.edit_rejection(p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_order.status = 'cancelled' then 'This order is cancelled.'
    when p_order.payment_status = 'refunded' then 'This order is refunded.'
    when p_order.payment_status <> 'succeeded' then 'This order is not paid.'
    when exists (select from public.checkout_sessions where session_id = p_order.checkout_session_id and kind <> 'goods')
      then 'An order of a gift card cannot be edited.'
    when private.was_sent(p_order) then 'This order has been sent. What comes back is a return.'
    when exists (select from public.shipments where order_id = p_order.id)
      then 'A parcel of this order is being packed. Remove the parcel first.'
    when exists (select from public.exchanges where order_id = p_order.id)
      then 'This order replaces what came back, at an agreed price. What is added is an order of its own.'
    when exists (select from public.refunds where order_id = p_order.id and edit_id is null)
      or exists (select from public.returns where order_id = p_order.id)
      then 'A part of this order has been refunded. What else changes is another refund, or a new order.'
  end;
$$;

drop function private.takings_between(timestamptz, timestamptz);

create function private.takings_between(p_from timestamptz, p_before timestamptz)
returns table (
  is_refund boolean, is_edit boolean, vat_rate numeric, net numeric, tax numeric, delivery numeric, means text, card numeric, gift_card numeric,
  exchanged numeric)
language sql
stable
set search_path = ''
as $$
  select false, false, bought.vat_rate, bought.subtotal - bought.discount_amount - edits.net, bought.tax_amount - edits.tax,
    bought.shipping_amount - edits.delivery, private.taken_by(bought), bought.total - bought.gift_card_amount - edits.card,
    bought.gift_card_amount - edits.gift_card, coalesce((
      select refund.card_amount from public.exchanges join public.returns as sent on sent.id = exchanges.return_id
      join public.refunds as refund on refund.id = sent.refund_id where exchanges.order_id = bought.id), 0)
  from public.orders as bought
  cross join lateral private.edits_of(bought.id) as edits
  where bought.created_at >= p_from and bought.created_at < p_before and private.is_taken(bought.payment_status)
  union all
  select false, true, bought.vat_rate, edit.net, edit.tax, edit.delivery, edit.means, edit.card, edit.gift_card, 0
  from private.applied_edits as edit
  join public.orders as bought on bought.id = edit.order_id and private.is_taken(bought.payment_status)
  where edit.at >= p_from and edit.at < p_before
  union all
  select true, false, bought.vat_rate, returned.card + returned.gift_card - returned.delivery - returned.tax, returned.tax, returned.delivery,
    returned.means, returned.card, returned.gift_card, 0
  from (
    select order_id from public.refunds where settled_at >= p_from and settled_at < p_before
    union
    select order_id from public.refunds where settled_at is null and created_at >= p_from and created_at < p_before
    union
    select order_id from public.order_events
    where created_at >= p_from and created_at < p_before and type in ('status_changed', 'payment_status_changed')
      and data ->> 'to' in ('cancelled', 'refunded')
  ) as changed
  join public.orders as bought on bought.id = changed.order_id and private.is_taken(bought.payment_status)
  cross join lateral private.money_returned(bought) as returned
  where returned.at >= p_from and returned.at < p_before;
$$;

drop function private.with_order_promotion(jsonb, public.promotions);

revoke all on function private.takings_between(timestamptz, timestamptz) from public;
