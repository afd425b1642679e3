-- Refunds that failed after the payment provider had accepted them, and what staff do about a refund that cannot be paid.

-- What the provider says later of a refund that it accepted (p_reference): it came back. The money is the shop's again and the refund
-- has failed. Said twice, or of an attempt before the last one, it changes nothing. Returns the state; pending means that the answer of
-- the provider is not written down yet, so that it must say this again.
create function private.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
  v_state text;
begin
  update public.returned_payments set state = 'failed', settled_at = null, last_error = left(p_error, 500)
  where id = p_id and state = 'succeeded' and refund_reference = p_reference;
  select state into v_state from public.returned_payments where id = p_id;
  if found then
    return v_state;
  end if;
  select * into v_known from public.refunds where id = p_id;
  perform from public.orders where id = v_known.order_id for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.state is distinct from 'succeeded' or v_known.by_other_means or v_known.card_amount = 0
    or v_known.reference is distinct from p_reference
  then
    return v_known.state;
  end if;
  update public.refunds set state = 'failed', settled_at = null, last_error = left(p_error, 500) where id = p_id;
  update public.orders
  set refunded_amount = refunded_amount - v_known.card_amount,
    payment_status = case when payment_status = 'refunded' and not marked_refunded then 'succeeded' else payment_status end
  where id = v_known.order_id and v_known.edit_id is null;
  insert into public.order_events (order_id, type, description, data)
  values (v_known.order_id, 'refund_failed', format('Refund of £%s came back', v_known.card_amount), jsonb_build_object('refund', p_id));
  return 'failed';
end;
$$;

grant execute on function private.bounce_refund(uuid, text, text) to service_role;

create function public.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language sql
set search_path = ''
as $$ select private.bounce_refund(p_id, p_reference, p_error); $$;

grant execute on function public.bounce_refund(uuid, text, text) to service_role;

-- A refund that failed, with its order locked before it. Raises 409 for any other.
create function private.lock_failed_refund(p_id uuid)
returns public.refunds
language plpgsql
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform from public.orders where id = (select order_id from public.refunds where id = p_id) for no key update;
  select * into v_refund from public.refunds where id = p_id and state = 'failed' for update;
  if v_refund.id is null then
    perform private.reject('PT409', 'This refund is not one that failed.', 'not_failed');
  end if;
  return v_refund;
end;
$$;

-- Notes that staff have paid a failed refund, or a payment that goes back, by other means, such as a bank transfer. p_note says how.
create function private.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_right('refunds');
  if coalesce(private.clean_text(p_note), '') = '' or char_length(p_note) > 500 then
    perform private.reject('PT422', 'Say how the money was paid, in 500 characters at most.', 'note');
  end if;
  update public.returned_payments
  set state = 'succeeded', settled_at = now(), note = private.clean_text(p_note), last_error = null, refund_reference = null
  where id = p_id and state = 'failed';
  if found then
    return;
  end if;
  v_refund := private.lock_failed_refund(p_id);
  update public.refunds
  set state = 'succeeded', settled_at = now(), by_other_means = true, note = private.clean_text(p_note), last_error = null
  where id = p_id returning * into v_refund;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_paid_otherwise', format('£%s refunded by other means', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', private.clean_text(p_note), 'actor', (select auth.uid())));
  if v_refund.edit_id is null then
    perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  end if;
  perform private.queue_refund_mail(bought, v_refund) from public.orders as bought where bought.id = v_refund.order_id;
end;
$$;

grant execute on function private.pay_refund_otherwise(uuid, text) to authenticated, service_role;

create function public.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language sql
set search_path = ''
as $$ select private.pay_refund_otherwise(p_id, p_note); $$;

grant execute on function public.pay_refund_otherwise(uuid, text) to authenticated, service_role;

-- Gives up the card's part of a failed refund, which is then left to refund again. The gift card's part and the pieces stay: they
-- moved when the refund was made.
create function private.give_up_refund(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_goods numeric;
begin
  perform private.require_right('refunds');
  if char_length(p_note) > 500 then
    perform private.reject('PT422', 'The note is too long.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  if v_refund.edit_id is not null then
    perform private.reject('PT409', 'The order costs less since it was edited, so this is owed. Try again, or pay it by other means.', 'owed');
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_given_up', format('Refund of £%s given up', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', nullif(private.clean_text(p_note), ''), 'actor', (select auth.uid())));
  v_goods := v_refund.gift_card_amount - least(v_refund.delivery_amount, v_refund.gift_card_amount);
  update public.refunds
  set state = 'given_up', settled_at = now(), given_up = card_amount, card_amount = 0, provider = null,
    payment_id = null, last_error = null,
    note = private.clean_text(coalesce(p_note, '')), amount = gift_card_amount, delivery_amount = gift_card_amount - v_goods,
    tax_amount = least(v_goods, private.share_of((tax_amount * 100)::integer, v_goods, amount - delivery_amount) * 0.01)
  where id = p_id returning * into v_refund;
  perform private.queue_refund_mail(bought, v_refund)
  from public.orders as bought where bought.id = v_refund.order_id and not exists (
    select from public.email_outbox
    where order_id = bought.id and kind = 'refund' and data ->> 'refund' = p_id::text);
end;
$$;

grant execute on function private.give_up_refund(uuid, text) to authenticated, service_role;

create function public.give_up_refund(p_id uuid, p_note text default '')
returns void
language sql
set search_path = ''
as $$ select private.give_up_refund(p_id, p_note); $$;

grant execute on function public.give_up_refund(uuid, text) to authenticated, service_role;
