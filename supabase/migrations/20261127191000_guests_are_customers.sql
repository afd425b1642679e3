-- Whoever has ordered is a customer, with an account or without one; staff are none while they work here.
alter table public.customers add column is_guest boolean not null default false check (not is_guest or user_id is null);
create unique index customers_guests on public.customers (lower(email)) where is_guest;

create function private.is_staff_account(p_user uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select exists (select from public.admin_users where user_id = p_user and is_active); $$;

create or replace function private.list_customers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.customer_list (customer_id, created_at, terms)
  select id, created_at, private.customer_terms(first_name, last_name, email) from new_rows where not private.is_staff_account(user_id);
  return null;
end;
$$;

create or replace function private.list_changed_customer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.customer_list
  set created_at = new.created_at, terms = private.customer_terms(new.first_name, new.last_name, new.email)
  where customer_id = new.id;
  if found and new.created_at <> old.created_at then
    insert into private.customer_days as tally (day, customers)
    select (moment at time zone 'UTC')::date, sum(sign)
    from (values (old.created_at, -1), (new.created_at, 1)) as moved (moment, sign)
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (day) do update set customers = tally.customers + excluded.customers;
  end if;
  return null;
end;
$$;

drop trigger update_counters_insert on public.customers;
drop trigger update_counters_delete on public.customers;
drop trigger update_days_insert on public.customers;
drop trigger update_days_delete on public.customers;

-- Lists a customer, or takes them off the list while they work here.
create function private.relist_customer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_customer public.customers;
begin
  for v_customer in
    select * from public.customers
    where case tg_table_name when 'customers' then id = (v_row ->> 'id')::uuid else user_id = (v_row ->> 'user_id')::uuid end
  loop
    if private.is_staff_account(v_customer.user_id) then
      delete from private.customer_list where customer_id = v_customer.id;
    else
      insert into private.customer_list (customer_id, created_at, terms)
      values (v_customer.id, v_customer.created_at,
        private.customer_terms(v_customer.first_name, v_customer.last_name, v_customer.email))
      on conflict (customer_id) do nothing;
    end if;
  end loop;
  return null;
end;
$$;

create trigger relist_customer after update of user_id on public.customers
  for each row when (old.user_id is distinct from new.user_id) execute function private.relist_customer();
create trigger relist_customer after insert or delete or update of is_active on public.admin_users
  for each row execute function private.relist_customer();

create trigger update_counters_insert after insert on private.customer_list
  referencing new table as new_rows for each statement execute function private.count_customers();
create trigger update_counters_delete after delete on private.customer_list
  referencing old table as old_rows for each statement execute function private.count_customers();

-- Named to run after update_counters_insert: the counter comes first in the order of locks.
create trigger update_days_insert after insert on private.customer_list
  referencing new table as new_rows for each statement execute function private.count_customer_days();
create trigger update_days_delete after delete on private.customer_list
  referencing old table as old_rows for each statement execute function private.count_customer_days();

-- The triggers above count this.
delete from private.customer_list
where customer_id in (
  select customer.id from public.customers as customer join public.admin_users as member on member.user_id = customer.user_id and member.is_active);

-- An order without an account belongs to the guest of its email address. The guest's row is locked against an account that takes
-- the guest's place at this moment. The counter of customers is locked before those of orders, which nothing does the other way round.
create function private.join_guest()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select id into new.customer_id from public.customers where is_guest and lower(email) = lower(new.email) for key share;
  if new.customer_id is null then
    insert into public.customers (email, first_name, last_name, phone, is_guest, created_at)
    values (new.email, left(btrim(coalesce(new.shipping_address ->> 'first_name', new.billing_address ->> 'first_name', '')), 100),
      left(btrim(coalesce(new.shipping_address ->> 'last_name', new.billing_address ->> 'last_name', '')), 100),
      nullif(btrim(new.phone), ''), true, new.created_at)
    on conflict (lower(email)) where is_guest do nothing
    returning id into new.customer_id;
  end if;
  if new.customer_id is null then
    select id into new.customer_id from public.customers where is_guest and lower(email) = lower(new.email) for key share;
  end if;
  return new;
end;
$$;

create trigger join_guest before insert on public.orders
  for each row when (new.customer_id is null and new.user_id is null and char_length(new.email) >= 3)
  execute function private.join_guest();

insert into public.customers (email, first_name, last_name, phone, is_guest, created_at)
select distinct on (lower(email)) email, left(btrim(coalesce(shipping_address ->> 'first_name', billing_address ->> 'first_name', '')), 100),
  left(btrim(coalesce(shipping_address ->> 'last_name', billing_address ->> 'last_name', '')), 100), nullif(btrim(phone), ''), true, created_at
from public.orders where customer_id is null and user_id is null and char_length(email) >= 3
order by lower(email), created_at;

update public.orders set customer_id = guest.id
from public.customers as guest
where guest.is_guest and lower(guest.email) = lower(orders.email) and orders.customer_id is null and orders.user_id is null;

create or replace function private.office_customers(p_query text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_condition constant text := private.customer_condition(p_query);
  v_all bigint;
  v_total bigint;
  v_is_exact boolean := true;
  v_found uuid[];
  v_pages integer;
  v_page integer;
  v_offset bigint;
  v_day date;
  v_before bigint;
begin
  perform private.require_right('customers');
  select count into v_all from private.counters where subject = 'customer';
  v_all := coalesce(v_all, 0);
  if v_condition is null then
    v_total := v_all;
  else
    execute format($sql$
      select count(*), array_agg(customer_id order by created_at desc, customer_id)
      from (select customer_id, created_at from private.customer_list where %s limit %s) as found
      $sql$, v_condition, v_most + 1)
    into v_total, v_found;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  if v_condition is null then
    select day, before into v_day, v_before
    from (select day, customers, sum(customers) over (order by day desc) - customers as before from private.customer_days) as tally
    where before + customers > v_offset
    order by day desc limit 1;
    v_found := array(
      select customer_id from private.customer_list where created_at < (v_day + 1)::timestamp at time zone 'UTC'
      order by created_at desc, customer_id limit v_size offset v_offset - v_before);
  elsif v_is_exact then
    v_found := v_found[v_offset + 1 : v_offset + v_size];
  else
    execute format('select array(select customer_id from private.customer_list where %s
      order by created_at desc, customer_id limit %s offset %s)', v_condition, v_size, v_offset)
    into v_found;
  end if;
  return jsonb_build_object('all', v_all, 'total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.customer_row(customer) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (customer_id, place)
    join public.customers as customer on customer.id = wanted.customer_id));
end;
$$;

create or replace function private.recent_orders(p_customer public.customers, p_limit integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_number', order_number, 'total', total, 'currency', currency,
    'status', status, 'payment_status', payment_status, 'created_at', created_at, 'by_guest', by_guest)
    order by created_at desc, id), '[]')
  from (
    select * from (
      (select id, order_number, total, currency, status, payment_status, created_at, false as by_guest from public.orders
        where customer_id = p_customer.id order by created_at desc, id limit p_limit)
      union all
      (select id, order_number, total, currency, status, payment_status, created_at, true from public.orders
        where lower(email) = lower(p_customer.email) and user_id is null and customer_id is distinct from p_customer.id
        order by created_at desc, id limit p_limit)
    ) as known
    order by created_at desc, id limit p_limit
  ) as newest;
$$;

create or replace function private.customer_profile(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_customer public.customers;
  v_orders constant boolean := private.may('orders');
begin
  perform private.require_right('customers');
  select * into v_customer from public.customers where id = p_id;
  if v_customer.id is null then
    perform private.reject('PT404', 'This customer does not exist.', 'customer_not_found');
  end if;
  return private.customer_row(v_customer) || jsonb_build_object(
    'phone', v_customer.phone, 'is_guest', v_customer.is_guest, 'is_payment_customer', v_customer.stripe_customer_id is not null,
    'orders', case when v_orders then private.recent_orders(v_customer, 10) end,
    'guest_orders', case when v_orders then (
      select count(*) from (
        select from public.orders
        where lower(email) = lower(v_customer.email) and user_id is null and customer_id is distinct from v_customer.id limit 1000
      ) as counted) end,
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'is_default', is_default, 'first_name', first_name,
        'last_name', last_name, 'address_line_1', address_line_1, 'address_line_2', address_line_2, 'city', city, 'state', state,
        'postal_code', postal_code, 'country', country, 'phone', phone) order by is_default desc, created_at desc, id), '[]')
      from public.addresses where customer_id = p_id));
end;
$$;

create or replace function private.claim_guest_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  -- Orders by id before customers, as wherever both are locked: staff who send many orders at once would wait in a circle.
  select array_agg(id) into v_orders from (
    select id from public.orders where user_id is null and lower(email) = lower(new.email) order by id for no key update
  ) as found;
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where id = any (v_orders);
  -- The account takes the guest's place.
  update public.customer_notes set customer_id = account.id
  from public.customers as guest, public.customers as account
  where guest.is_guest and lower(guest.email) = lower(new.email) and account.user_id = new.id and customer_notes.customer_id = guest.id;
  delete from public.customers where is_guest and lower(email) = lower(new.email);
  return null;
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
    union all select id from public.gift_cards where lower(recipient_email) = v_email
    union all select id from public.staff_invitations where email = v_email
    union all select id from public.reviews where order_id = any (v_orders)
    union all select id from public.shipments where order_id = any (v_orders)) as own;
  perform private.strip_log(v_email, v_orders, v_rows);
  -- An email that waits for somebody else, such as a gift card, is still sent.
  delete from public.email_outbox
  where lower(recipient) = v_email or (order_id = any (v_orders) and status <> 'pending');
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

revoke all on function private.relist_customer(), private.join_guest() from public;
