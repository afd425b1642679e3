-- Orders of each day, counted by triggers: totals of the list of orders, and sales.

-- A row for each combination that a day (in London) has had. amount is what was paid beside gift cards, net of refunds: a gift card
-- counts when it is sold. revenue is the part of it that counts as revenue (private.revenue_of).
create table private.order_days (
  day date not null,
  status text not null,
  payment_status text not null,
  -- Two letters; '' for an address without a country.
  country text not null,
  with_gift_card boolean not null,
  orders bigint not null default 0,
  amount numeric(16, 2) not null default 0,
  revenue numeric(16, 2) not null default 0,
  primary key (day, status, payment_status, country, with_gift_card)
) with (fillfactor = 50);

create index order_days_by_country on private.order_days (country, day);

revoke all on table private.order_days from public;

-- Runs after private.count_orders, which locks the counter of a status first. A transaction that waits for a row here therefore already
-- holds that counter, so that no deadlock is possible.
create function private.count_order_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.order_days as tally (day, status, payment_status, country, with_gift_card, orders, amount, revenue)
    select (created_at at time zone 'Europe/London')::date, status, payment_status, coalesce(left(shipping_address ->> 'country', 2), ''),
      gift_card_amount > 0, sum(sign), sum(sign * takings), sum(sign * private.revenue_of(status, payment_status, takings))
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount - exchanged_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign * takings) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (day, status, payment_status, country, with_gift_card) do update
    set orders = tally.orders + excluded.orders, amount = tally.amount + excluded.amount, revenue = tally.revenue + excluded.revenue
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_order_days_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.count_order_days();
create trigger update_order_days_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_order_days();
create trigger update_order_days_delete after delete on public.orders
  referencing old table as old_rows for each statement execute function private.count_order_days();
