-- Returns: what a shopper sends back, what staff decide about it, and the refund at its end.

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'received', 'refunded')),
  -- What staff tell the shopper about the decision.
  note text not null default '' check (char_length(note) <= 1000),
  -- Known before its refund is written, whose pieces are then not taken for those that were not sent.
  refund_id uuid references public.refunds (id) on delete restrict deferrable initially deferred,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  received_at timestamptz,
  refunded_at timestamptz,
  constraint returns_refund check ((state = 'refunded') = (refund_id is not null))
);

create index returns_by_order on public.returns (order_id, created_at, id);
create index returns_by_state on public.returns (state, created_at desc, id);
create index returns_by_refund on public.returns (refund_id) where refund_id is not null;

alter table public.returns enable row level security;
revoke all on table public.returns from anon, authenticated;
grant all on table public.returns to service_role;
grant select on table public.returns to authenticated;

create policy "Those who see the order see its returns" on public.returns for select to authenticated
  using (exists (select from public.orders where orders.id = returns.order_id));

alter publication supabase_realtime add table public.returns;

create table public.return_lines (
  return_id uuid not null references public.returns (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  reason text not null check (reason in ('changed_mind', 'damaged', 'wrong_item', 'faulty')),
  comment text not null default '' check (char_length(comment) <= 500),
  -- As the shopper says: goods sealed for hygiene can be returned for a change of mind while the seal is unbroken.
  sealed boolean not null,
  decision text check (decision in ('approved', 'rejected')),
  received integer check (received between 0 and quantity),
  condition text check (condition in ('as_new', 'opened', 'damaged')),
  restock boolean,
  primary key (return_id, line),
  constraint return_lines_received check (received is null or decision = 'approved'),
  constraint return_lines_condition check ((coalesce(received, 0) > 0) = (condition is not null and restock is not null))
);

alter table public.return_lines enable row level security;
revoke all on table public.return_lines from anon, authenticated;
grant all on table public.return_lines to service_role;
grant select on table public.return_lines to authenticated;

create policy "Those who see the return see its lines" on public.return_lines for select to authenticated
  using (exists (select from public.returns where returns.id = return_lines.return_id));

-- An exchange: the order that replaces what a return brought back. What came back pays for it by a gift card of the exchange, which nobody
-- has the code of and which is void once it has paid.
create table public.exchanges (
  return_id uuid primary key references public.returns (id) on delete cascade,
  order_id uuid not null unique references public.orders (id) on delete cascade
);

alter table public.exchanges enable row level security;
revoke all on table public.exchanges from anon, authenticated;
grant all on table public.exchanges to service_role;
grant select on table public.exchanges to authenticated;

create policy "Those who see the return see its exchange" on public.exchanges for select to authenticated
  using (exists (select from public.returns where returns.id = exchanges.return_id));

-- The order that an order replaces, or that one replaces in turn; itself where it replaces none.
create function private.first_order_of(p_order uuid)
returns uuid
language sql
stable
set search_path = ''
as $$
  with recursive replaced as (
    select p_order as id, 0 as generation
    union all
    select sent.order_id, replaced.generation + 1
    from replaced join public.exchanges on exchanges.order_id = replaced.id
    join public.returns as sent on sent.id = exchanges.return_id and sent.order_id <> replaced.id
  )
  select id from replaced order by generation desc limit 1;
$$;

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

-- The last day, in London, on which a shopper may ask: 14 days from delivery for a change of mind, 30 for what is not right.
create function private.return_until(p_order public.orders, p_reason text)
returns date
language sql
stable
set search_path = ''
as $$
  select (p_order.delivered_at at time zone 'Europe/London')::date + case p_reason when 'changed_mind' then 14 else 30 end;
$$;

-- The replacement of a return that was exchanged: {replacement: its order's number}.
create function private.exchange_of(p_return uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('replacement', (
    select bought.order_number from public.exchanges join public.orders as bought on bought.id = exchanges.order_id
    where exchanges.return_id = p_return),
    -- The payment that its exchange waits for.
    'waiting', (
      select jsonb_build_object('link', checkout.session_id, 'due', checkout.total - checkout.gift_card_amount, 'expires_at', checkout.expires_at)
      from private.waiting_exchanges as exchange join public.checkout_sessions as checkout on checkout.session_id = exchange.checkout_session_id
      where exchange.return_id = p_return));
end;
$$;

-- The email about a return in its present state.
create function private.queue_return_mail(p_order public.orders, p_return uuid)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'return_status', p_order.email, format('Your return for order %s', p_order.order_number), p_order.id,
    jsonb_build_object('order_number', p_order.order_number, 'state', sent.state, 'note', sent.note,
      'replacement', private.exchange_of(p_return) -> 'replacement',
      'items', (
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity,
          'decision', part.decision, 'received', part.received) order by part.line)
        from public.return_lines as part where part.return_id = sent.id))
  from public.returns as sent
  where sent.id = p_return and p_order.email is not null;
$$;

-- Notes a step of a return in the order's events and tells the shopper.
create function private.note_return(p_order public.orders, p_return uuid, p_type text, p_text text)
returns void
language sql
set search_path = ''
as $$
  insert into public.order_events (order_id, type, description, data)
  values (p_order.id, p_type, p_text, jsonb_build_object('return', p_return, 'actor', (select auth.uid())));
  select private.queue_return_mail(p_order, p_return);
$$;

-- Raises 422 unless p_lines is a list of at most 60 objects that each name another line.
create function private.require_return_lines(p_lines jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 60000
    or jsonb_array_length(p_lines) not between 1 and 60
  then
    perform private.reject('PT422', 'Choose what is sent back.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$')
  then
    perform private.reject('PT422', 'A line needs its number.', 'lines');
  elsif (select count(*) <> count(distinct (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry) then
    perform private.reject('PT422', 'Each line can be chosen once.', 'lines');
  end if;
end;
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
create function private.request_return(p_id uuid, p_order uuid, p_lines jsonb)
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

grant execute on function private.request_return(uuid, uuid, jsonb) to authenticated, service_role;

create function public.request_return(p_id uuid, p_order uuid, p_lines jsonb)
returns uuid
language sql
set search_path = ''
as $$ select private.request_return(p_id, p_order, p_lines); $$;

grant execute on function public.request_return(uuid, uuid, jsonb) to authenticated, service_role;

-- The order of a return, locked, with the return in the state that a step needs. Raises 404, or 409 when somebody was faster.
create function private.lock_return(p_id uuid, p_state text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from public.returns where id = p_id) for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Return not found.', 'return_not_found');
  elsif not exists (select from public.returns where id = p_id and state = p_state) then
    perform private.reject('PT409', 'This return has moved on meanwhile.', 'return_moved_on');
  end if;
  return v_order;
end;
$$;

-- Approves or rejects each line. p_lines: [{line, approved}], all of them. A return of which nothing is approved is rejected.
create function private.decide_return(p_id uuid, p_lines jsonb, p_note text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_state text;
begin
  perform private.require_right('orders');
  perform private.require_return_lines(p_lines);
  v_order := private.lock_return(p_id, 'requested');
  if char_length(p_note) > 1000 then
    perform private.reject('PT422', 'The note is too long.', 'note');
  elsif exists (
    select from public.return_lines as part
    full join jsonb_array_elements(p_lines) as entry on (entry ->> 'line')::integer = part.line and part.return_id = p_id
    where (part.return_id = p_id or part.return_id is null)
      and (part.line is null or jsonb_typeof(entry -> 'approved') is distinct from 'boolean'))
  then
    perform private.reject('PT422', 'Decide about every line.', 'lines');
  end if;
  update public.return_lines as part set decision = case when chosen.approved then 'approved' else 'rejected' end
  from jsonb_to_recordset(p_lines) as chosen (line integer, approved boolean)
  where part.return_id = p_id and part.line = chosen.line;
  v_state := case when exists (select from public.return_lines where return_id = p_id and decision = 'approved')
    then 'approved' else 'rejected' end;
  if private.clean_text(coalesce(p_note, '')) = '' and exists (select from public.return_lines where return_id = p_id and decision = 'rejected') then
    perform private.reject('PT422', 'Say why it is rejected: the shopper reads it.', 'note');
  end if;
  update public.returns set state = v_state, note = private.clean_text(coalesce(p_note, '')), decided_at = now() where id = p_id;
  perform private.note_return(v_order, p_id, 'return_' || v_state, format('Return %s', v_state));
  return v_state;
end;
$$;

grant execute on function private.decide_return(uuid, jsonb, text) to authenticated, service_role;

create function public.decide_return(p_id uuid, p_lines jsonb, p_note text default '')
returns text
language sql
set search_path = ''
as $$ select private.decide_return(p_id, p_lines, p_note); $$;

grant execute on function public.decide_return(uuid, jsonb, text) to authenticated, service_role;

-- What has arrived of the approved lines. p_lines: [{line, received, condition, restock}], all of them; condition and restock where
-- something arrived.
create function private.receive_return(p_id uuid, p_lines jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  perform private.require_return_lines(p_lines);
  v_order := private.lock_return(p_id, 'approved');
  if exists (
    select from jsonb_array_elements(p_lines) as entry
    where coalesce(entry ->> 'received', '') !~ '^[0-9]{1,6}$'
      or (entry ->> 'received' !~ '^0+$' and (coalesce(entry ->> 'condition', '') not in ('as_new', 'opened', 'damaged')
        or jsonb_typeof(entry -> 'restock') is distinct from 'boolean')))
  then
    perform private.reject('PT422', 'Say how many pieces arrived, and in which condition.', 'lines');
  elsif (
    select array_agg((entry ->> 'line')::integer order by (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry)
    is distinct from (select array_agg(line order by line) from public.return_lines where return_id = p_id and decision = 'approved')
    or exists (
      select from jsonb_array_elements(p_lines) as entry
      join public.return_lines as part on part.return_id = p_id and part.line = (entry ->> 'line')::integer
      where (entry ->> 'received')::integer > part.quantity)
  then
    perform private.reject('PT422', 'Note each approved line, with no more pieces than were to come.', 'lines');
  end if;
  update public.return_lines as part
  set received = chosen.received, condition = case when chosen.received > 0 then chosen.condition end,
    restock = case when chosen.received > 0 then chosen.restock end
  from jsonb_to_recordset(p_lines) as chosen (line integer, received integer, condition text, restock boolean)
  where part.return_id = p_id and part.line = chosen.line;
  if not exists (select from public.return_lines where return_id = p_id and received > 0) then
    perform private.reject('PT422', 'Nothing has arrived yet.', 'lines');
  end if;
  update public.returns set state = 'received', received_at = now() where id = p_id;
  perform private.note_return(v_order, p_id, 'return_received', 'Return received');
end;
$$;

grant execute on function private.receive_return(uuid, jsonb) to authenticated, service_role;

create function public.receive_return(p_id uuid, p_lines jsonb)
returns void
language sql
set search_path = ''
as $$ select private.receive_return(p_id, p_lines); $$;

grant execute on function public.receive_return(uuid, jsonb) to authenticated, service_role;

-- Refunds what has arrived, restocked as noted then. p_refund: the refund's id, made by the caller; the same again changes nothing.
create function private.refund_return(p_id uuid, p_refund uuid, p_delivery numeric, p_amount numeric, p_reason text)
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
  perform private.require_no_waiting_exchange(p_id);
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

grant execute on function private.refund_return(uuid, uuid, numeric, numeric, text) to authenticated, service_role;

create function public.refund_return(
  p_id uuid, p_refund uuid, p_delivery numeric default 0, p_amount numeric default null, p_reason text default '')
returns jsonb
language sql
set search_path = ''
as $$ select private.refund_return(p_id, p_refund, p_delivery, p_amount, p_reason); $$;

grant execute on function public.refund_return(uuid, uuid, numeric, numeric, text) to authenticated, service_role;

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
      from public.return_lines as part where part.return_id = p_return.id))
    || private.exchange_of(p_return.id);
$$;

-- The returns in a state, oldest first where somebody waits, with their lines; up to 1,000 are counted.
create function private.office_returns(p_state text, p_page integer, p_size integer)
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

grant execute on function private.office_returns(text, int4, int4) to authenticated, service_role;

create function public.office_returns(p_state text default 'requested', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_returns(p_state, p_page, p_size); $$;

grant execute on function public.office_returns(text, int4, int4) to authenticated, service_role;
