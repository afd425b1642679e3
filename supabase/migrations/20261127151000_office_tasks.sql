-- What waits for staff, whether a product was sold, and the variants of a refund.
create or replace function private.refunds_of(p_order uuid)
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
    'order_number', v_order.order_number, 'currency', v_order.currency, 'status', v_order.status,
    'payment_status', v_order.payment_status, 'marked_refunded', v_order.marked_refunded,
    'total', v_order.total, 'refunded_amount', v_order.refunded_amount, 'gift_card_hint', v_order.gift_card_hint,
    'left', (
      select jsonb_build_object('card', card * 0.01, 'gift_card', gift_card * 0.01, 'goods', goods * 0.01, 'delivery', delivery * 0.01)
      from private.refund_left(v_order)),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('line', ordered.line, 'name', v_order.items -> ordered.line ->> 'name',
        'variant_name', v_order.items -> ordered.line ->> 'variant_name', 'sku', v_order.items -> ordered.line ->> 'sku',
        'quantity', ordered.quantity, 'refunded', ordered.refunded, 'amount', ordered.pence * 0.01) order by ordered.line)
      from private.order_lines(v_order) as ordered), '[]'),
    'refunds', coalesce((
      select jsonb_agg(private.refund_reply(refund.id) || jsonb_build_object(
        'reason', refund.reason, 'attempts', refund.attempts, 'last_error', refund.last_error, 'provider', refund.provider,
        'reference', refund.reference, 'by_other_means', refund.by_other_means, 'note', refund.note, 'created_at', refund.created_at, 'settled_at', refund.settled_at,
        'actor', (select btrim(staff.first_name || ' ' || coalesce(staff.last_name, '')) from public.admin_users as staff
          where staff.user_id = refund.actor),
        'lines', coalesce((
          select jsonb_agg(jsonb_build_object('line', part.line, 'name', v_order.items -> part.line ->> 'name',
            'variant_name', v_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity, 'restocked', part.restocked) order by part.line)
          from public.refund_lines as part where part.refund_id = refund.id), '[]'))
        order by refund.created_at desc, refund.id)
      from public.refunds as refund where refund.order_id = p_order), '[]'));
end;
$$;

-- Whether a product was ever sold, for the question before it is deleted.
create function private.product_is_ordered(p_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  return exists (select from private.product_sales where unit = 'month' and product_id = p_id);
end;
$$;

grant execute on function private.product_is_ordered(uuid) to authenticated, service_role;

create function public.product_is_ordered(p_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select private.product_is_ordered(p_id); $$;

grant execute on function public.product_is_ordered(uuid) to authenticated, service_role;

-- How many there are of each that the member may see, and null of the others: paid orders to send, returns to decide and to refund,
-- messages without an answer, reviews to approve, products that are low in stock.
create function private.office_tasks()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return jsonb_build_object(
    'orders_to_send', case when private.may('orders') then (
      select coalesce(sum(count), 0) from (select count, string_to_array(subject, ':') as part from private.counters) as counter
      where part[1] = 'order' and part[2] in ('pending', 'processing') and part[3] = 'succeeded') end,
    'returns_to_decide', case when private.may('orders') then (select count(*) from public.returns where state = 'requested') end,
    'returns_to_refund', case when private.may('orders') and private.may('refunds') then (select count(*) from public.returns where state = 'received') end,
    'messages', case when private.may('messages') then private.message_count('new', null) + private.message_count('open', null) end,
    'reviews', case when private.may('messages') then (select count(*) from public.reviews where state = 'pending') end,
    'low_stock', (select coalesce(sum(count), 0) from private.counters where subject = 'product:low'));
end;
$$;

grant execute on function private.office_tasks() to authenticated, service_role;

create function public.office_tasks()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_tasks(); $$;

grant execute on function public.office_tasks() to authenticated, service_role;

revoke all on function private.product_is_ordered(uuid) from public;
revoke all on function public.product_is_ordered(uuid) from public, anon;
revoke all on function private.office_tasks() from public;
revoke all on function public.office_tasks() from public, anon;
