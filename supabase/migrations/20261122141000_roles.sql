-- What each role of staff may do, asked by every policy and function, and said to those who may not.

create function private.require_right_to_write()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_staff() then
    perform private.require_right(tg_argv[0]);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;

create or replace function private.my_rights()
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(name order by place), '{}')
  from unnest(private.all_rights()) with ordinality as known (name, place)
  where private.may(name);
$$;

create function private.require_right_to_setting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_section text := split_part(coalesce(new.key, old.key), '.', 1);
begin
  if private.is_staff() then
    perform private.require_right(case
      when v_section in ('pricing', 'payment', 'revenue') then 'money_settings'
      when v_section = 'staff' then 'staff'
      else 'settings' end);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;

create or replace function private.adjust_stock(p_product_id uuid, p_change integer, p_kind text, p_note text, p_variant_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer;
begin
  perform private.require_right('catalogue');
  if p_change is null or p_change not between -1000000 and 1000000 or p_change = 0 then
    perform private.refuse('PT422', 'change must be a whole number other than 0', 'change');
  elsif p_kind is null or p_kind not in ('received', 'adjusted') or (p_kind = 'received' and p_change < 0) then
    perform private.refuse('PT422', 'kind must be received (more than 0) or adjusted', 'kind');
  elsif char_length(p_note) > 500 then
    perform private.refuse('PT422', 'note is too long', 'note');
  end if;
  select inventory_quantity into v_stock from public.products where id = p_product_id for no key update;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock is null then
    perform private.require_variant(p_product_id, p_variant_id);
  elsif v_stock + p_change < 0 then
    perform private.refuse_quantity(v_stock);
  elsif v_stock + p_change > 1000000 then
    perform private.refuse('PT422', 'Stock cannot exceed 1000000.', 'change');
  end if;
  perform private.set_movement(p_kind, null, coalesce(p_note, ''));
  perform private.change_stock(
    jsonb_build_array(jsonb_build_object('product_id', p_product_id, 'variant_id', p_variant_id, 'quantity', p_change)), 1);
  perform private.set_movement(null);
  return v_stock + p_change;
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
  if p_pence is null or p_pence not between 100 and 100000 then
    perform private.refuse('PT422', 'A gift card holds between £1 and £1,000.', 'amount');
  end if;
  return private.new_gift_card(p_pence);
end;
$$;

create or replace function private.void_gift_card(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('gift_cards');
  perform from public.gift_cards where id = p_id for no key update;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select id, 'voided', -balance_pence from public.gift_cards where id = p_id and balance_pence > 0;
  update public.gift_cards set state = 'void' where id = p_id;
end;
$$;

create or replace function private.retry_mail(p_id uuid)
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
  perform private.require_right('messages');
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

create or replace function private.search_orders(p_query text, p_payment_status text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(btrim(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(p_query);
  v_statuses text[] := case p_payment_status when 'succeeded' then array['succeeded', 'paid'] else array[p_payment_status] end;
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.orders[];
  v_last public.orders;
  v_found integer;
begin
  perform private.require_right('orders');
  if p_payment_status is null then v_statuses := null; end if;
  if v_text is null then
    return query select * from private.newest_orders(v_statuses, p_before, p_before_id, v_limit);
    return;
  end if;
  -- An exact order number or e-mail is looked up by its index.
  if exists (select from public.orders where lower(email) = lower(v_text)) then
    return query
      select * from public.orders
      where lower(email) = lower(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  elsif exists (select from public.orders where order_number = upper(v_text)) then
    return query
      select * from public.orders
      where order_number = upper(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)));
    return;
  end if;
  -- A frequent text is found among the newest, a rare one by the trigram index.
  v_newest := array(select newest from private.newest_orders(v_statuses, p_before, p_before_id, v_window) as newest);
  return query
    select newest.* from unnest(v_newest) as newest
    where newest.order_number ilike v_pattern or newest.email ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.orders where order_number ilike v_pattern or email ilike v_pattern limit v_candidates
    )
    select * from candidates
    where (created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id))
      and (v_statuses is null or payment_status = any (v_statuses))
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

create or replace function private.search_customers(p_query text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.customers language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(btrim(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(p_query);
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.customers[];
  v_last public.customers;
  v_found integer;
begin
  perform private.require_right('customers');
  if exists (select from public.customers where lower(email) = lower(v_text)) then
    return query
      select * from public.customers
      where lower(email) = lower(v_text)
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  end if;
  v_newest := array(
    select customers from public.customers
    where p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id))
    order by created_at desc, id limit case when v_text is null then v_limit else v_window end);
  return query
    select newest.* from unnest(v_newest) as newest
    where v_text is null or newest.email ilike v_pattern or newest.first_name ilike v_pattern or newest.last_name ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_text is null or v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.customers
      where email ilike v_pattern or first_name ilike v_pattern or last_name ilike v_pattern limit v_candidates
    )
    select * from candidates
    where created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id)
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

create or replace function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    select tg_table_name, coalesce(after ->> 'id', after ->> 'key'), 'insert', (select auth.uid()), after
    from (select to_jsonb(new_rows) as after from new_rows) as written;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (table_name, row_id, action, actor, before)
    select tg_table_name, coalesce(before ->> 'id', before ->> 'key'), 'delete', (select auth.uid()), before
    from (select to_jsonb(old_rows) as before from old_rows) as written;
  else
    insert into public.audit_log (table_name, row_id, action, actor, before, after)
    select tg_table_name, row_id, 'update', (select auth.uid()), changed.before, changed.after
    from (select coalesce(to_jsonb(old_rows) ->> 'id', to_jsonb(old_rows) ->> 'key') as row_id, to_jsonb(old_rows) as row from old_rows) as was
    join (select coalesce(to_jsonb(new_rows) ->> 'id', to_jsonb(new_rows) ->> 'key') as row_id, to_jsonb(new_rows) as row from new_rows) as became
      using (row_id)
    cross join lateral (
      select jsonb_object_agg(key, was.row -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(became.row)
      where value is distinct from was.row -> key and key not in ('updated_at', 'last_login_at')
    ) as changed
    where changed.after is not null;
  end if;
  return null;
end;
$$;

drop policy "Staff see their own active record" on public.admin_users;
create policy "Staff see each other" on public.admin_users for select to authenticated using ((select private.is_staff()));
alter policy "Staff add settings" on public.shop_settings
  with check ((select private.may('settings')));
alter policy "Staff change settings" on public.shop_settings
  using ((select private.may('settings')))
  with check ((select private.may('settings')));
alter policy "Staff delete settings" on public.shop_settings
  using ((select private.may('settings')));
alter policy "Users see their profile, staff every one" on public.profiles
  using (id = (select auth.uid()) or (select private.may('customers')));
alter policy "Customers see themselves, staff everyone" on public.customers
  using (user_id = (select auth.uid()) or (select private.may('customers')));
alter policy "Customers see their addresses, staff every one" on public.addresses
  using (customer_id = (select private.my_customer_id()) or (select private.may('customers')));
alter policy "Staff add categories" on public.categories
  with check ((select private.may('catalogue')));
alter policy "Staff change categories" on public.categories
  using ((select private.may('catalogue')))
  with check ((select private.may('catalogue')));
alter policy "Staff delete categories" on public.categories
  using ((select private.may('catalogue')));
alter policy "Staff add products" on public.products
  with check ((select private.may('catalogue')));
alter policy "Staff change products" on public.products
  using ((select private.may('catalogue')))
  with check ((select private.may('catalogue')));
alter policy "Staff delete products" on public.products
  using ((select private.may('catalogue')));
alter policy "Staff add variants" on public.product_variants
  with check ((select private.may('catalogue')));
alter policy "Staff change variants" on public.product_variants
  using ((select private.may('catalogue')))
  with check ((select private.may('catalogue')));
alter policy "Staff delete variants" on public.product_variants
  using ((select private.may('catalogue')));
alter policy "Staff add zones" on public.shipping_zones
  with check ((select private.may('shipping')));
alter policy "Staff change zones" on public.shipping_zones
  using ((select private.may('shipping')))
  with check ((select private.may('shipping')));
alter policy "Staff delete zones" on public.shipping_zones
  using ((select private.may('shipping')));
alter policy "Staff add methods" on public.shipping_methods
  with check ((select private.may('shipping')));
alter policy "Staff change methods" on public.shipping_methods
  using ((select private.may('shipping')))
  with check ((select private.may('shipping')));
alter policy "Staff delete methods" on public.shipping_methods
  using ((select private.may('shipping')));
alter policy "Staff add rules" on public.shipping_rules
  with check ((select private.may('shipping')));
alter policy "Staff change rules" on public.shipping_rules
  using ((select private.may('shipping')))
  with check ((select private.may('shipping')));
alter policy "Staff delete rules" on public.shipping_rules
  using ((select private.may('shipping')));
alter policy "Whoever knows the id sees the checkout, staff every one" on public.checkout_sessions
  using (session_id = (select private.request_header('x-checkout-session')) or (select private.may('orders')));
alter policy "Buyers see their orders, staff every one" on public.orders
  using (user_id = (select auth.uid()) or (select private.may('orders')));
alter policy "Staff change the status of orders" on public.orders
  using ((select private.may('orders')))
  with check ((select private.may('orders')));
alter policy "Staff see payment attempts" on public.payment_attempts
  using ((select private.may('orders')));
alter policy "Staff add shipments" on public.shipments
  with check ((select private.may('orders')));
alter policy "Staff change shipments" on public.shipments
  using ((select private.may('orders')))
  with check ((select private.may('orders')));
alter policy "Staff add tracking" on public.tracking_events
  with check ((select private.may('orders')));
alter policy "Staff see promotions" on public.promotions
  using ((select private.may('promotions')));
alter policy "Staff add promotions" on public.promotions
  with check ((select private.may('promotions')));
alter policy "Staff change promotions" on public.promotions
  using ((select private.may('promotions')))
  with check ((select private.may('promotions')));
alter policy "Staff see uses of promotions" on public.promotion_uses
  using ((select private.may('promotions')));
alter policy "Staff see gift cards" on public.gift_cards
  using ((select private.may('gift_cards')));
alter policy "Staff see what gift cards paid" on public.gift_card_entries
  using ((select private.may('gift_cards')));
alter policy "Staff see what was sent" on public.email_outbox
  using ((select private.may('messages')));
alter policy "Staff read letters" on public.contact_messages
  using ((select private.may('messages')));
alter policy "Staff mark letters" on public.contact_messages
  using ((select private.may('messages')))
  with check ((select private.may('messages')));
alter policy "Staff delete letters" on public.contact_messages
  using ((select private.may('messages')));
alter policy "Staff see the log" on public.audit_log
  using ((select private.may('audit')));
alter policy "Staff upload shop pictures" on storage.objects
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));
alter policy "Staff replace shop pictures" on storage.objects
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')))
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));
alter policy "Staff delete shop pictures" on storage.objects
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.shop_settings
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('settings');

create trigger require_right_to_setting before insert or update or delete on public.shop_settings
  for each row when (current_user = 'authenticated') execute function private.require_right_to_setting();

create trigger require_right before insert or update or delete on public.categories
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

create trigger require_right before insert or update or delete on public.products
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

create trigger require_right before insert or update or delete on public.product_variants
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

create trigger require_right before insert or update or delete on public.shipping_zones
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

create trigger require_right before insert or update or delete on public.shipping_methods
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

create trigger require_right before insert or update or delete on public.shipping_rules
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

create trigger require_right before update on public.orders
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create trigger require_right_to_refund before update of payment_status on public.orders
  for each row when (current_user = 'authenticated' and old.payment_status <> new.payment_status)
  execute function private.require_right_to_write('refunds');

create trigger require_right before insert or update on public.shipments
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create trigger require_right before insert on public.tracking_events
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create trigger require_right before insert or update on public.promotions
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('promotions');

create trigger require_right before update or delete on public.contact_messages
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('messages');

revoke all on function private.require_right_to_write() from public;
revoke all on function private.require_right_to_setting() from public;
