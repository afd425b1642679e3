-- Returns that staff open, and their exchange: a replacement that what came back pays for.

-- The returns of an order, newest first, and the lines that staff can open another of: what was sent and is neither back nor on its way
-- back.
create function private.returns_of(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  end if;
  return jsonb_build_object(
    'returns', (
      select coalesce(jsonb_agg(private.return_row(sent, v_order) order by sent.created_at desc, sent.id), '[]')
      from (select * from public.returns where order_id = p_order order by created_at desc, id limit 50) as sent),
    -- What this order itself replaces.
    'replaces', (
      select original.order_number from public.exchanges join public.returns as sent on sent.id = exchanges.return_id
      join public.orders as original on original.id = sent.order_id where exchanges.order_id = p_order),
    'returnable', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line, 'name', v_order.items -> line ->> 'name',
        'variant_name', v_order.items -> line ->> 'variant_name', 'quantity', quantity) order by line), '[]')
      from private.returnable(v_order, true) where quantity > 0));
end;
$$;

grant execute on function private.returns_of(uuid) to authenticated, service_role;

create function public.returns_of(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.returns_of(p_order); $$;

grant execute on function public.returns_of(uuid) to authenticated, service_role;

-- Opens a return for an order that was sent, a guest's too. Who opens it has decided, so it is approved. The buyer is told to send the
-- goods back where they are expected; goods that are here already are received next, of which the buyer is told.
-- @param p_id made by the caller: the same again changes nothing
-- @param p_lines [{ line, quantity, reason, sealed, comment? }]
-- @param p_note what the buyer reads
create function private.open_return(p_id uuid, p_order uuid, p_lines jsonb, p_note text, p_expected boolean)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif p_id is null then
    perform private.reject('PT400', 'A return needs an id.', 'id');
  elsif exists (select from public.returns where id = p_id and order_id = p_order) then
    return p_id;
  elsif char_length(p_note) > 1000 then
    perform private.reject('PT422', 'The note is too long.', 'note');
  end if;
  perform private.write_return(p_id, v_order, p_lines, true);
  update public.return_lines set decision = 'approved' where return_id = p_id;
  update public.returns set state = 'approved', note = private.clean_text(coalesce(p_note, '')), decided_at = now() where id = p_id;
  if p_expected then
    perform private.note_return(v_order, p_id, 'return_opened', 'Return opened: the goods are expected');
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order, 'return_opened', 'Return opened: the goods are here', jsonb_build_object('return', p_id, 'actor', (select auth.uid())));
  end if;
  return p_id;
end;
$$;

grant execute on function private.open_return(uuid, uuid, jsonb, text, bool) to authenticated, service_role;

create function public.open_return(p_id uuid, p_order uuid, p_lines jsonb, p_note text default '', p_expected boolean default true)
returns uuid
language sql
set search_path = ''
as $$ select private.open_return(p_id, p_order, p_lines, p_note, p_expected); $$;

grant execute on function public.open_return(uuid, uuid, jsonb, text, bool) to authenticated, service_role;

-- What has arrived of a return, as the lines of a refund.
create function private.arrived_lines(p_return uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('line', line, 'quantity', received, 'restock', restock) order by line)
  from public.return_lines where return_id = p_return and received > 0;
$$;

-- The figures of a replacement in pence: what came back is worth `returned`, the replacement costs `total` after `discount`. It has the
-- share of discount that its order had. Shares of an order are rounded otherwise than a new total, so three pence are not a difference.
create function private.exchange_figures(p_order public.orders, p_return uuid, p_lines jsonb)
returns table (returned integer, discount integer, total integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_figures constant jsonb := private.checkout_figures(p_lines, null, p_order.shipping_address);
  v_rate constant numeric := (v_figures ->> 'vat_rate')::numeric;
  v_subtotal constant integer := (v_figures ->> 'subtotal')::numeric * 100;
  v_base constant integer := private.share_of(v_subtotal, p_order.discount_amount, p_order.subtotal);
begin
  select amount into returned from private.refund_figures(p_order, private.arrived_lines(p_return), 0, null);
  select tried, case when abs(charged - returned) <= 3 then returned else charged end into discount, total
  from generate_series(greatest(0, v_base - 3), least(v_subtotal, v_base + 3)) as tried
  cross join lateral (
    select v_subtotal - tried + round((v_subtotal - tried) * v_rate)::integer as charged) as priced
  order by least(abs(charged - returned), 4), abs(tried - v_base) limit 1;
  return next;
end;
$$;

-- The lines of a replacement [{ product_id, variant_id, quantity }] as they were sent, or a 422.
create function private.require_replacement(p_lines jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 20000
    or jsonb_array_length(p_lines) > private.max_items() or exists (
      select from jsonb_array_elements(p_lines) as entry
      where not pg_input_is_valid(coalesce(entry ->> 'product_id', ''), 'uuid')
        or not pg_input_is_valid(coalesce(entry ->> 'variant_id', gen_random_uuid()::text), 'uuid')
        or coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,3}$')
  then
    perform private.reject('PT422', 'Choose what replaces it: products with how many pieces.', 'lines');
  end if;
end;
$$;

-- What an exchange would come to, in pounds, and what the products that came back can be exchanged for.
create function private.quote_exchange(p_id uuid, p_lines jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_figures record;
begin
  perform private.require_right('refunds');
  perform private.require_replacement(p_lines);
  select bought.* into v_order from public.returns as sent join public.orders as bought on bought.id = sent.order_id
  where sent.id = p_id and sent.state = 'received';
  if v_order.id is null then
    perform private.reject('PT409', 'This return has moved on meanwhile.', 'return_moved_on');
  end if;
  select * into v_figures from private.exchange_figures(v_order, p_id, p_lines);
  return jsonb_build_object('currency', v_order.currency, 'returned', v_figures.returned * 0.01, 'total', v_figures.total * 0.01,
    'discount', v_figures.discount * 0.01, 'takes_payment', private.payment_provider() is not distinct from 'simulated',
    'choices', (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', unit.product_id, 'variant_id', unit.variant_id, 'name', product.name,
        'variant_name', private.variant_name(unit.options), 'price', charged.price + private.vat(charged.price, private.vat_rate()),
        'available', greatest(0, unit.inventory_quantity - coalesce((
          select sum(hold.quantity) from private.stock_holds as hold
          where hold.product_id = unit.product_id and hold.variant_id is not distinct from unit.variant_id and hold.expires_at > now()), 0)))
        order by product.name, product.id, unit.options), '[]')
      from public.products as product
      cross join lateral (
        select * from private.stock_units as listed where listed.product_id = product.id and listed.is_active offset 0
      ) as unit
      cross join lateral (select private.unit_price(unit.price) as price) as charged
      where product.id in (
        select ordered.product_id from private.order_lines(v_order) as ordered
        join public.return_lines as part on part.line = ordered.line
        where part.return_id = p_id and part.received > 0)));
end;
$$;

grant execute on function private.quote_exchange(uuid, jsonb) to authenticated, service_role;

create function public.quote_exchange(p_id uuid, p_lines jsonb default '[]')
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.quote_exchange(p_id, p_lines); $$;

grant execute on function public.quote_exchange(uuid, jsonb) to authenticated, service_role;

-- The part of a return's refund that pays for its replacement, p_pence: it goes to no means of payment. What a gift card had paid of it is
-- given back and leaves the card again.
create function private.write_exchange_refund(p_id uuid, p_order public.orders, p_return uuid, p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lines constant jsonb := private.arrived_lines(p_return);
  v_figures record;
  v_card public.gift_cards;
begin
  select * into v_figures from private.refund_figures(p_order, v_lines, 0, p_pence * 0.01);
  insert into public.refunds (id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, provider, request_hash,
    state, settled_at, reference)
  values (p_id, p_order.id, v_figures.amount * 0.01, v_figures.card * 0.01, v_figures.gift_card * 0.01, v_figures.delivery * 0.01,
    v_figures.tax * 0.01, 'Exchange', case when v_figures.card > 0 then 'exchange' end,
    encode(sha256(convert_to(p_return::text, 'UTF8')), 'hex'), 'succeeded', now(), 'exchange');
  insert into public.refund_lines (refund_id, line, quantity, amount, restock, restocked)
  select p_id, chosen.line, chosen.quantity, chosen.pence * 0.01, chosen.restock, 0
  from private.refund_lines_of(p_order, v_lines, true) as chosen;
  perform private.restock_refund(p_order, p_id);
  if v_figures.gift_card > 0 then
    v_card := private.lock_card_of(p_order, false);
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (v_card.id, 'given_back', v_figures.gift_card, p_order.id);
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence) values (v_card.id, 'voided', -v_figures.gift_card);
  end if;
  perform private.count_refund(p_order.id, v_figures.card * 0.01, v_figures.gift_card * 0.01);
end;
$$;

-- A replacement that costs more and waits for its payment by the customer. Its checkout holds the pieces and has the gift card of the
-- exchange; paid or ended, the row goes.
create table private.waiting_exchanges (
  return_id uuid primary key references public.returns (id) on delete cascade,
  -- The id of the refund that is made of it.
  refund_id uuid not null,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete cascade,
  -- No foreign key: the record outlives accounts.
  actor uuid
);

revoke all on table private.waiting_exchanges from public, anon, authenticated;

-- Locks the order of an exchange with its payments, and the products of both orders at once, before its checkout.
create function private.lock_exchange(p_session_id text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select bought.* into v_order from public.orders as bought
  where id = (
    select sent.order_id from private.waiting_exchanges as exchange join public.returns as sent on sent.id = exchange.return_id
    where exchange.checkout_session_id = p_session_id)
  for no key update;
  if v_order.id is not null then
    perform private.lock_payments_of(v_order.id);
    perform from public.products
    where id in (
      select (entry ->> 'product_id')::uuid from public.checkout_sessions as checkout
      cross join lateral jsonb_array_elements(checkout.cart_items || v_order.items) as entry where checkout.session_id = p_session_id)
    order by id for no key update;
  end if;
end;
$$;

-- Ends the gift card of an exchange, which is void from then on.
create function private.end_exchange_card(p_card uuid, p_reason text)
returns void
language sql
set search_path = ''
as $$
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select id, 'voided', -balance_pence from public.gift_cards where id = p_card and balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = p_reason where id = p_card;
$$;

-- The replacement is paid: what came back pays for its part of it, and a rest is refunded to the means that paid.
create function private.finish_exchange(p_exchange private.waiting_exchanges, p_session public.checkout_sessions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_new public.orders;
  v_paid constant integer := p_session.gift_card_amount * 100;
  v_returned constant integer := initial_pence from public.gift_cards where id = p_session.gift_card_id;
begin
  select bought.* into v_order from public.returns as sent join public.orders as bought on bought.id = sent.order_id
  where sent.id = p_exchange.return_id;
  select * into v_new from public.orders where checkout_session_id = p_session.session_id;
  update public.returns set state = 'refunded', refund_id = p_exchange.refund_id, refunded_at = now() where id = p_exchange.return_id;
  perform private.write_exchange_refund(p_exchange.refund_id, v_order, p_exchange.return_id, v_paid);
  update public.orders
  set exchanged_amount = (select card_amount from public.refunds where id = p_exchange.refund_id),
    gift_card_hint = coalesce(v_order.gift_card_hint, gift_card_hint)
  where id = v_new.id;
  perform private.end_exchange_card(p_session.gift_card_id, format('What came back of order %s paid for order %s.',
    v_order.order_number, v_new.order_number));
  insert into public.exchanges (return_id, order_id) values (p_exchange.return_id, v_new.id);
  if v_returned > v_paid then
    perform private.write_refund(gen_random_uuid(), v_order.id, '[]', 0, (v_returned - v_paid) * 0.01, 'Rest of an exchange', false);
  end if;
  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'return_exchanged', format('Return exchanged: order %s replaces it', v_new.order_number),
      jsonb_build_object('return', p_exchange.return_id, 'order', v_new.id, 'actor', p_exchange.actor)),
    (v_new.id, 'order_from_exchange', format('Replaces what came back of order %s', v_order.order_number),
      jsonb_build_object('return', p_exchange.return_id, 'order', v_order.id, 'actor', p_exchange.actor));
  perform private.queue_return_mail(v_order, p_exchange.return_id);
end;
$$;

-- Follows the checkout of an exchange: paid it is the exchange, ended the return can be settled otherwise. What is no longer left to
-- exchange makes no order, so that its payment goes back.
create function private.follow_exchange()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_exchange private.waiting_exchanges;
begin
  delete from private.waiting_exchanges where checkout_session_id = new.session_id returning * into v_exchange;
  if v_exchange.return_id is null then
    return null;
  elsif new.status <> 'completed' then
    perform private.end_exchange_card(new.gift_card_id, 'The exchange was not paid.');
    insert into public.order_events (order_id, type, description, data)
    select order_id, 'exchange_ended', 'The exchange that waited for a payment has ended',
      jsonb_build_object('return', id, 'actor', (select auth.uid()))
    from public.returns where id = v_exchange.return_id;
    return null;
  end if;
  begin
    perform private.finish_exchange(v_exchange, new);
  exception when sqlstate 'PT409' then
    perform private.reject('PT409', 'What came back has been settled otherwise. Nothing was exchanged.', 'session_not_found');
  end;
  return null;
end;
$$;

create trigger follow_exchange after update of status on public.checkout_sessions
  for each row when (old.status = 'pending' and new.status <> 'pending' and new.metadata ->> 'by_staff' = 'exchange')
  execute function private.follow_exchange();

-- Sends a replacement for what has arrived of a return, all in one transaction. What came back pays for it: a rest is refunded to the means
-- that paid, and what is missing is taken as simulated. With a real provider the customer gets a payment link for that instead, which holds the
-- pieces for two days, and all of it happens when it is paid. The replacement is an order as any other.
-- @param p_refund id of the refund, made by the caller: the same again changes nothing
-- @param p_lines [{ product_id, variant_id?, quantity }]
-- @param p_expected_total pounds, as staff saw it
-- @returns { order_id, order_number, total, paid, link }, in pounds; paid is what came back pays of it; order or link is null
create function private.exchange_return(p_id uuid, p_refund uuid, p_lines jsonb, p_expected_total numeric)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_figures record;
  v_code constant text := 'EXCHANGE-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
  v_promotion uuid;
  v_card constant uuid := gen_random_uuid();
  v_method uuid;
  v_waits boolean;
  v_session public.checkout_sessions;
begin
  perform private.require_right('refunds');
  perform private.require_replacement(p_lines);
  if p_lines = '[]' then
    perform private.reject('PT422', 'Choose what replaces it.', 'lines');
  elsif p_refund is null then
    perform private.reject('PT400', 'A refund needs an id.', 'id');
  end if;
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from public.returns where id = p_id) for no key update;
  if exists (select from public.returns where id = p_id and state = 'refunded' and refund_id = p_refund)
    or exists (select from private.waiting_exchanges where return_id = p_id and refund_id = p_refund)
  then
    return private.exchange_reply(p_id);
  end if;
  v_order := private.lock_return(p_id, 'received');
  perform private.require_no_waiting_exchange(p_id);
  if v_order.payment_status not in ('succeeded', 'refunded') then
    perform private.reject('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  perform private.lock_payments_of(v_order.id);
  -- Those of both orders at once, in order.
  perform from public.products
  where id in (
    select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_lines || v_order.items) as entry)
  order by id for no key update;
  select * into v_figures from private.exchange_figures(v_order, p_id, p_lines);
  if v_figures.returned not between 1 and 100000 or v_figures.total < 1 then
    perform private.reject('PT409', 'Goods worth £0.01 to £1,000 can be exchanged. Refund this return instead.', 'exchange_value');
  elsif v_figures.total > v_figures.returned and private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment, so the difference cannot be paid.', 'payment_unavailable');
  end if;
  insert into public.promotions (code, kind, amount_pence, uses_limit, is_bound, exchange_pence)
  values (v_code, case when v_figures.discount > 0 then 'amount' else 'free_delivery' end, nullif(v_figures.discount, 0), 1, true, v_figures.total)
  returning id into v_promotion;
  select method.id into v_method from public.shipping_methods as method
  where method.is_active and private.shipping_price(v_order.subtotal, method, v_order.shipping_address ->> 'postal_code',
    v_order.shipping_address ->> 'country') is not null
  order by method.name <> coalesce(v_order.shipping_method, ''), method.sort_order, method.id limit 1;
  v_waits := v_figures.total > v_figures.returned and private.payment_provider() <> 'simulated';
  -- Its code is told to nobody.
  perform private.new_gift_card(v_figures.returned, null, v_card);
  v_session := private.make_staff_checkout(p_lines,
    jsonb_build_object('email', v_order.email, 'phone', v_order.phone, 'user_id', v_order.user_id, 'customer_id', v_order.customer_id,
      'first_name', v_order.shipping_address ->> 'first_name', 'last_name', v_order.shipping_address ->> 'last_name'),
    v_order.shipping_address, v_order.billing_address, v_method, 'exchange',
    now() + case when v_waits then interval '2 days' else interval '1 hour' end, v_waits, v_promotion, v_card);
  if v_session.total is distinct from p_expected_total then
    perform private.reject('PT409', 'The total has changed since you saw it.', 'totals_changed',
      jsonb_build_object('total', v_session.total)::text);
  end if;
  insert into private.waiting_exchanges (return_id, refund_id, checkout_session_id, actor)
  values (p_id, p_refund, v_session.session_id, (select auth.uid()));
  if v_waits then
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('payment_link', v_session.email, format('Your exchange for order %s is ready to be paid', v_order.order_number), v_order.id,
      private.payment_link_mail(v_session));
    insert into public.order_events (order_id, type, description, data)
    values (v_order.id, 'exchange_waiting', format('An exchange waits for a payment of £%s', v_session.total - v_session.gift_card_amount),
      jsonb_build_object('return', p_id, 'actor', (select auth.uid())));
  else
    perform private.complete_staff_checkout(v_session);
  end if;
  return private.exchange_reply(p_id);
end;
$$;

grant execute on function private.exchange_return(uuid, uuid, jsonb, numeric) to authenticated, service_role;

create function public.exchange_return(p_id uuid, p_refund uuid, p_lines jsonb, p_expected_total numeric)
returns jsonb
language sql
set search_path = ''
as $$ select private.exchange_return(p_id, p_refund, p_lines, p_expected_total); $$;

grant execute on function public.exchange_return(uuid, uuid, jsonb, numeric) to authenticated, service_role;

create function private.exchange_reply(p_return uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('order_id', bought.id, 'order_number', bought.order_number, 'total', coalesce(bought.total, checkout.total),
    'paid', coalesce(bought.gift_card_amount, checkout.gift_card_amount), 'link', checkout.session_id)
  from public.returns as sent
  left join public.exchanges on exchanges.return_id = sent.id
  left join public.orders as bought on bought.id = exchanges.order_id
  left join private.waiting_exchanges as waiting on waiting.return_id = sent.id
  left join public.checkout_sessions as checkout on checkout.session_id = waiting.checkout_session_id
  where sent.id = p_return;
$$;

-- Raises 409 for a return whose exchange waits for its payment.
create function private.require_no_waiting_exchange(p_return uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if exists (select from private.waiting_exchanges where return_id = p_return) then
    perform private.reject('PT409', 'An exchange for this return waits for its payment. Withdraw it first.', 'exchange_waiting');
  end if;
end;
$$;

-- Withdraws an exchange that waits for its payment: its link ends, and the return can be settled otherwise.
create function private.withdraw_exchange(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('refunds');
  perform from public.orders where id = (select order_id from public.returns where id = p_id) for no key update;
  update public.checkout_sessions set status = 'expired'
  where session_id = (select checkout_session_id from private.waiting_exchanges where return_id = p_id) and status = 'pending';
  if not found then
    perform private.reject('PT409', 'No exchange of this return waits any more.', 'return_moved_on');
  end if;
end;
$$;

grant execute on function private.withdraw_exchange(uuid) to authenticated, service_role;

create function public.withdraw_exchange(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.withdraw_exchange(p_id); $$;

grant execute on function public.withdraw_exchange(uuid) to authenticated, service_role;
