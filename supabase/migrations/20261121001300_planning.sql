-- What keeps queries as cheap in a large shop as in a small one.

-- A plan kept for every value is made for the average buyer: one with a thousand orders would pay for all of them at each page.
do $$
begin
  execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database());
end;
$$;

create index inventory_alerts_newest on public.inventory_alerts (created_at desc, id) where is_active;

-- Deleting a parent looks for its children by these.
create index inventory_alerts_by_product on public.inventory_alerts (product_id);
create index checkout_sessions_by_customer on public.checkout_sessions (customer_id);
create index checkout_sessions_by_method on public.checkout_sessions (shipping_method_id);
