-- Back-in-stock requests.

-- One request, one e-mail, then the row is deleted. Private: the API does not expose the addresses.
create table private.stock_requests (
  product_id uuid not null references public.products (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (product_id, email)
);

create index stock_requests_by_age on private.stock_requests (created_at);

revoke all on table private.stock_requests from public;
grant select, update, delete on table private.stock_requests to service_role;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create function private.ask_back_in_stock(p_product_id uuid, p_email text)
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
  perform private.consume_rate_limit('stock_email', v_email, 10, interval '1 hour');
  -- for share: waits for a concurrent stock change, so that no request misses its e-mail.
  select inventory_quantity into v_stock from public.products where id = p_product_id and is_active for share;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, email) values (p_product_id, v_email)
  on conflict (product_id, email) do update set created_at = excluded.created_at;
end;
$$;

grant execute on function private.ask_back_in_stock(uuid, text) to anon, authenticated, service_role;

create function public.ask_back_in_stock(p_product_id uuid, p_email text)
returns void
language sql
set search_path = ''
as $$ select private.ask_back_in_stock(p_product_id, p_email); $$;

grant execute on function public.ask_back_in_stock(uuid, text) to anon, authenticated, service_role;

-- The subject does not name the product, for discretion.
create function private.queue_back_in_stock_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with asked as (
    delete from private.stock_requests where product_id = new.id returning email, created_at
  )
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'back_in_stock', email, 'Something you asked for is back', jsonb_build_object('slug', new.slug)
  from asked where created_at > now() - interval '180 days'
  order by created_at, email;
  return null;
end;
$$;

create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.products
  for each row
  when (new.is_active and new.inventory_quantity > 0 and not (old.is_active and old.inventory_quantity > 0))
  execute function private.queue_back_in_stock_mail();
