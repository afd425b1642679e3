-- From cart to checkout session: the caller gives who and where, the database says what and how much.

-- The caller's cart as [{product_id, quantity}]. A product that is gone takes its line along, so lines are always real.
create function private.cart_lines(p_customer uuid, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity) order by created_at, id), '[]')
  from public.cart_items
  where customer_id = p_customer or session_id = p_session;
$$;

-- Refuses lines that stock cannot serve; demand is summed per product.
create function private.require_stock(p_lines jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_available integer;
begin
  select coalesce(product.inventory_quantity, 0) into v_available
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(p_lines) as entry
    group by 1
  ) as demand
  left join public.products as product on product.id = demand.product_id and product.is_active
  where demand.quantity > coalesce(product.inventory_quantity, 0)
  order by demand.product_id
  limit 1;
  if found then
    perform private.refuse_quantity(v_available);
  end if;
end;
$$;

create function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_figures jsonb;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Checkout details must be an object of reasonable size.', 'details');
  end if;
  v_buyer := jsonb_build_object(
    'email', private.email_field(p_details),
    'first_name', private.field(p_details, 'first_name', 100),
    'last_name', private.field(p_details, 'last_name', 100),
    'phone', private.field(p_details, 'phone', 40, false));
  v_address := private.address_field(p_details -> 'shipping_address', v_buyer);
  v_billing := case when jsonb_typeof(p_details -> 'billing_address') = 'object'
    then private.address_field(p_details -> 'billing_address', v_buyer) else v_address end;
  if v_lines = '[]' then
    perform private.refuse('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'This shipping method is not available for your address.', 'method_unavailable', v_figures::text);
  end if;
  if jsonb_typeof(p_details -> 'expected_total') = 'number'
    and (p_details ->> 'expected_total')::numeric <> (v_figures ->> 'total')::numeric then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_figures::text);
  end if;

  -- One cart has one open checkout, so that two tabs cannot buy it twice.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone', v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'tax_amount')::numeric, (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  if v_cart is not null then
    insert into private.checkout_carts (checkout_session_id, cart_session_id) values (v_session.session_id, v_cart);
  end if;
  return v_session;
end;
$$;

-- A guest who signs in between checkout and payment keeps their checkout.
create function private.adopt_checkouts(p_customer uuid, p_session text)
returns void
language sql
set search_path = ''
as $$
  with adopted as (
    delete from private.checkout_carts where cart_session_id = p_session returning checkout_session_id
  )
  update public.checkout_sessions set customer_id = p_customer, user_id = (select auth.uid())
  where session_id in (select checkout_session_id from adopted) and status = 'pending';
$$;

create function public.start_checkout(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_checkout(p_details); $$;

revoke all on function private.cart_lines(uuid, text), private.require_stock(jsonb),
  private.adopt_checkouts(uuid, text) from public;
revoke all on function private.start_checkout(jsonb), public.start_checkout(jsonb) from public, anon, authenticated;
grant execute on function private.start_checkout(jsonb), public.start_checkout(jsonb) to anon, authenticated, service_role;
