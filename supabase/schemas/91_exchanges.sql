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
