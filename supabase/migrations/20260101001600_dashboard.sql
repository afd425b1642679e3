-- The figures of the back office's first page, counted where the rows are.

create function private.dashboard_stats()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select jsonb_build_object(
      'products_total', product.total, 'products_active', product.active, 'low_stock', product.low,
      'categories', (select count(*) from public.categories),
      'customers', (select count(*) from public.customers),
      'orders_total', purchase.total, 'orders_pending', purchase.pending, 'revenue', purchase.revenue, 'paid', purchase.paid)
    from (
      select count(*) as total, count(*) filter (where is_active) as active,
        count(*) filter (where track_inventory and inventory_quantity <= low_stock_threshold) as low
      from public.products
    ) as product
    cross join (
      select count(*) as total, count(*) filter (where status = 'pending') as pending,
        coalesce(sum(orders.total) filter (where status = private.setting_text('revenue.basis', 'completed')), 0) as revenue,
        coalesce(sum(orders.total) filter (where payment_status in ('paid', 'succeeded')), 0) as paid
      from public.orders
    ) as purchase);
end;
$$;

create function public.dashboard_stats()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.dashboard_stats(); $$;

revoke all on function private.dashboard_stats(), public.dashboard_stats() from public, anon, authenticated;
grant execute on function private.dashboard_stats(), public.dashboard_stats() to authenticated, service_role;
