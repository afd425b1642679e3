-- Payments that the provider took and the shop cannot keep: no order could be made of them, they paid for one that was paid already, or
-- they were of another amount. Each is a row before its money moves, is paid out by the worker that pays out refunds, and is shown to
-- staff.

create table public.returned_payments (
  -- By which the provider and the worker know the refund.
  id uuid primary key default gen_random_uuid(),
  -- The payment's id at the provider.
  reference text not null unique check (char_length(reference) between 1 and 120),
  checkout_session_id text references public.checkout_sessions (session_id) on delete set null,
  amount numeric(10, 2) not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null check (reason in ('no_order', 'paid_twice', 'amount_differs')),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- How often staff have tried again. A provider answers a key as before, so each round has a key of its own.
  round integer not null default 0 check (round >= 0),
  last_error text check (char_length(last_error) <= 500),
  -- The refund's id at the provider.
  refund_reference text check (char_length(refund_reference) <= 120),
  next_attempt_at timestamptz not null default now(),
  -- How staff returned it by other means.
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint returned_payments_settled check ((state = 'succeeded') = (settled_at is not null))
);

create index returned_payments_newest on public.returned_payments (created_at desc, id);
create index returned_payments_open on public.returned_payments (created_at desc, id) where state <> 'succeeded';
create index returned_payments_due on public.returned_payments (next_attempt_at, id) where state = 'pending';
create index returned_payments_by_checkout on public.returned_payments (checkout_session_id);

alter table public.returned_payments enable row level security;
revoke all on table public.returned_payments from anon, authenticated;
grant all on table public.returned_payments to service_role;
grant select on table public.returned_payments to authenticated;

create policy "Staff see returned payments" on public.returned_payments for select to authenticated
  using ((select private.may('orders')));

-- Notes a payment that is to go back; the same again changes nothing. Once noted it pays for no order.
create function private.return_payment(p_session_id text, p_reference text, p_amount_pence integer, p_currency text, p_reason text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- As complete_checkout does, so that a payment either makes an order or goes back.
  perform from public.checkout_sessions where session_id = p_session_id for no key update;
  if not found then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (
    select from public.payment_attempts where checkout_session_id = p_session_id and reference = p_reference and status = 'succeeded')
  then
    perform private.reject('PT409', 'This payment has paid for an order. Refund the order.', 'payment_of_order');
  end if;
  insert into public.returned_payments (reference, checkout_session_id, amount, currency, reason)
  values (p_reference, p_session_id, p_amount_pence * 0.01, upper(p_currency), p_reason)
  on conflict (reference) do nothing;
  select id into v_id from public.returned_payments where reference = p_reference;
  return v_id;
end;
$$;

grant execute on function private.return_payment(text, text, int4, text, text) to service_role;

create function public.return_payment(p_session_id text, p_reference text, p_amount_pence integer, p_currency text, p_reason text)
returns uuid
language sql
set search_path = ''
as $$ select private.return_payment(p_session_id, p_reference, p_amount_pence, p_currency, p_reason); $$;

grant execute on function public.return_payment(text, text, int4, text, text) to service_role;

-- What the provider answered, as settle_refund. Its payer is told once the money is on its way.
create function private.settle_returned_payment(p_id uuid, p_reference text, p_error text, p_final boolean)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_payment public.returned_payments;
begin
  select * into v_payment from public.returned_payments where id = p_id for update;
  if v_payment.state = 'succeeded' or (v_payment.state = 'failed' and (p_error is not null or v_payment.refund_reference = p_reference)) then
    return v_payment.state;
  elsif p_error is not null then
    update public.returned_payments
    set state = case when p_final or attempts >= 8 then 'failed' else 'pending' end, last_error = left(p_error, 500),
      next_attempt_at = now() + interval '1 minute' * power(2, least(greatest(attempts, 1), 9) - 1)
    where id = p_id returning * into v_payment;
    return v_payment.state;
  end if;
  update public.returned_payments
  set state = 'succeeded', settled_at = now(), refund_reference = p_reference, last_error = null
  where id = p_id;
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'payment_returned', email, 'Your payment has been returned',
    jsonb_build_object('amount', v_payment.amount, 'currency', v_payment.currency, 'reason', v_payment.reason)
  from public.checkout_sessions where session_id = v_payment.checkout_session_id and v_payment.round = 0;
  return 'succeeded';
end;
$$;
