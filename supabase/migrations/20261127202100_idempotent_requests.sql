-- A request that is sent again because its answer was lost counts once: adding to the cart by its key, a message by its text.
set check_function_bodies = off;

drop function public.cart_add(uuid, int4, timestamptz, uuid);
drop function private.cart_add(uuid, int4, timestamptz, uuid);

create function private.cart_add(
  p_product_id uuid, p_quantity integer, p_since timestamptz, p_variant_id uuid, p_idempotency_key uuid default null)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := case when v_customer is null then private.guest_session() end;
  v_since timestamptz := greatest(least(coalesce(p_since, now()), now()), now() - interval '1 year');
  v_hash constant text := encode(sha256(convert_to(
    concat_ws(' ', coalesce(v_customer::text, v_session), p_product_id, p_variant_id, p_quantity), 'UTF8')), 'hex');
  v_known record;
  v_line public.cart_items;
begin
  if v_customer is null and v_session is null then
    perform private.reject('PT400', 'A cart needs a session id.', 'x-session-id');
  end if;
  if p_quantity is null or p_quantity not between 1 and 1000000 then
    perform private.reject('PT422', 'Quantity must be at least 1.', 'quantity');
  end if;
  if not exists (select from public.products where id = p_product_id and is_active) then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  -- Locked before the line, as in cart_merge, to prevent deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session), 0));
  if p_idempotency_key is not null then
    select * into v_known from private.idempotency_keys where key = p_idempotency_key;
    if v_known.request_hash <> v_hash then
      perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
    elsif found then
      -- As it is now; as it was answered then if it has been removed.
      select * into v_line from public.cart_items where id = (v_known.reply ->> 'id')::uuid;
      return case when found then v_line else jsonb_populate_record(v_line, v_known.reply) end;
    end if;
  end if;
  if v_customer is null and not exists (select from public.cart_items where session_id = v_session) then
    perform private.consume_rate_limit('guest_cart', private.client_address(), 300, interval '1 hour');
  end if;
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, session_id, created_at)
  values (p_product_id, p_variant_id, p_quantity, v_customer, v_session, v_since)
  on conflict on constraint cart_items_owner_unit do update
  set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  if p_idempotency_key is not null then
    insert into private.idempotency_keys (key, request_hash, reply) values (p_idempotency_key, v_hash, to_jsonb(v_line));
  end if;
  return v_line;
end;
$$;

grant execute on function private.cart_add(uuid, int4, timestamptz, uuid, uuid) to anon, authenticated, service_role;

create function public.cart_add(
  p_product_id uuid, p_quantity integer default 1, p_since timestamptz default null, p_variant_id uuid default null,
  p_idempotency_key uuid default null)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity, p_since, p_variant_id, p_idempotency_key); $$;

grant execute on function public.cart_add(uuid, int4, timestamptz, uuid, uuid) to anon, authenticated, service_role;

-- The same message within an hour is the same request, sent again because its answer was lost: it is kept once.
create function private.skip_repeated_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- One key for all rows of a statement, so that two bulk inserts cannot wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('contact ' || private.client_address(), 0));
  if exists (
    select from public.contact_messages
    where lower(email) = lower(new.email) and subject = new.subject and message = new.message
      and created_at > now() - interval '1 hour'
  ) then
    return null;
  end if;
  return new;
end;
$$;

create trigger skip_repeated_message before insert on public.contact_messages
  for each row execute function private.skip_repeated_message();

revoke all on function private.cart_add(uuid, int4, timestamptz, uuid, uuid), private.skip_repeated_message() from public;

select private.hide_rows_in_api_errors();
