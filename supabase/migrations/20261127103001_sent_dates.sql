-- Dates of sent parcels are ISO dates: 12-11-2026 was read as 11 December, and "tomorrow" as a day.

create or replace function private.plan_sending(p_rows jsonb)
returns table (place bigint, line text, order_number text, order_id uuid, carrier text, tracking_number text, estimated_delivery text,
  outcome text, message text, field text)
language sql
stable
set search_path = ''
as $$
  with given as (
    select entry.place, left(row ->> 'line', 12) as line, upper(btrim(left(row ->> 'order_number', 40))) as order_number,
      nullif(btrim(row ->> 'carrier'), '') as carrier, nullif(btrim(row ->> 'tracking_number'), '') as tracking_number,
      nullif(btrim(row ->> 'estimated_delivery'), '') as estimated_delivery
    from jsonb_array_elements(p_rows) with ordinality as entry (row, place)
  )
  select given.place, given.line, given.order_number, orders.id, given.carrier, given.tracking_number, given.estimated_delivery,
    case when refusal.message is not null then 'error' when exists (
      select from public.shipments
      where shipments.order_id = orders.id and shipments.tracking_number is not distinct from given.tracking_number
        and (given.tracking_number is not null or shipments.status <> 'processing')) then 'same' else 'sent' end,
    refusal.message, refusal.field
  from given
  left join public.orders on orders.order_number = given.order_number
  left join lateral (
    select rule.message, rule.field
    from (values
      (1, 'order_number', private.sending_refusal(orders)),
      (2, 'carrier', case when given.carrier is null then 'A carrier is needed.'
        when char_length(given.carrier) > 120 then 'A carrier has at most 120 characters.' end),
      (3, 'tracking_number', case when char_length(given.tracking_number) > 120 then 'A tracking number has at most 120 characters.' end),
      (4, 'estimated_delivery', case when not (given.estimated_delivery ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
        and pg_input_is_valid(given.estimated_delivery, 'date'))
        then 'Estimated delivery must be a date such as 2026-12-24 or 24/12/2026.' end),
      (5, 'order_number', case when exists (
        select from given as earlier
        where earlier.order_number = given.order_number and earlier.place < given.place
          and earlier.tracking_number is not distinct from given.tracking_number) then 'The same parcel stands in an earlier row.' end)
    ) as rule (rank, field, message)
    where rule.message is not null order by rule.rank limit 1
  ) as refusal on true;
$$;

select private.hide_rows_in_api_errors();
