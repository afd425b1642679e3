-- What becomes of letters in the end. A sent one keeps nothing of what it said; one that failed for the last time keeps no code
-- and no token, is shown to staff and may be tried again by them.

create index email_outbox_failed on public.email_outbox (created_at desc, id) where status = 'failed';

update public.email_outbox set data = '{}' where status = 'sent' and data <> '{}';
update public.email_outbox set data = data - 'token' where status = 'failed' and data ? 'token';

-- A null error means sent. Else it waits 1, 2, 4 … minutes, six hours at most, eight times. Says what has become of the letter:
-- pending, sent or failed; null where it was settled before.
drop function public.settle_mail(uuid, text);
create function public.settle_mail(p_id uuid, p_error text default null)
returns text
language sql
set search_path = ''
as $$
  update public.email_outbox
  set status = case when p_error is null then 'sent' when attempts >= 8 then 'failed' else 'pending' end,
    sent_at = case when p_error is null then now() end,
    data = case when p_error is null then '{}' when attempts >= 8 then data - 'token' else data end,
    last_error = left(p_error, 2000),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, greatest(attempts, 1) - 1))
  where id = p_id and status = 'pending'
  returning status;
$$;

-- Another eight attempts at a letter that failed. Its code or token is gone, so it gets a new one: the same gift card under
-- a new code, as long as nobody has used it, or another link to open an account.
create function private.retry_mail(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
  v_data jsonb;
  v_session text;
  v_card public.gift_cards;
  v_code text;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  select * into v_mail from public.email_outbox where id = p_id and status = 'failed' for update;
  if v_mail.id is null then
    perform private.refuse('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.refuse('PT409', 'The order of this email is gone.', 'order_gone');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
  elsif v_mail.kind = 'gift_card' then
    select card.* into v_card from public.gift_cards as card
    where id = (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued')
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.refuse('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.refuse('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  end if;
  update public.email_outbox set status = 'pending', attempts = 0, next_attempt_at = now(), data = v_data where id = p_id;
  if v_mail.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_mail.order_id, 'email_retried', format('Email is sent again: %s', replace(v_mail.kind, '_', ' ')),
      jsonb_build_object('actor', (select auth.uid())));
  end if;
end;
$$;

create function public.retry_mail(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.retry_mail(p_id); $$;

revoke all on function public.settle_mail(uuid, text) from public, anon, authenticated;
grant execute on function public.settle_mail(uuid, text) to service_role;
revoke all on function private.retry_mail(uuid), public.retry_mail(uuid) from public, anon, authenticated;
grant execute on function private.retry_mail(uuid), public.retry_mail(uuid) to authenticated, service_role;
