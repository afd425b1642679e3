-- Tables published to Realtime; row level security decides who receives a change.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

alter publication supabase_realtime
  add table public.products, public.product_variants, public.categories, public.cart_items, public.customers, public.orders,
    public.contact_messages, public.shipments, public.tracking_events;
