-- Orders bought as a guest come to the account that proves to own their e-mail, and to no other.

create index orders_of_guests on public.orders (lower(email)) where user_id is null;

create function private.claim_guest_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where user_id is null and lower(email) = lower(new.email);
  return null;
end;
$$;

revoke all on function private.claim_guest_orders() from public;

-- Named to run after welcome_user, which makes the customer.
create trigger welcome_user_orders after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();
