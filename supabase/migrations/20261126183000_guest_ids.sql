-- A guest's cart goes on under a new id once a checkout begins, and a checkout is joined to an account only where it was begun.

-- The id under which a guest's cart goes on once a checkout has begun, as the caller made it; null where it keeps its id.
create or replace function private.new_guest_session(p_details jsonb, p_cart text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_next constant text := p_details ->> 'new_session_id';
begin
  if v_next !~ '^session_[A-Za-z0-9_-]{16,120}$' then
    perform private.refuse('PT422',
      'new_session_id must be session_ and 16 to 120 letters or digits. Without it the cart keeps its id.', 'new_session_id');
  end if;
  return case when p_cart is not null then nullif(v_next, p_cart) end;
end;
$$;

-- Moves a guest's cart: whoever knows its old id sees nothing of it from then on.
create or replace function private.move_cart(p_from text, p_to text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('cart ' || id, 0)) from unnest(array[p_from, p_to]) as cart (id) order by id;
  if exists (select from public.cart_items where session_id = p_to) then
    perform private.refuse('PT422', 'Another cart has this new_session_id. Make a new one.', 'new_session_id');
  end if;
  update public.cart_items set session_id = p_to where session_id = p_from;
end;
$$;

-- The caller says who and where, the database what and how much. A guest's cart goes on under `new_session_id`, if the details
-- have one: an id that somebody else has given to this browser opens neither cart nor checkout. Limits: 30 checkouts per cart in ten
-- minutes, 200 per network address in an hour, enough for an office or a mobile network, few enough that unpaid rows do not pile up.
create or replace function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_next text;
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_figures jsonb;
  v_figure text;
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
  v_next := private.new_guest_session(p_details, v_cart);
  -- The cart has moved already where the answer of an earlier attempt was lost.
  if v_lines = '[]' and v_next is not null then
    v_cart := v_next;
    v_lines := private.cart_lines(null, v_cart);
  end if;
  if v_lines = '[]' then
    perform private.refuse('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.consume_rate_limit('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.consume_rate_limit('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_order_limits(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice. A gift card's checkout has no cart.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and kind = 'goods' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'This shipping method is not available for your address.',
      'method_unavailable', v_figures::text);
  end if;
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    -- After the products, which the payment of another checkout of this cart locks before its lines.
    if v_next <> v_cart then
      perform private.move_cart(v_cart, v_next);
    end if;
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, coalesce(v_next, v_cart));
  end if;
  return v_session;
end;
$$;

-- A guest who signs in between checkout and payment keeps their checkout: that of the request's header x-checkout-session, since the
-- cart's id alone may be known to others.
create or replace function private.adopt_checkouts(p_customer uuid, p_session text)
returns void
language sql
set search_path = ''
as $$
  with adopted as (
    delete from private.checkout_carts
    where cart_session_id = p_session and checkout_session_id = (select private.request_header('x-checkout-session'))
    returning checkout_session_id
  )
  update public.checkout_sessions set customer_id = p_customer, user_id = (select auth.uid())
  where session_id in (select checkout_session_id from adopted) and status = 'pending';
$$;
