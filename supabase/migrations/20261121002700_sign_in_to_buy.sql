-- Where a cart is sold to customers with an account alone (`checkout.requireSignIn`), the database holds to it as the pages do.
-- Who asks for a gift card is led to sign in by the page on which it is paid.
create function private.require_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.user_id is null and not new.metadata ? 'gift_card'
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.refuse('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;

revoke all on function private.require_buyer() from public, anon, authenticated;

create trigger require_buyer before insert on public.checkout_sessions for each row execute function private.require_buyer();
