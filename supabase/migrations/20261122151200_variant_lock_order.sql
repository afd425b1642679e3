-- A variant is written under its product's row lock, as a checkout takes it; without a price it costs what the product costs.
-- An update or a deletion has locked the variant before this runs, while a checkout locks the product first: waiting here
-- would deadlock with it, so a product that is being bought or written is refused.
create or replace function private.lock_product_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_price numeric;
begin
  if tg_op = 'INSERT' then
    select price into v_price from public.products where id = new.product_id for no key update;
    new.price := coalesce(new.price, v_price);
    return new;
  end if;
  select price into v_price from public.products where id = old.product_id for no key update nowait;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.price := coalesce(new.price, v_price);
  return new;
exception when lock_not_available then
  perform private.refuse('PT409', 'This product is being bought or changed right now. Please try again.', 'busy');
end;
$$;

select private.hide_rows_in_api_errors();
