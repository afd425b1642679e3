-- Keeps the subject that an email was sent with.

drop function public.settle_mail(uuid, text);

-- A null error means sent. Else retries with exponential backoff (1, 2, 4 … minutes, at most six hours), eight times. Returns
-- pending, sent or failed; null when settled before. p_subject is the one that the email was composed with, for staff to see.
create function public.settle_mail(p_id uuid, p_error text default null, p_subject text default null)
returns text
language sql
set search_path = ''
as $$
  update public.email_outbox
  set status = case when p_error is null then 'sent' when attempts >= 8 then 'failed' else 'pending' end,
    sent_at = case when p_error is null then now() end,
    subject = coalesce(left(p_subject, 300), subject),
    data = case when p_error is null then '{}' when attempts >= 8 then data - array['token', 'account_token'] else data end,
    last_error = left(p_error, 2000),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, greatest(attempts, 1) - 1))
  where id = p_id and status = 'pending'
  returning status;
$$;

grant execute on function public.settle_mail(uuid, text, text) to service_role;
