-- The dashboard counts the abandoned checkouts that can get their email.
set check_function_bodies = off;

create or replace function private.office_tasks()
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
    -- Those that can get their email today, as long as one expects it.
    'abandoned_checkouts', case when private.may('orders') and private.setting_text('checkout.reminder', 'off') <> 'off' then (
      select count(*) from private.reminders as reminder
      join public.checkout_sessions as checkout on checkout.session_id = reminder.checkout_session_id
      where reminder.settled_at is null and reminder.offered_at > now() - interval '7 days' and checkout.status <> 'completed'
        and private.reminder_obstacle(checkout) is null) end,
    'low_stock', (select coalesce(sum(count), 0) from private.counters where subject = 'product:low'));
end;
$$;
