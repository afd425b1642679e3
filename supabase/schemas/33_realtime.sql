-- Tables whose changes are published to those whom the policies let see them.

-- Tables whose changes are told to those whom the policies let see them.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

alter publication supabase_realtime
  add table public.products, public.categories, public.cart_items, public.customers, public.orders;
