-- Back-in-stock requests.

-- One request, one email, then the row is deleted. Private: the API does not expose the addresses.
create table private.stock_requests (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  email text not null,
  created_at timestamptz not null default now(),
  constraint stock_requests_once unique nulls not distinct (product_id, variant_id, email),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create index stock_requests_by_age on private.stock_requests (created_at);

revoke all on table private.stock_requests from public;
grant select, update, delete on table private.stock_requests to service_role;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create function private.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(private.clean_code(p_email));
  v_stock integer;
begin
  if not private.is_email(v_email) then
    perform private.reject('PT422', 'Email is invalid', 'email');
  end if;
  perform private.consume_rate_limit('stock_address', private.client_address(), 30, interval '1 hour');
  perform private.consume_rate_limit('stock_email', private.caller_and_email(v_email), 10, interval '1 hour');
  -- for share: waits for a concurrent stock change, so that no request misses its e-mail.
  perform from public.products where id = p_product_id and is_active for share;
  if not found then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock > 0 then
    perform private.reject('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, variant_id, email) values (p_product_id, p_variant_id, v_email)
  on conflict on constraint stock_requests_once do update set created_at = excluded.created_at;
end;
$$;

grant execute on function private.ask_back_in_stock(uuid, text, uuid) to anon, authenticated, service_role;

create function public.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid default null)
returns void
language sql
set search_path = ''
as $$ select private.ask_back_in_stock(p_product_id, p_email, p_variant_id); $$;

grant execute on function public.ask_back_in_stock(uuid, text, uuid) to anon, authenticated, service_role;

-- The subject does not name the product, for discretion.
create function private.queue_back_in_stock_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_product public.products;
  v_variant uuid;
  v_query text;
begin
  -- Most of the time nobody waits.
  if tg_table_name = 'product_variants' then
    if not exists (select from private.stock_requests where product_id = new.product_id and variant_id = new.id) then
      return null;
    end if;
    select * into v_product from public.products where id = new.product_id;
    if not v_product.is_active then
      return null;
    end if;
    v_variant := new.id;
    v_query := private.variant_query(private.chosen_options(v_product.options, new.option_values));
  else
    select * into v_product from public.products where id = new.id;
  end if;
  with asked as (
    delete from private.stock_requests
    where product_id = v_product.id and variant_id is not distinct from v_variant returning email, created_at
  )
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'back_in_stock', email, 'Something you asked for is back',
    jsonb_strip_nulls(jsonb_build_object('slug', v_product.slug, 'query', v_query))
  from asked where created_at > now() - interval '180 days'
  order by created_at, email;
  return null;
end;
$$;

create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.products
  for each row
  when (new.is_active and new.inventory_quantity > 0 and not (old.is_active and old.inventory_quantity > 0))
  execute function private.queue_back_in_stock_mail();
-- Without a condition on the old row: a variant is also back when its product is, which touches its is_active.
create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.product_variants
  for each row when (new.is_active and new.inventory_quantity > 0)
  execute function private.queue_back_in_stock_mail();
