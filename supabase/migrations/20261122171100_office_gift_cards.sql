-- Gift cards have a screen in the back office: lists, recipients, reasons, and the audit log.

alter table public.gift_cards
  add column recipient_email text check (char_length(recipient_email) <= 254),
  add column recipient_name text check (char_length(recipient_name) <= 100),
  add column void_reason text,
  add constraint gift_cards_void_reason check (char_length(void_reason) <= 300 and (void_reason is null or state = 'void'));

grant select (recipient_email, recipient_name, void_reason) on table public.gift_cards to authenticated;

create index gift_cards_newest on public.gift_cards (created_at desc, id);
create index gift_cards_by_hint on public.gift_cards (hint text_pattern_ops, created_at desc, id);
create index gift_cards_void on public.gift_cards (created_at desc, id) where state = 'void';
create index gift_cards_spent on public.gift_cards (created_at desc, id) where state = 'active' and balance_pence = 0;
create index gift_cards_with_balance on public.gift_cards (expires_at desc, created_at, id) where state = 'active' and balance_pence > 0;

drop function private.new_gift_card(integer, uuid);

-- Creates a card and returns its code, which cannot be read again.
create function private.new_gift_card(p_pence integer, p_order uuid default null, p_card uuid default gen_random_uuid())
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_code text := private.new_gift_card_code();
begin
  insert into public.gift_cards (id, code_hash, hint, initial_pence)
  values (p_card, private.gift_card_hash(v_code), right(v_code, 4), p_pence);
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (p_card, 'issued', p_pence, p_order);
  return v_code;
end;
$$;

drop function public.void_gift_card(uuid);
drop function private.void_gift_card(uuid);

-- The amount of a card that staff issue, or a 422.
create function private.require_gift_card_amount(p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_pence is null or p_pence not between 100 and 100000 then
    perform private.refuse('PT422', 'A gift card holds between £1 and £1,000.', 'amount');
  end if;
end;
$$;

create or replace function private.issue_gift_card(p_pence integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('gift_cards');
  perform private.require_gift_card_amount(p_pence);
  return private.new_gift_card(p_pence);
end;
$$;

-- Voids a card and its balance, with the reason.
create function private.void_gift_card(p_id uuid, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(p_reason, E' \t\r\n');
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  if coalesce(char_length(v_reason), 0) not between 1 and 300 then
    perform private.refuse('PT422', 'Say why in 1 to 300 characters.', 'reason');
  end if;
  select * into v_card from public.gift_cards where id = p_id for no key update;
  if v_card.id is null then
    perform private.refuse('PT404', 'This gift card does not exist.', 'gift_card_not_found');
  elsif v_card.state = 'void' then
    perform private.refuse('PT409', 'This gift card is void already.', 'gift_card_void');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select p_id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = v_reason where id = p_id;
end;
$$;

grant execute on function private.void_gift_card(uuid, text) to authenticated, service_role;

create function public.void_gift_card(p_id uuid, p_reason text)
returns void
language sql
set search_path = ''
as $$ select private.void_gift_card(p_id, p_reason); $$;

grant execute on function public.void_gift_card(uuid, text) to authenticated, service_role;

-- Cancelling or refunding a card's order voids the card, unless it has been spent from: then the order stands. A voided card
-- stays void.
create or replace function private.void_sold_gift_card()
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
    perform private.refuse('PT409', 'The gift card of this order has ended. A new one is a new order.', 'gift_card_void');
  elsif v_card.state = 'active' and v_card.balance_pence <> v_card.initial_pence then
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards
  set state = 'void', void_reason = coalesce(void_reason, format('Order %s, which bought it, was cancelled or refunded.', new.order_number))
  where id = v_card.id;
  return null;
end;
$$;

-- An order that sold a gift card is refunded whole, and only while the card is unspent, which it ends.
create or replace function private.end_sold_gift_card(p_order public.orders, p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = p_order.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return;
  elsif exists (select from public.gift_card_entries where gift_card_id = v_card.id and kind in ('redeemed', 'given_back')
    having sum(amount_pence) <> 0) or exists (
      select from private.gift_card_holds where gift_card_id = v_card.id and expires_at > now())
  then
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  elsif p_pence <> (p_order.total * 100)::integer then
    perform private.refuse('PT422', 'A gift card is refunded as a whole.', 'amount');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = format('Order %s, which bought it, was refunded.', p_order.order_number)
  where id = v_card.id and state <> 'void';
end;
$$;

create or replace function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
-- A connection takes the number of changed rows for that of its first change: after a change of one row it would compare each of 500
-- old rows with each new one.
set enable_nestloop = off
as $$
begin
  if not private.is_staff() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    select tg_table_name, coalesce(after ->> 'id', after ->> 'key'), 'insert', (select auth.uid()), after
    from (select to_jsonb(new_rows) - 'code_hash' as after from new_rows) as written;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (table_name, row_id, action, actor, before)
    select tg_table_name, coalesce(before ->> 'id', before ->> 'key'), 'delete', (select auth.uid()), before
    from (select to_jsonb(old_rows) - 'code_hash' as before from old_rows) as written;
  else
    insert into public.audit_log (table_name, row_id, action, actor, before, after)
    select tg_table_name, row_id, 'update', (select auth.uid()), changed.before, changed.after
    -- offset 0: each row becomes JSON once, not once for each of its fields.
    from (select coalesce(to_jsonb(old_rows) ->> 'id', to_jsonb(old_rows) ->> 'key') as row_id, to_jsonb(old_rows) as row from old_rows offset 0) as was
    join (select coalesce(to_jsonb(new_rows) ->> 'id', to_jsonb(new_rows) ->> 'key') as row_id, to_jsonb(new_rows) as row from new_rows offset 0) as became
      using (row_id)
    cross join lateral (
      select jsonb_object_agg(key, was.row -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(became.row)
      where value is distinct from was.row -> key and key not in ('updated_at', 'version', 'last_login_at', 'code_hash')
    ) as changed
    where changed.after is not null;
  end if;
  return null;
end;
$$;

create trigger audit_insert after insert on public.gift_cards
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.gift_cards
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();
create trigger audit_delete after delete on public.gift_cards
  referencing old table as old_rows for each statement execute function private.audit();

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
  v_query constant text := nullif(regexp_replace(upper(left(v_filter ->> 'q', 60) collate "C"), '[^A-Z0-9]', '', 'g'), '');
  v_search text := 'true';
  v_most integer := 1000;
  v_total bigint;
  v_found uuid[];
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('gift_cards');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.refuse('PT422', 'Gift cards are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'active', 'spent', 'expired', 'void') then
    perform private.refuse('PT422', 'There is no such state of a gift card.', 'state');
  end if;
  if v_query ~ '^AM[0-9]{3,}$' then
    v_search := format('id in (select entry.gift_card_id from public.gift_card_entries as entry
      where entry.order_id = (select orders.id from public.orders where orders.order_number = %L))',
      left(v_query, 10) || '-' || substr(v_query, 11));
  elsif v_query is not null then
    v_search := format('hint like %L', translate(right(v_query, 4), 'OIL', '011') || '%');
  elsif coalesce(btrim(v_filter ->> 'q'), '') <> '' then
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
    perform private.refuse('PT404', 'This gift card does not exist.', 'gift_card_not_found');
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

-- Issues a card whose code goes by e-mail to its recipient and to nobody else. p_key becomes the card's id: sending again with the same
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
    perform private.refuse('PT422', 'The gift card needs a key.', 'key');
  elsif jsonb_typeof(p_recipient) is distinct from 'object' or octet_length(p_recipient::text) > 20000 then
    perform private.refuse('PT422', 'The recipient must be an object.', 'recipient');
  end if;
  perform private.require_gift_card_amount(p_pence);
  v_email := private.email_field(p_recipient);
  v_name := private.field(p_recipient, 'name', 100, false);
  v_message := private.field(p_recipient, 'message', 300, false);
  if private.holds_link(v_message) then
    perform private.refuse('PT422', 'The message must hold no web address, email address or phone number.', 'message');
  elsif private.holds_link(v_name) then
    perform private.refuse('PT422', 'A name must hold no web address, email address or phone number.', 'name');
  end if;
  select * into v_card from public.gift_cards where id = p_key;
  if v_card.id is null then
    v_code := private.new_gift_card(p_pence, null, p_key);
    update public.gift_cards set recipient_email = v_email, recipient_name = v_name where id = p_key returning * into v_card;
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('gift_card', v_email, 'A gift card for you', jsonb_build_object('token', v_code, 'amount', (p_pence * 0.01)::numeric(10, 2),
      'message', v_message, 'giver', null, 'recipient_name', v_name, 'gift_card_id', p_key, 'expires_at', v_card.expires_at));
  elsif v_card.recipient_email is distinct from v_email or v_card.initial_pence <> p_pence then
    perform private.refuse('PT409', 'This gift card was sent before, with other details.', 'gift_card_sent');
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

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
