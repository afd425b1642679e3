-- What shoppers are told when something is refused, in plainer words.

create or replace function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_first text;
  v_last text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_first := private.field(p_details, 'first_name', 100);
  v_last := private.field(p_details, 'last_name', 100);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  v_message := private.field(p_details, 'message', 300, false);
  if v_recipient is not null and not private.is_email(v_recipient) then
    perform private.refuse('PT422', 'Email is invalid', 'recipient_email');
  elsif private.holds_link(v_message) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.consume_rate_limit('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    kind, email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    'gift_card', v_email, v_first, v_last, '{}', '{}',
    v_amount, 0, 0, v_amount,
    jsonb_build_array(jsonb_build_object(
      'product_id', null, 'gift_card', true, 'product_name', 'Gift card', 'name', 'Gift card', 'sku', null, 'quantity', 1,
      'unit_price', v_amount, 'price', v_amount, 'total_price', v_amount)),
    jsonb_build_object('shipping_method', 'By e-mail', 'gift_card',
      jsonb_build_object('pence', v_amount * 100, 'recipient', v_recipient, 'message', v_message)),
    (select auth.uid()), v_customer)
  returning * into v_session;
  return v_session;
end;
$$;

create or replace function private.send_gift_card(p_key uuid, p_pence integer, p_recipient jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_name text;
  v_message text;
  v_code text;
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  if p_key is null then
    perform private.refuse('PT422', 'The gift card needs a key.', 'key');
  elsif jsonb_typeof(p_recipient) is distinct from 'object' or octet_length(p_recipient::text) > 20000 then
    perform private.refuse('PT422', 'The recipient must be an object.', 'recipient');
  end if;
  perform private.require_gift_card_amount(p_pence);
  v_email := private.email_field(p_recipient);
  v_name := private.field(p_recipient, 'name', 100, false);
  v_message := private.field(p_recipient, 'message', 300, false);
  if private.holds_link(v_message) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_name) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'name');
  end if;
  select * into v_card from public.gift_cards where id = p_key;
  if v_card.id is null then
    v_code := private.new_gift_card(p_pence, null, p_key);
    update public.gift_cards set recipient_email = v_email, recipient_name = v_name where id = p_key returning * into v_card;
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('gift_card', v_email, 'A gift card for you', jsonb_build_object('token', v_code, 'amount', (p_pence * 0.01)::numeric(10, 2),
      'message', v_message, 'giver', null, 'recipient_name', v_name, 'gift_card_id', p_key, 'expires_at', v_card.expires_at));
  elsif v_card.recipient_email is distinct from v_email or v_card.initial_pence <> p_pence then
    perform private.refuse('PT409', 'This gift card was sent before, with other details.', 'gift_card_sent');
  end if;
  return jsonb_build_object('id', v_card.id, 'hint', v_card.hint);
end;
$$;

create or replace function private.request_return(p_id uuid, p_order uuid, p_lines jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is_staff boolean := private.may('orders');
  v_order public.orders;
  v_reason text;
begin
  select * into v_order from public.orders where id = p_order and (v_is_staff or user_id = (select auth.uid())) for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif p_id is null then
    perform private.refuse('PT400', 'A return needs an id.', 'id');
  elsif exists (select from public.returns where id = p_id and order_id = p_order) then
    return p_id;
  end if;
  perform private.consume_rate_limit('request_return', p_order::text, 20, interval '1 hour');
  perform private.require_return_lines(p_lines);
  if exists (
    select from jsonb_array_elements(p_lines) as entry
    where coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(entry ->> 'reason', '') not in ('changed_mind', 'damaged', 'wrong_item', 'faulty')
      or jsonb_typeof(entry -> 'sealed') is distinct from 'boolean'
      or coalesce(jsonb_typeof(entry -> 'comment'), 'string') <> 'string' or char_length(entry ->> 'comment') > 500)
  then
    perform private.refuse('PT422', 'A line needs how many pieces, a reason, and whether its seal is unbroken.', 'lines');
  elsif v_order.status not in ('shipped', 'delivered', 'completed') or (v_order.delivered_at is null and not v_is_staff) then
    perform private.refuse('PT409', 'This order has not been delivered.', 'not_delivered');
  end if;
  select entry ->> 'reason' into v_reason from jsonb_array_elements(p_lines) as entry
  where private.return_until(v_order, entry ->> 'reason') < (now() at time zone 'Europe/London')::date limit 1;
  if v_reason is not null and not v_is_staff then
    perform private.refuse('PT409',
      'The time for returns has passed. If something is wrong, please contact us: your statutory rights are not affected.', 'too_late',
      private.return_until(v_order, v_reason)::text);
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.returnable(v_order) as left_over on left_over.line = (entry ->> 'line')::integer
    where coalesce(left_over.quantity, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.refuse('PT409', 'That is more than can still be sent back.', 'lines_left');
  end if;
  insert into public.returns (id, order_id) values (p_id, p_order);
  insert into public.return_lines (return_id, line, quantity, reason, comment, sealed)
  select p_id, line, quantity, reason, coalesce(btrim(comment), ''), sealed
  from jsonb_to_recordset(p_lines) as chosen (line integer, quantity integer, reason text, comment text, sealed boolean);
  perform private.note_return(v_order, p_id, 'return_requested', 'Return requested');
  return p_id;
end;
$$;

create or replace function private.write_review(p_token text, p_line integer, p_rating integer, p_body text, p_author text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.order_of_review_link(p_token);
  v_body constant text := btrim(coalesce(p_body, ''));
  v_author constant text := btrim(coalesce(p_author, ''));
begin
  if v_order.id is null then
    perform private.refuse('PT404', 'This link is not valid, or has expired.', 'review_link');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.refuse('PT422', 'Choose one to five stars.', 'rating');
  elsif char_length(v_body) > 2000 then
    perform private.refuse('PT422', 'Please keep it to 2,000 characters.', 'body');
  elsif private.holds_link(v_body) then
    perform private.refuse('PT422', 'Please leave out links and addresses.', 'body');
  elsif char_length(v_author) not between 1 and 40 or private.holds_link(v_author) then
    perform private.refuse('PT422', 'Please give a name of up to 40 characters.', 'author');
  end if;
  insert into public.reviews as review (order_id, line, product_id, variant_name, rating, body, author)
  select v_order.id, bought.line, bought.product_id, left(bought.variant_name, 200), p_rating, v_body, v_author
  from private.reviewable(v_order) as bought where bought.line = p_line
  on conflict (order_id, line) do update
    set rating = excluded.rating, body = excluded.body, author = excluded.author
    where review.state = 'pending';
  if not found then
    if exists (select from public.reviews where order_id = v_order.id and line = p_line) then
      perform private.refuse('PT409', 'We have already read this review, so it can no longer be changed.', 'review_decided');
    end if;
    perform private.refuse('PT404', 'This was not part of your order, or is no longer sold.', 'line');
  end if;
end;
$$;

create or replace function private.refuse_deletion(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_number text;
begin
  if exists (select from public.admin_users where user_id = p_user and is_active) then
    perform private.refuse('PT409', 'You work here with this account, so it cannot be deleted from here. Ask a super admin to end your access under Staff first.', 'staff_account');
  end if;
  select order_number into v_number from public.orders
  where id = any (p_orders) and (status in ('pending', 'processing', 'shipped')
    or exists (select from public.returns where order_id = orders.id and state in ('requested', 'approved', 'received'))
    or exists (select from public.refunds where order_id = orders.id and state in ('pending', 'failed')))
  order by created_at limit 1;
  if v_number is not null then
    perform private.refuse('PT409', format('Order %s is not finished yet: a parcel, a return or a refund is still on its way. You can delete your account once it is.', v_number),
      'order_open', v_number);
  elsif exists (
    select from public.payment_attempts as attempt join public.checkout_sessions as checkout on checkout.session_id = attempt.checkout_session_id
    where checkout.session_id = any (p_checkouts) and checkout.status = 'pending' and attempt.status = 'pending') then
    perform private.refuse('PT409', 'One of your payments is still being processed. Please try again in an hour.', 'payment_open');
  end if;
end;
$$;

select private.hide_rows_in_api_errors();
