-- What a stranger can name, an order number or an email address, is counted together with the caller, so that nobody can lock its owner out.

set check_function_bodies = off;

-- How many attempts were counted within p_window.
create function private.rate_limit_hits(p_action text, p_who text, p_window interval)
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select hits from private.rate_limits
    where subject = private.rate_limit_key(p_action, p_who) and opened_at > now() - p_window), 0);
$$;

-- The caller and an email address together: what one caller does with an address locks nobody else out of it.
create function private.caller_and_email(p_email text)
returns text
language sql
stable
set search_path = ''
as $$ select private.client_address() || ' ' || lower(btrim(p_email)); $$;

-- The caller's network as guesses are counted: IPv4 whole, IPv6 by its /48, since whoever rents a server has as many /64 as they like.
create function private.guessing_network()
returns text
language sql
stable
set search_path = ''
as $$
  select case when address like '%/64' then network(set_masklen(address::cidr, 48))::text else address end
  from (select private.client_address() as address) as caller;
$$;

-- Counts a wrong attempt at an order, or (p_wrong false) refuses another one. Attempts are counted by the order and the caller's
-- network, so that nobody can lock a stranger's order: ten in a quarter of an hour. Once an order has seen a hundred within a day from
-- anywhere, a network has three a day. Of about 1.8 million postcodes one network guesses the right one with a chance of 1 in 18,000 a
-- day, a thousand networks together with 1 in 600; an email address with far less.
create function private.limit_tracking(p_number text, p_wrong boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_here constant text := p_number || ' ' || private.guessing_network();
begin
  if p_wrong then
    perform private.count_against_rate_limit('track_order', v_here, interval '15 minutes');
    perform private.count_against_rate_limit('track_order_day', v_here, interval '1 day');
    perform private.count_against_rate_limit('track_order_anywhere', p_number, interval '1 day');
    return;
  end if;
  perform private.check_rate_limit('track_order', v_here, 10, interval '15 minutes');
  if private.rate_limit_hits('track_order_anywhere', p_number, interval '1 day') >= 100 then
    perform private.check_rate_limit('track_order_day', v_here, 3, interval '1 day');
  end if;
end;
$$;

-- Null when the caller may see no such order: a wrong number and a wrong e-mail look the same. Only wrong attempts count
-- against the limit, so that guessing is slow and reloading is not.
create or replace function private.track_order(p_order_number text, p_contact text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_number text := upper(btrim(left(p_order_number, 40)));
  v_contact text := lower(btrim(left(p_contact, 254)));
  v_order public.orders;
begin
  perform private.consume_rate_limit('track_address', private.client_address(), 60, interval '15 minutes');
  select * into v_order from public.orders where order_number = v_number;
  if v_order.user_id = (select auth.uid()) then
    return private.tracking_of(v_order);
  end if;
  perform private.limit_tracking(v_number, false);
  if v_order.id is not null and v_contact <> '' and (
    lower(v_order.email) = v_contact
    or (private.postcode_compact(v_contact) <> ''
      and private.postcode_compact(v_order.shipping_address ->> 'postal_code') = private.postcode_compact(v_contact)))
  then
    return private.tracking_of(v_order);
  end if;
  perform private.limit_tracking(v_number, true);
  return null;
end;
$$;

-- Counted per statement in sorted order, to prevent deadlocks between bulk inserts.
create or replace function private.limit_contact_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_sent record;
begin
  for v_sent in
    select lower(btrim(email)) as email, count(*)::integer as letters from new_rows group by 1 order by 1
  loop
    perform private.consume_rate_limit(
      'contact_email', private.caller_and_email(v_sent.email), 5, interval '1 hour', v_sent.letters);
  end loop;
  perform private.consume_rate_limit('contact_address', private.client_address(), 30, interval '1 hour', (select count(*)::integer from new_rows));
  return null;
end;
$$;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create or replace function private.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_stock integer;
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  perform private.consume_rate_limit('stock_address', private.client_address(), 30, interval '1 hour');
  perform private.consume_rate_limit('stock_email', private.caller_and_email(v_email), 10, interval '1 hour');
  -- for share: waits for a concurrent stock change, so that no request misses its e-mail.
  perform from public.products where id = p_product_id and is_active for share;
  if not found then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, variant_id, email) values (p_product_id, p_variant_id, v_email)
  on conflict on constraint stock_requests_once do update set created_at = excluded.created_at;
end;
$$;

revoke all on function private.rate_limit_hits(text, text, interval), private.caller_and_email(text), private.guessing_network(),
  private.limit_tracking(text, bool) from public;
