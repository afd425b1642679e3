-- Whose account a guest's order belongs to.

-- The customer whose account has confirmed this address; null when there is none.
create function private.account_of(p_email text)
returns public.customers
language sql
stable
set search_path = ''
as $$
  select customer.* from public.customers as customer
  join auth.users as account on account.id = customer.user_id
  where lower(customer.email) = lower(private.clean_code(p_email))
    and lower(account.email) = lower(private.clean_code(p_email)) and account.email_confirmed_at is not null
  order by customer.created_at, customer.id
  limit 1;
$$;

-- A sign-in brings the orders that the account did not get when they were paid: one of a moment in which its address was being
-- confirmed, or one older than this rule.
create trigger claim_orders_at_sign_in after update of last_sign_in_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();
