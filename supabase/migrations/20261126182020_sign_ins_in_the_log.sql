-- Sign-ins of staff, failed ones too, and deleted notes are in the audit log; the sign-in itself dates the last one.

set check_function_bodies = off;

revoke update (last_login_at) on table public.admin_users from authenticated;
drop policy "Staff note their own sign-in" on public.admin_users;

alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check
  check (action in ('insert', 'update', 'delete', 'sign_in', 'sign_in_failed'));

-- Columns that the log never holds: what opens something, and the words of notes, which are about people.
create or replace function private.unlogged_columns()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['token_hash', 'code_hash', 'checkout_session_id', 'stripe_session_id', 'text'];
$$;

-- The network that an address belongs to, which tells places apart and names nobody: /24 of IPv4, /48 of IPv6. Null for what is no
-- address.
create function private.network_of(p_address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text
  from (select case when pg_input_is_valid(p_address, 'inet') then p_address::inet end as address) as given;
$$;

-- Notes that a session of staff was opened: the member's last sign-in, and an entry of the log, one for each session.
create function private.record_sign_in(p_session uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_opened record;
begin
  select member.id, member.user_id, session.created_at, session.ip into v_opened
  from auth.sessions as session join public.admin_users as member on member.user_id = session.user_id and member.is_active
  where session.id = p_session for no key update of member;
  if v_opened.id is null or exists (
    select from public.audit_log
    where actor = v_opened.user_id and table_name = 'admin_users' and action = 'sign_in' and created_at = v_opened.created_at) then
    return;
  end if;
  update public.admin_users set last_login_at = greatest(last_login_at, v_opened.created_at) where id = v_opened.id;
  insert into public.audit_log (table_name, row_id, action, actor, after, created_at)
  values ('admin_users', v_opened.id::text, 'sign_in', v_opened.user_id,
    jsonb_build_object('network', private.network_of(host(v_opened.ip))), v_opened.created_at);
end;
$$;

-- GoTrue opens the session and then notes the user's last sign-in, which a renewed session moves as well.
create function private.record_latest_sign_in()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_sign_in((
    select id from auth.sessions where user_id = new.id and created_at > now() - interval '1 minute' order by created_at desc, id limit 1));
  return null;
end;
$$;

-- Notes a failed sign-in with the address of a member of staff, and nothing for any other address. Within an hour only the first,
-- second, fourth, eighth … attempt makes an entry, with their number: a thousand make ten, so a stranger cannot flood the log.
create function private.record_failed_sign_in(p_email text, p_address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_member record;
  v_attempts integer;
begin
  select member.id, member.user_id into v_member
  from auth.users as account join public.admin_users as member on member.user_id = account.id and member.is_active
  where account.email = lower(btrim(p_email));
  if v_member.id is null then
    return;
  end if;
  perform private.count_against_rate_limit('failed_sign_in', v_member.user_id::text, interval '1 hour');
  select hits into v_attempts from private.rate_limits
  where subject = private.rate_limit_key('failed_sign_in', v_member.user_id::text);
  if v_attempts & (v_attempts - 1) = 0 then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    values ('admin_users', v_member.id::text, 'sign_in_failed', v_member.user_id,
      jsonb_build_object('network', private.network_of(p_address), 'attempts', v_attempts));
  end if;
end;
$$;

-- Makes the caller staff, if the link is valid and theirs: their confirmed address is the one that was invited. Answers "joined",
-- "other_address", or what the link is worth; raises nothing, so that wrong attempts count against the rate limit.
create or replace function private.accept_invitation(p_token text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
  v_state text;
begin
  perform private.consume_rate_limit('invitation', private.client_address(), 60, interval '15 minutes');
  -- In the order of set_staff: members before invitations.
  perform from public.admin_users where user_id = (select auth.uid()) for no key update;
  select * into v_invitation from public.staff_invitations where token_hash = private.token_hash(p_token) for no key update;
  v_state := private.invitation_state(v_invitation);
  if v_state <> 'valid' then
    return v_state;
  elsif not exists (
    select from auth.users
    where id = (select auth.uid()) and lower(email) = v_invitation.email and email_confirmed_at is not null) then
    return 'other_address';
  end if;
  -- Whoever works here keeps their role; whoever worked here gets the one they are invited to.
  insert into public.admin_users as member (user_id, first_name, last_name, role)
  values ((select auth.uid()), v_invitation.first_name, v_invitation.last_name, v_invitation.role)
  on conflict (user_id) do update set role = excluded.role, is_active = true where not member.is_active;
  update public.staff_invitations set accepted_at = now() where id = v_invitation.id;
  perform private.record_sign_in(private.my_session_id());
  return 'joined';
end;
$$;

-- What the record of an entry is called, and by what its screen opens it: the product of a variant, the number of an order, the id
-- of anything else. Null when it is gone.
create or replace function private.audited_record(p_table text, p_id text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_id constant uuid := case when pg_input_is_valid(p_id, 'uuid') then p_id::uuid end;
  v_number constant bigint := case when pg_input_is_valid(p_id, 'bigint') then p_id::bigint end;
begin
  return case p_table
    when 'products' then (select jsonb_build_object('name', name, 'opens', id) from public.products where id = v_id)
    when 'product_variants' then (
      select jsonb_build_object('name', concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), 'opens', product.id)
      from public.product_variants as variant join public.products as product on product.id = variant.product_id where variant.id = v_id)
    when 'categories' then (select jsonb_build_object('name', name, 'opens', id) from public.categories where id = v_id)
    when 'product_relations' then (
      select jsonb_build_object('name', product.name, 'opens', product.id)
      from public.product_relations as relation join public.products as product on product.id = relation.product_id
      where relation.id = v_id)
    when 'category_relations' then (
      select jsonb_build_object('name', category.name, 'opens', category.id)
      from public.category_relations as relation join public.categories as category on category.id = relation.category_id
      where relation.id = v_id)
    when 'orders' then (select jsonb_build_object('name', order_number, 'opens', order_number) from public.orders where id = v_id)
    when 'shipments' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.shipments as shipment join public.orders as ordered on ordered.id = shipment.order_id where shipment.id = v_id)
    when 'tracking_events' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.tracking_events as event join public.shipments as shipment on shipment.id = event.shipment_id
      join public.orders as ordered on ordered.id = shipment.order_id
      where event.id = v_number)
    when 'customers' then (
      select jsonb_build_object('name', coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email), 'opens', id)
      from public.customers where id = v_id)
    when 'contact_messages' then (select jsonb_build_object('name', subject, 'opens', id) from public.contact_messages where id = v_id)
    when 'promotions' then (select jsonb_build_object('name', code, 'opens', id) from public.promotions where id = v_id)
    when 'gift_cards' then (select jsonb_build_object('name', '…' || hint, 'opens', id) from public.gift_cards where id = v_id)
    when 'reviews' then (
      select jsonb_build_object('name', product.name, 'opens', review.id)
      from public.reviews as review join public.products as product on product.id = review.product_id where review.id = v_id)
    when 'search_synonyms' then (select jsonb_build_object('name', typed[1], 'opens', id) from public.search_synonyms where id = v_id)
    when 'shipping_zones' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_zones where id = v_id)
    when 'shipping_methods' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_methods where id = v_id)
    when 'shipping_rules' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_rules where id = v_id)
    when 'admin_users' then (
      select jsonb_build_object('name', btrim(first_name || ' ' || last_name), 'opens', id) from public.admin_users where id = v_id)
    when 'staff_invitations' then (
      select jsonb_build_object('name', email, 'opens', id) from public.staff_invitations where id = v_id)
    when 'shop_settings' then (select jsonb_build_object('name', key, 'opens', key) from public.shop_settings where key = p_id)
  end;
end;
$$;

-- One page of the log, newest first: the newest, the one before (older than) an entry, or the one after (newer than) an entry.
-- 'older' and 'newer' are the entries from which the neighbouring pages are read; null where there is none.
create or replace function private.office_audit(p_filter jsonb, p_before bigint, p_after bigint, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_condition text;
  v_from public.audit_log;
  v_found bigint[];
  v_has_more boolean;
  v_older bigint;
  v_newer bigint;
begin
  perform private.require_right('audit');
  v_condition := private.audit_condition(p_filter);
  select * into v_from from public.audit_log where id = coalesce(p_after, p_before);
  if p_after is not null and v_from.id is not null then
    execute format('select array(select id from public.audit_log where %s and (created_at, id) > (%L, %s)
      order by created_at, id limit %s)', v_condition, v_from.created_at, v_from.id, v_size + 1) into v_found;
    v_has_more := cardinality(v_found) > v_size;
    v_found := array(select id from unnest(v_found[1:v_size]) with ordinality as found (id, place) order by place desc);
    if cardinality(v_found) = v_size then
      v_newer := case when v_has_more then v_found[1] end;
      execute format('select id from public.audit_log where %s and (created_at, id) <= (%L, %s)
        order by created_at desc, id desc limit 1', v_condition, v_from.created_at, v_from.id) into v_older;
      v_older := case when v_older is not null then v_found[v_size] end;
    else
      -- The newest page is always a full one.
      v_found := null;
      v_from := null;
    end if;
  end if;
  if v_found is null then
    execute format('select array(select id from public.audit_log where %s%s order by created_at desc, id desc limit %s)',
      v_condition,
      case when v_from.id is not null then format(' and (created_at, id) < (%L, %s)', v_from.created_at, v_from.id) end, v_size + 1) into v_found;
    v_older := case when cardinality(v_found) > v_size then v_found[v_size] end;
    v_found := v_found[1:v_size];
    if v_from.id is not null then
      execute format('select id from public.audit_log where %s and (created_at, id) >= (%L, %s)
        order by created_at, id limit 1', v_condition, v_from.created_at, v_from.id) into v_newer;
      v_newer := case when v_newer is not null then coalesce(v_found[1], v_from.id) end;
    end if;
  end if;
  return jsonb_build_object('older', v_older, 'newer', v_newer, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'subject', entry.table_name, 'row_id', entry.row_id,
      'action', entry.action, 'actor', entry.actor, 'actor_name', nullif(staff.name, ''), 'created_at', entry.created_at,
      'before', entry.before - private.unlogged_columns(), 'after', entry.after - private.unlogged_columns(),
      -- A note that was deleted is known by what it was about.
      'record', case entry.table_name
        when 'order_notes' then private.audited_record('orders', entry.before ->> 'order_id')
        when 'customer_notes' then private.audited_record('customers', entry.before ->> 'customer_id')
        else private.audited_record(entry.table_name, entry.row_id) end) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (entry_id, place)
    join public.audit_log as entry on entry.id = wanted.entry_id
    left join private.staff_names as staff on staff.user_id = entry.actor));
end;
$$;

create trigger record_sign_in after update of last_sign_in_at on auth.users
  for each row execute function private.record_latest_sign_in();

create trigger audit_delete after delete on public.order_notes
  referencing old table as old_rows for each statement execute function private.audit();
create trigger audit_delete after delete on public.customer_notes
  referencing old table as old_rows for each statement execute function private.audit();

revoke all on function private.network_of(text), private.record_sign_in(uuid), private.record_latest_sign_in(),
  private.record_failed_sign_in(text, text) from public;
