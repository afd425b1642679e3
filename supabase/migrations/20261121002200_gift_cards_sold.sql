-- Gift cards sold: a checkout of its own, without cart, stock, delivery and VAT, paid and completed like any other. The card is made
-- in the order's transaction and its code sent by letter, once; cancelling the order ends a card that nobody has used.

-- What a browser may ask for: whole pounds from 25 to 500, to the buyer or to somebody else, with a few words.
create function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  if v_recipient !~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$' then
    perform private.refuse('PT422', 'Email is invalid', 'recipient_email');
  end if;
  v_message := private.field(p_details, 'message', 300, false);
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.limit_rate('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    v_email, private.field(p_details, 'first_name', 100), private.field(p_details, 'last_name', 100), '{}', '{}',
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

create function public.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_gift_card(p_details); $$;

-- Makes the card that an order bought and queues the letter with its code, which forgets it once it is sent.
create function private.deliver_gift_card(p_session public.checkout_sessions, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_gift jsonb := p_session.metadata -> 'gift_card';
begin
  if v_gift is null then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'gift_card', coalesce(v_gift ->> 'recipient', p_session.email), 'A gift card for you', p_order.id,
    jsonb_build_object('token', made.code, 'amount', p_order.total, 'message', v_gift ->> 'message',
      'giver', case when v_gift ->> 'recipient' is not null then btrim(p_session.first_name || ' ' || p_session.last_name) end,
      'expires_at', now() + interval '24 months')
  from (select private.new_gift_card((v_gift ->> 'pence')::integer, p_order.id) as code offset 0) as made;
end;
$$;

-- Cancelling or refunding the order of a card ends the card, unless it has paid for something: then the order stands. A card
-- that was ended does not come back.
create function private.end_sold_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
  v_card public.gift_cards;
begin
  if v_was = v_is then
    return null;
  end if;
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return null;
  elsif v_was then
    perform private.refuse('PT409', 'The gift card of this order has ended. A new one is a new order.', 'gift_card_void');
  elsif v_card.state = 'active' and v_card.balance_pence <> v_card.initial_pence then
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void' where id = v_card.id;
  return null;
end;
$$;

create trigger end_sold_gift_card after update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.end_sold_gift_card();

-- Money counts when it comes: with the card's sale, and not again when the card pays.
create or replace function private.tally_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.tallies as tally (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * (total - gift_card_amount))
    from (%s) as change
    group by 1 having sum(sign) <> 0 or sum(sign * (total - gift_card_amount)) <> 0 order by 1
    on conflict (subject) do update set count = tally.count + excluded.count, amount = tally.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders, sum(sign * private.spent(status, payment_status, total - gift_card_amount)) as spent
      from (%s) as change
      where customer_id is not null
      group by customer_id
    ), locked as (
      select customer.id from public.customers as customer join change on change.customer_id = customer.id
      where change.orders <> 0 or change.spent <> 0
      order by customer.id for no key update of customer
    )
    update public.customers as customer
    set total_orders = customer.total_orders + change.orders, total_spent = customer.total_spent + change.spent,
      last_order_at = (select max(orders.created_at) from public.orders where orders.customer_id = customer.id)
    from change join locked on locked.id = change.customer_id
    where customer.id = change.customer_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

revoke all on function private.deliver_gift_card(public.checkout_sessions, public.orders), private.end_sold_gift_card() from public;
revoke all on function private.start_gift_card(jsonb), public.start_gift_card(jsonb) from public, anon, authenticated;
grant execute on function private.start_gift_card(jsonb), public.start_gift_card(jsonb) to anon, authenticated, service_role;
