-- The worker's end of the outbox. A letter is lent for two minutes: a worker that dies with it loses nothing.

create function public.claim_mail(p_limit integer default 10)
returns setof public.email_outbox
language sql
set search_path = ''
as $$
  update public.email_outbox as letter
  set attempts = letter.attempts + 1, next_attempt_at = now() + interval '2 minutes'
  from (
    select id from public.email_outbox
    where status = 'pending' and next_attempt_at <= now()
    order by next_attempt_at, id
    limit least(greatest(p_limit, 1), 100)
    for update skip locked
  ) as due
  where letter.id = due.id
  returning letter.*;
$$;

-- A null error means sent; a sent letter keeps no token. Else it waits 1, 2, 4 … minutes, six hours at most, eight times.
create function public.settle_mail(p_id uuid, p_error text default null)
returns void
language sql
set search_path = ''
as $$
  update public.email_outbox
  set status = case when p_error is null then 'sent' when attempts >= 8 then 'failed' else 'pending' end,
    sent_at = case when p_error is null then now() end,
    data = case when p_error is null then data - 'token' else data end,
    last_error = left(p_error, 2000),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, greatest(attempts, 1) - 1))
  where id = p_id and status = 'pending';
$$;

revoke all on function public.claim_mail(integer), public.settle_mail(uuid, text) from public, anon, authenticated;
grant execute on function public.claim_mail(integer), public.settle_mail(uuid, text) to service_role;
