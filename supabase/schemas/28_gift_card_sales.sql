-- Gift cards that shoppers buy: checkout, delivery, and voiding when the order is cancelled.

-- Creates the card of an order and queues the email with its code, which is erased once sent.
create function private.deliver_gift_card(p_session public.checkout_sessions, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_gift jsonb := p_session.metadata -> 'gift_card';
begin
  if p_session.kind <> 'gift_card' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'gift_card', coalesce(v_gift ->> 'recipient', p_session.email), 'A gift card for you', p_order.id,
    jsonb_build_object('token', made.code, 'amount', p_order.total, 'message', v_gift ->> 'message',
      'giver', case when v_gift ->> 'recipient' is not null then btrim(p_session.first_name || ' ' || p_session.last_name) end,
      'expires_at', now() + interval '24 months')
  from (select private.new_gift_card((v_gift ->> 'pence')::integer, p_order.id) as code offset 0) as made;
end;
$$;

-- Cancelling or refunding a card's order voids the card, unless it has been spent from: then the order stands. A voided card
-- stays void.
create function private.void_sold_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
  v_card public.gift_cards;
begin
  if v_was = v_is then
    return null;
  end if;
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return null;
  elsif v_was then
    perform private.reject('PT409', 'The gift card of this order has ended. A new one is a new order.', 'gift_card_void');
  elsif v_card.state = 'active' and v_card.balance_pence <> v_card.initial_pence then
    perform private.reject('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards
  set state = 'void', void_reason = coalesce(void_reason, format('Order %s, which bought it, was cancelled or refunded.', new.order_number))
  where id = v_card.id;
  return null;
end;
$$;

create trigger void_sold_gift_card after update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.void_sold_gift_card();
