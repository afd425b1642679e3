-- Gift cards in the back office: the list, a card with its ledger, and cards that staff send.

-- The state of a card as staff see it: only an active one with a balance in its time pays for anything.
create function private.gift_card_phase(p_card public.gift_cards)
returns text
language sql
stable
set search_path = ''
as $$
  select case when p_card.state = 'void' then 'void' when p_card.balance_pence = 0 then 'spent' when p_card.expires_at <= now() then 'expired'
    else 'active' end;
$$;

-- The same as a condition on public.gift_cards; true for none.
create function private.gift_card_condition(p_state text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_state
    when 'void' then 'state = ''void'''
    when 'spent' then 'state = ''active'' and balance_pence = 0'
    when 'expired' then 'state = ''active'' and balance_pence > 0 and expires_at <= now()'
    when 'active' then 'state = ''active'' and balance_pence > 0 and expires_at > now()'
    else 'true' end;
$$;

-- A card without its hash, with the order that bought it or the member of staff who issued it.
create function private.gift_card_row(p_card public.gift_cards)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_card.id, 'hint', p_card.hint, 'initial_pence', p_card.initial_pence, 'balance_pence', p_card.balance_pence,
    'state', private.gift_card_phase(p_card), 'expires_at', p_card.expires_at, 'created_at', p_card.created_at,
    'recipient_email', p_card.recipient_email, 'recipient_name', p_card.recipient_name, 'void_reason', p_card.void_reason,
    'order_number', orders.order_number, 'issued_by', case when issue.order_id is null then issue.actor end)
  from (values (1)) as one
  left join public.gift_card_entries as issue on issue.gift_card_id = p_card.id and issue.kind = 'issued'
  left join public.orders on orders.id = issue.order_id;
$$;

-- One page of the cards, newest first, found by the first of their last four characters or by an order that bought or used them. 10,000
-- are counted, 1,000 of a search; beyond that the total is marked as not exact and the pages end there.
create function private.office_gift_cards(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_query constant text := nullif(regexp_replace(upper(left(private.clean_code(v_filter ->> 'q'), 60) collate "C"), '[^A-Z0-9]', '', 'g'), '');
  v_search text := 'true';
  v_most integer := 1000;
  v_total bigint;
  v_found uuid[];
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('gift_cards');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.reject('PT422', 'Gift cards are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'active', 'spent', 'expired', 'void') then
    perform private.reject('PT422', 'There is no such state of a gift card.', 'state');
  end if;
  if v_query ~ '^AM[0-9]{3,}$' then
    v_search := format('id in (select entry.gift_card_id from public.gift_card_entries as entry
      where entry.order_id = (select orders.id from public.orders where orders.order_number = %L))',
      left(v_query, 10) || '-' || substr(v_query, 11));
  elsif v_query is not null then
    v_search := format('hint like %L', translate(right(v_query, 4), 'OIL', '011') || '%');
  elsif coalesce(private.clean_code(v_filter ->> 'q'), '') <> '' then
    v_search := 'false';
  else
    v_most := 10000;
  end if;
  execute format($sql$
    select count(*), array_agg(id order by created_at desc, id)
    from (select id, created_at from public.gift_cards where %s and %s %s limit %s) as found
    $sql$, private.gift_card_condition(v_filter ->> 'state'), v_search,
    case when v_search <> 'true' then '' when v_filter ->> 'state' in ('active', 'expired') then 'order by expires_at desc'
      else 'order by created_at desc, id' end, v_most + 1)
  into v_total, v_found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.gift_card_row(card) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (card_id, place)
    join public.gift_cards as card on card.id = wanted.card_id));
end;
$$;

grant execute on function private.office_gift_cards(jsonb, int4, int4) to authenticated, service_role;

create function public.office_gift_cards(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_gift_cards(p_filter, p_page, p_size); $$;

grant execute on function public.office_gift_cards(jsonb, int4, int4) to authenticated, service_role;

-- A card with its ledger, newest first: the newest 200 entries, each with the balance after it, and how many there are not.
create function private.gift_card_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  select * into v_card from public.gift_cards where id = p_id;
  if v_card.id is null then
    perform private.reject('PT404', 'This gift card does not exist.', 'gift_card_not_found');
  end if;
  return private.gift_card_row(v_card) || (
    select jsonb_build_object('has_more', count(*) > 200, 'entries', coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id, 'kind', entry.kind, 'amount_pence', entry.amount_pence, 'balance_pence', entry.balance_pence,
      'order_number', orders.order_number, 'actor', member.user_id, 'created_at', entry.created_at)
      order by entry.id desc) filter (where entry.place <= 200), '[]'))
    from (
      select *, row_number() over newest as place,
        v_card.balance_pence - sum(amount_pence) over newest + amount_pence as balance_pence
      from (
        select * from public.gift_card_entries where gift_card_id = p_id order by gift_card_id desc, id desc limit 201
      ) as last
      window newest as (order by id desc)
    ) as entry
    left join public.orders on orders.id = entry.order_id
    -- The actor of a purchase is the shopper.
    left join public.admin_users as member on member.user_id = entry.actor);
end;
$$;

grant execute on function private.gift_card_record(uuid) to authenticated, service_role;

create function public.gift_card_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.gift_card_record(p_id); $$;

grant execute on function public.gift_card_record(uuid) to authenticated, service_role;

-- Issues a card whose code goes by email to its recipient and to nobody else. p_key becomes the card's id: sending again with the same
-- key makes no second card. p_recipient: {email, name?, message?}. Answers {id, hint}.
create function private.send_gift_card(p_key uuid, p_pence integer, p_recipient jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_name text;
  v_message text;
  v_code text;
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  if p_key is null then
    perform private.reject('PT422', 'The gift card needs a key.', 'key');
  elsif jsonb_typeof(p_recipient) is distinct from 'object' or octet_length(p_recipient::text) > 20000 then
    perform private.reject('PT422', 'The recipient must be an object.', 'recipient');
  end if;
  perform private.require_gift_card_amount(p_pence);
  v_email := private.email_field(p_recipient);
  v_name := private.field(p_recipient, 'name', 100, false);
  v_message := private.field(p_recipient, 'message', 300, false);
  if private.holds_link(v_message) then
    perform private.reject('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_name) then
    perform private.reject('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'name');
  end if;
  select * into v_card from public.gift_cards where id = p_key;
  if v_card.id is null then
    v_code := private.new_gift_card(p_pence, null, p_key);
    update public.gift_cards set recipient_email = v_email, recipient_name = v_name where id = p_key returning * into v_card;
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('gift_card', v_email, 'A gift card for you', jsonb_build_object('token', v_code, 'amount', (p_pence * 0.01)::numeric(10, 2),
      'message', v_message, 'giver', null, 'recipient_name', v_name, 'gift_card_id', p_key, 'expires_at', v_card.expires_at));
  elsif v_card.recipient_email is distinct from v_email or v_card.initial_pence <> p_pence then
    perform private.reject('PT409', 'This gift card was sent before, with other details.', 'gift_card_sent');
  end if;
  return jsonb_build_object('id', v_card.id, 'hint', v_card.hint);
end;
$$;

grant execute on function private.send_gift_card(uuid, int4, jsonb) to authenticated, service_role;

create function public.send_gift_card(p_key uuid, p_pence integer, p_recipient jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.send_gift_card(p_key, p_pence, p_recipient); $$;

grant execute on function public.send_gift_card(uuid, int4, jsonb) to authenticated, service_role;
