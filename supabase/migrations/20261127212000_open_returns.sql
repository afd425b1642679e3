-- Returns of what has left of an order, though the rest of it has not, and returns that staff open.
-- The pieces of an order that have left, for staff; for its buyer those that have been delivered. An order that is shipped as a whole has
-- left, or been delivered, as a whole.
create function private.pieces_sent(p_order public.orders, p_is_staff boolean)
returns table (line integer, quantity integer)
language sql
stable
set search_path = ''
as $$
  select ordered.line, case
    when p_order.status = 'cancelled' or ordered.product_id is null then 0
    when p_order.status in ('shipped', 'delivered', 'completed') and (p_is_staff or p_order.delivered_at is not null) then ordered.quantity
    else coalesce((
      select sum(part.quantity) from public.shipment_lines as part join public.shipments as parcel on parcel.id = part.shipment_id
      where parcel.order_id = p_order.id and part.line = ordered.line
        and (parcel.status = 'delivered' or (p_is_staff and parcel.status <> 'processing'))), 0) end::integer
  from private.order_lines(p_order) as ordered;
$$;

-- Pieces of an order's line that can still be sent back: sent, not refunded, by the shop or by hand, and in no return that is under way.
-- What is refunded without a return was not sent (docs/decisions/0079).
create function private.returnable(p_order public.orders, p_is_staff boolean)
returns table (line integer, quantity integer)
language sql
stable
set search_path = ''
as $$
  select sent.line, greatest(0, least(ordered.quantity - ordered.refunded, sent.quantity - coalesce((
      select sum(part.quantity) from public.refund_lines as part
      join public.returns as back on back.refund_id = part.refund_id
      where back.order_id = p_order.id and part.line = sent.line), 0)) - coalesce((
    select sum(part.quantity) from public.return_lines as part join public.returns as back on back.id = part.return_id
    where back.order_id = p_order.id and back.state in ('requested', 'approved', 'received')
      and part.line = sent.line and part.decision is distinct from 'rejected'), 0))::integer
  from private.pieces_sent(p_order, p_is_staff) as sent
  join private.order_lines(p_order) as ordered on ordered.line = sent.line
  -- What was never sent, a gift card, does not come back.
  where ordered.product_id is not null and not p_order.marked_refunded;
$$;

-- Writes a return that its caller may ask for. The order must be locked.
-- @param p_lines [{ line, quantity, reason, sealed, comment? }]
create function private.write_return(p_id uuid, p_order public.orders, p_lines jsonb, p_is_staff boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_reason text;
begin
  perform private.consume_rate_limit('request_return', p_order.id::text, 20, interval '1 hour');
  perform private.require_return_lines(p_lines);
  if exists (
    select from jsonb_array_elements(p_lines) as entry
    where coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(entry ->> 'reason', '') not in ('changed_mind', 'damaged', 'wrong_item', 'faulty')
      or jsonb_typeof(entry -> 'sealed') is distinct from 'boolean'
      or coalesce(jsonb_typeof(entry -> 'comment'), 'string') <> 'string' or char_length(entry ->> 'comment') > 500)
  then
    perform private.reject('PT422', 'A line needs how many pieces, a reason, and whether its seal is unbroken.', 'lines');
  elsif not exists (select from private.pieces_sent(p_order, p_is_staff) where quantity > 0) then
    perform private.reject('PT409', format('This order has not been %s.', case when p_is_staff then 'sent' else 'delivered' end),
      'not_delivered');
  end if;
  select entry ->> 'reason' into v_reason from jsonb_array_elements(p_lines) as entry
  where private.return_until(p_order, entry ->> 'reason') < (now() at time zone 'Europe/London')::date limit 1;
  if v_reason is not null and not p_is_staff then
    perform private.reject('PT409',
      'The time for returns has passed. If something is wrong, please contact us: your statutory rights are not affected.', 'too_late',
      private.return_until(p_order, v_reason)::text);
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.returnable(p_order, p_is_staff) as left_over on left_over.line = (entry ->> 'line')::integer
    where coalesce(left_over.quantity, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.reject('PT409', 'That is more than can still be sent back.', 'lines_left');
  end if;
  insert into public.returns (id, order_id) values (p_id, p_order.id);
  insert into public.return_lines (return_id, line, quantity, reason, comment, sealed)
  select p_id, line, quantity, reason, coalesce(private.clean_text(comment), ''), sealed
  from jsonb_to_recordset(p_lines) as chosen (line integer, quantity integer, reason text, comment text, sealed boolean);
end;
$$;

-- Asks for a return: the order's owner in time, staff for them at any time. p_id is made by the caller; the same again changes
-- nothing. Of what is unsealed staff decide, line by line, because not all goods are sealed for hygiene.
create or replace function private.request_return(p_id uuid, p_order uuid, p_lines jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is_staff boolean := private.may('orders');
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order and (v_is_staff or user_id = (select private.require_user())) for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif p_id is null then
    perform private.reject('PT400', 'A return needs an id.', 'id');
  elsif exists (select from public.returns where id = p_id and order_id = p_order) then
    return p_id;
  end if;
  perform private.write_return(p_id, v_order, p_lines, v_is_staff);
  perform private.note_return(v_order, p_id, 'return_requested', 'Return requested');
  return p_id;
end;
$$;

-- What the buyer of an order can do with it now: cancel it, or send lines back until a day. Null for anyone else's order.
create or replace function private.order_choices(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_today date := (now() at time zone 'Europe/London')::date;
begin
  select * into v_order from public.orders where id = p_order and user_id = (select private.require_user());
  if v_order.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'can_cancel', private.buyer_can_cancel(v_order),
    'change_of_mind_until', private.return_until(v_order, 'changed_mind'),
    'fault_until', private.return_until(v_order, 'faulty'),
    -- The days count from the delivery of the last parcel.
    'change_of_mind', coalesce(private.return_until(v_order, 'changed_mind') >= v_today, true),
    'returnable', case
      when coalesce(private.return_until(v_order, 'faulty') >= v_today, true) then coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line)
        from private.returnable(v_order, false) where quantity > 0), '[]')
      else '[]' end);
end;
$$;

drop function private.returnable(public.orders);

alter table public.returns alter constraint returns_refund_id_fkey deferrable initially deferred;

-- Refunds what has arrived, restocked as noted then. p_refund: the refund's id, made by the caller; the same again changes nothing.
create or replace function private.refund_return(p_id uuid, p_refund uuid, p_delivery numeric, p_amount numeric, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_reply jsonb;
begin
  perform private.require_right('refunds');
  if exists (select from public.returns where id = p_id and refund_id = p_refund) then
    return private.refund_reply(p_refund);
  end if;
  v_order := private.lock_return(p_id, 'received');
  update public.returns set state = 'refunded', refund_id = p_refund, refunded_at = now() where id = p_id;
  v_reply := private.write_refund(p_refund, v_order.id, (
      select jsonb_agg(jsonb_build_object('line', line, 'quantity', received, 'restock', restock) order by line)
      from public.return_lines where return_id = p_id and received > 0),
    p_delivery, p_amount, p_reason, true);
  insert into public.order_events (order_id, type, description, data)
  values (v_order.id, 'return_refunded', 'Return refunded',
    jsonb_build_object('return', p_id, 'refund', p_refund, 'actor', (select auth.uid())));
  return v_reply;
end;
$$;

-- A return with its lines, as staff see it.
create function private.return_row(p_return public.returns, p_order public.orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_return.id, 'state', p_return.state, 'note', p_return.note, 'created_at', p_return.created_at,
    'decided_at', p_return.decided_at, 'received_at', p_return.received_at, 'refunded_at', p_return.refunded_at, 'order_id', p_order.id,
    'order_number', p_order.order_number, 'email', p_order.email, 'delivered_at', p_order.delivered_at, 'currency', p_order.currency,
    'lines', (
      select jsonb_agg(jsonb_build_object('line', part.line, 'name', p_order.items -> part.line ->> 'name',
        'variant_name', p_order.items -> part.line ->> 'variant_name', 'sku', p_order.items -> part.line ->> 'sku',
        'quantity', part.quantity, 'reason', part.reason, 'comment', part.comment, 'sealed', part.sealed,
        'decision', part.decision, 'received', part.received, 'condition', part.condition, 'restock', part.restock) order by part.line)
      from public.return_lines as part where part.return_id = p_return.id));
$$;

-- The returns in a state, oldest first where somebody waits, with their lines; up to 1,000 are counted.
create or replace function private.office_returns(p_state text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_waits boolean := p_state in ('requested', 'approved', 'received');
  v_total integer;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  perform private.require_right('orders');
  select count(*) into v_total from (select from public.returns where state = p_state limit v_most + 1) as counted;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(private.return_row(sent, bought)
    order by case when v_waits then sent.created_at end, sent.created_at desc, sent.id), '[]')
  into v_rows
  from (
    (select id from public.returns where state = p_state and v_waits order by created_at, id desc
      limit v_size offset (v_page - 1)::bigint * v_size)
    union all
    (select id from public.returns where state = p_state and not v_waits order by created_at desc, id
      limit v_size offset (v_page - 1)::bigint * v_size)
  ) as wanted
  join public.returns as sent on sent.id = wanted.id
  join public.orders as bought on bought.id = sent.order_id;
  return jsonb_build_object('rows', v_rows, 'total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page,
    'pages', v_pages);
end;
$$;

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
    'returnable', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line, 'name', v_order.items -> line ->> 'name',
        'variant_name', v_order.items -> line ->> 'variant_name', 'quantity', quantity) order by line), '[]')
      from private.returnable(v_order, true) where quantity > 0));
end;
$$;

revoke all on function private.returns_of(uuid) from public;
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

revoke all on function private.open_return(uuid, uuid, jsonb, text, bool) from public;
grant execute on function private.open_return(uuid, uuid, jsonb, text, bool) to authenticated, service_role;

create function public.open_return(p_id uuid, p_order uuid, p_lines jsonb, p_note text default '', p_expected boolean default true)
returns uuid
language sql
set search_path = ''
as $$ select private.open_return(p_id, p_order, p_lines, p_note, p_expected); $$;

grant execute on function public.open_return(uuid, uuid, jsonb, text, bool) to authenticated, service_role;

revoke all on function public.returns_of(uuid) from public, anon;
revoke all on function public.open_return(uuid, uuid, jsonb, text, bool) from public, anon;
select private.hide_rows_in_api_errors();
