-- Attempts to pay and how they settle.

create table public.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  provider text not null check (char_length(provider) between 1 and 60),
  reference text check (char_length(reference) <= 120),
  amount numeric(10, 2) not null check (amount >= 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'abandoned')),
  failure text check (char_length(failure) <= 300),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

create index payment_attempts_by_session on public.payment_attempts (checkout_session_id, created_at);
create unique index payment_attempts_one_pending on public.payment_attempts (checkout_session_id) where status = 'pending';

alter table public.payment_attempts enable row level security;
revoke all on table public.payment_attempts from anon, authenticated;
grant select on table public.payment_attempts to authenticated;
grant all on table public.payment_attempts to service_role;

create policy "Staff see payment attempts" on public.payment_attempts for select to authenticated
  using ((select private.may('orders')));

-- Marks the payment attempt as succeeded: the one that the reservation opened, or a new one.
create function private.settle_payment(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.payment_attempts
  set status = 'succeeded', settled_at = now(), reference = p_order.stripe_payment_intent_id, amount = p_order.total - p_order.gift_card_amount
  where checkout_session_id = p_order.checkout_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_order.checkout_session_id, coalesce(private.payment_provider(), 'unknown'),
      p_order.stripe_payment_intent_id, p_order.total - p_order.gift_card_amount, 'succeeded', now());
  end if;
end;
$$;
