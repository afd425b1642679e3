-- Metrics show what waits for the workers.

-- What waits for the workers: emails to send and refunds to pay out, those that have failed for good, and the age in seconds of the
-- oldest that waits (0 without one). Counts stop at 1,000.
create function public.job_backlog()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'email', (
      select jsonb_build_object(
        'waiting', (select count(*) from (select from public.email_outbox where status = 'pending' limit 1000) as counted),
        'failed', (select count(*) from (select from public.email_outbox where status = 'failed' limit 1000) as counted),
        'oldest_seconds', coalesce((
          select extract(epoch from now() - created_at)::integer from public.email_outbox where status = 'pending'
          order by created_at limit 1), 0))),
    'refund', (
      select jsonb_build_object(
        'waiting', (select count(*) from (select from public.refunds where state = 'pending' limit 1000) as counted),
        'failed', (select count(*) from (select from public.refunds where state = 'failed' limit 1000) as counted),
        'oldest_seconds', coalesce((
          select extract(epoch from now() - min(created_at))::integer from public.refunds where state = 'pending'), 0))));
$$;

grant execute on function public.job_backlog() to service_role;
