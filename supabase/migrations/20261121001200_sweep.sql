-- What has passed its time goes, a bounded piece at a time; the worker calls this every minute.

create index checkout_sessions_pending_expiry on public.checkout_sessions (expires_at) where status = 'pending';
create index checkout_sessions_dead on public.checkout_sessions (expires_at) where status in ('expired', 'failed');
create index cart_items_of_guests_by_age on public.cart_items (updated_at) where session_id is not null;
create index account_creation_tokens_by_expiry on public.account_creation_tokens (expires_at);

create function private.sweep()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_counts jsonb := '{}';
begin
  update public.checkout_sessions set status = 'expired' where id in (
    select id from public.checkout_sessions where status = 'pending' and expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('expired_sessions', v_count);

  delete from private.stock_holds where (checkout_session_id, product_id) in (
    select checkout_session_id, product_id from private.stock_holds where expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('holds', v_count);

  delete from public.cart_items where id in (
    select id from public.cart_items where session_id is not null and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('cart_items', v_count);

  -- Addresses of purchases that never were are nobody's business after a month.
  delete from public.checkout_sessions where id in (
    select id from public.checkout_sessions
    where status in ('expired', 'failed') and expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('dead_sessions', v_count);

  delete from private.idempotency_keys where key in (
    select key from private.idempotency_keys where created_at <= now() - interval '7 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('idempotency_keys', v_count);

  delete from private.rate_limits where subject in (
    select subject from private.rate_limits where opened_at <= now() - interval '1 day'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('rate_limits', v_count);

  delete from public.account_creation_tokens where id in (
    select id from public.account_creation_tokens where expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('account_tokens', v_count);

  -- The right to cancel has run out: what was delivered is complete.
  update public.orders set status = 'completed' where id in (
    select id from public.orders where status = 'delivered' and delivered_at <= now() - interval '14 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_counts || jsonb_build_object('completed_orders', v_count);
end;
$$;

create function public.sweep()
returns jsonb
language sql
set search_path = ''
as $$ select private.sweep(); $$;

revoke all on function private.sweep(), public.sweep() from public, anon, authenticated;
grant execute on function private.sweep(), public.sweep() to service_role;
