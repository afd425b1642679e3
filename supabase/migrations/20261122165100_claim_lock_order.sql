-- Guest orders are locked before the customer who gets them.

create or replace function private.claim_guest_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  -- Orders by id before customers, as wherever both are locked: staff who send many orders at once would wait in a circle.
  select array_agg(id) into v_orders from (
    select id from public.orders where user_id is null and lower(email) = lower(new.email) order by id for no key update
  ) as found;
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where id = any (v_orders);
  return null;
end;
$$;

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
