-- Orders, order lines and customers as rows of a file. An export is an entry of the audit log, and its rows are read by that entry:
-- nobody reads them unlogged.

-- Begins an export and returns its id, which is good for a day. p_kind: 'orders', 'order_lines' or 'customers'; p_filter: that of the list.
create function private.start_export(p_kind text, p_filter jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_id constant uuid := gen_random_uuid();
  v_filter jsonb;
begin
  perform private.require_right('exports');
  if p_kind in ('orders', 'order_lines') then
    v_filter := private.order_filter(p_filter);
  elsif p_kind = 'customers' then
    if jsonb_typeof(coalesce(p_filter, '{}')) <> 'object' or char_length(p_filter ->> 'q') > 200 or char_length(p_filter ->> 'tag') > 40 then
      perform private.reject('PT422', 'filter must be an object with a text of 200 characters at most and a tag of 40', 'filter');
    end if;
    v_filter := jsonb_strip_nulls(jsonb_build_object('q', nullif(private.clean_text(p_filter ->> 'q'), ''),
      'tag', nullif(p_filter ->> 'tag', '')));
  else
    perform private.reject('PT422', 'Choose orders, order_lines or customers.', 'kind');
  end if;
  insert into public.audit_log (table_name, row_id, action, actor, after)
  values (case p_kind when 'customers' then 'customers' else 'orders' end, v_id::text, 'export', (select auth.uid()),
    jsonb_build_object('kind', p_kind, 'filter', v_filter));
  return v_id;
end;
$$;

grant execute on function private.start_export(text, jsonb) to authenticated, service_role;

create function public.start_export(p_kind text, p_filter jsonb default '{}')
returns uuid
language sql
set search_path = ''
as $$ select private.start_export(p_kind, p_filter); $$;

grant execute on function public.start_export(text, jsonb) to authenticated, service_role;

create function private.london_day(p_at timestamptz)
returns date
language sql
immutable
set search_path = ''
as $$ select (p_at at time zone 'Europe/London')::date; $$;

-- Orders as rows, in the order of p_ids; amounts in pounds. What has gone back is as takings count it.
create function private.order_export_rows(p_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', bought.order_number, 'day', private.london_day(bought.created_at),
    'time', to_char(bought.created_at at time zone 'Europe/London', 'HH24:MI:SS'), 'paid_day', private.london_day(bought.paid_at),
    'status', bought.status, 'payment_status', bought.payment_status, 'payment_method', bought.payment_method,
    'provider', case when bought.gift_card_amount < bought.total then private.taken_by(bought) end,
    'payment_reference', bought.stripe_payment_intent_id, 'email', bought.email,
    'name', btrim(concat_ws(' ', bought.billing_address ->> 'first_name', bought.billing_address ->> 'last_name')),
    'postcode', bought.shipping_address ->> 'postal_code', 'country', bought.shipping_address ->> 'country',
    'shipping_method', bought.shipping_method, 'promotion_code', bought.promotion_code, 'currency', bought.currency,
    'items', (select coalesce(sum((item ->> 'quantity')::integer), 0) from jsonb_array_elements(bought.items) as item),
    'subtotal', bought.subtotal, 'discount', bought.discount_amount, 'net', bought.subtotal - bought.discount_amount,
    'vat_rate', bought.vat_rate, 'tax', bought.tax_amount, 'delivery', bought.shipping_amount, 'total', bought.total,
    'gift_card', bought.gift_card_amount, 'card', bought.total - bought.gift_card_amount,
    'refunded', returned.total, 'refunded_tax', returned.tax, 'refunded_delivery', returned.delivery,
    'refunded_to_gift_card', returned.gift_card, 'refunds', returned.each) order by wanted.place), '[]')
  from unnest(p_ids) with ordinality as wanted (id, place)
  join public.orders as bought on bought.id = wanted.id
  cross join lateral (
    select coalesce(sum(card + gift_card), 0) as total, coalesce(sum(tax), 0) as tax, coalesce(sum(delivery), 0) as delivery,
      coalesce(sum(gift_card), 0) as gift_card,
      coalesce(jsonb_agg(jsonb_build_object('day', private.london_day(at), 'amount', card + gift_card) order by at), '[]') as each
    from private.money_returned(bought)
  ) as returned;
$$;

-- The lines of orders as rows. Net, VAT and discount are shares of the order's that add up to it, to the penny.
create function private.line_export_rows(p_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', bought.order_number, 'day', private.london_day(bought.created_at),
    'status', bought.status, 'payment_status', bought.payment_status, 'line', line.line + 1,
    'name', coalesce(item.entry ->> 'name', item.entry ->> 'product_name'), 'variant', item.entry ->> 'variant_name',
    'sku', item.entry ->> 'sku', 'quantity', line.quantity, 'unit_price', (item.entry ->> 'unit_price')::numeric,
    'subtotal', (item.entry ->> 'total_price')::numeric, 'discount', (item.entry ->> 'total_price')::numeric - (line.pence - share.tax) * 0.01,
    'net', (line.pence - share.tax) * 0.01, 'vat_rate', coalesce((item.entry ->> 'vat_rate')::numeric, bought.vat_rate),
    'tax', share.tax * 0.01, 'gross', line.pence * 0.01, 'refunded_quantity', line.refunded,
    'refunded', (
      select coalesce(sum(part.amount), 0) from public.refund_lines as part join public.refunds as refund on refund.id = part.refund_id
      where refund.order_id = bought.id and part.line = line.line),
    'currency', bought.currency) order by wanted.place, line.line), '[]')
  from unnest(p_ids) with ordinality as wanted (id, place)
  join public.orders as bought on bought.id = wanted.id
  cross join lateral private.order_lines(bought) as line
  cross join lateral (select bought.items -> line.line as entry) as item
  cross join lateral (
    select coalesce(sum((entry ->> 'total_price')::numeric) filter (where place <= line.line), 0) as before,
      coalesce(sum((entry ->> 'total_price')::numeric) filter (where place <= line.line + 1), 0) as upto
    from jsonb_array_elements(bought.items) with ordinality as listed (entry, place)
  ) as running
  cross join lateral (
    select private.share_of((bought.tax_amount * 100)::integer, running.upto, bought.subtotal)
      - private.share_of((bought.tax_amount * 100)::integer, running.before, bought.subtotal) as tax
  ) as share;
$$;

create function private.customer_export_rows(p_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('email', customer.email, 'first_name', customer.first_name, 'last_name', customer.last_name,
    'phone', customer.phone, 'joined', private.london_day(customer.created_at), 'orders', (listed.entry ->> 'total_orders')::integer,
    'spent', (listed.entry ->> 'total_spent')::numeric, 'last_order', private.london_day((listed.entry ->> 'last_order_at')::timestamptz),
    'accepts_marketing', customer.accepts_marketing, 'age_verified', customer.age_verified,
    'address_line_1', address.address_line_1, 'address_line_2', address.address_line_2, 'city', address.city, 'state', address.state,
    'postcode', address.postal_code, 'country', address.country) order by wanted.place), '[]')
  from unnest(p_ids) with ordinality as wanted (id, place)
  join public.customers as customer on customer.id = wanted.id
  cross join lateral (select private.customer_row(customer) as entry) as listed
  left join public.addresses as address on address.customer_id = customer.id and address.is_default;
$$;

-- The next rows of an export, newest first: {rows, next}. p_after: next of the call before; next is null at the end. An order's lines
-- are together. A text finds as many orders as the list shows.
create function private.export_rows(p_export uuid, p_after text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_at constant text := split_part(p_after, '~', 1);
  v_after constant text := split_part(p_after, '~', 2);
  v_kind text;
  v_filter jsonb;
  v_limit integer;
  v_condition text;
  v_source text := 'public.orders';
  v_ids uuid[];
  v_last text;
begin
  perform private.require_right('exports');
  if p_after is not null and not (pg_input_is_valid(v_at, 'timestamptz') and pg_input_is_valid(v_after, 'uuid')) then
    perform private.reject('PT422', 'after must be the next of the call before', 'after');
  end if;
  select after ->> 'kind', after -> 'filter' into v_kind, v_filter from public.audit_log
  where table_name in ('orders', 'customers') and row_id = p_export::text and action = 'export' and actor = (select auth.uid())
    and created_at > now() - interval '1 day';
  if v_kind is null then
    perform private.reject('PT404', 'This export has ended. Please start it again.', 'export_not_found');
  end if;
  v_limit := case v_kind when 'order_lines' then 200 else 500 end;
  if v_kind = 'customers' then
    v_source := '(select customer_id as id, customer_id, created_at, terms from private.customer_list) as listed';
    v_condition := coalesce(private.tagged_condition(v_filter ->> 'q', v_filter ->> 'tag'), 'true');
  else
    v_condition := private.orders_condition(v_filter) || ' and ' || private.period_condition(v_filter)
      || case when v_filter ? 'q' then format(' and id = any (%L)', (private.orders_with_text(v_filter))[1:1000]) else '' end;
  end if;
  execute format('select array(select id from %s where %s and %s order by created_at desc, id limit %s)', v_source, v_condition,
    case when p_after is null then 'true' else format(
      'created_at <= %1$L::timestamptz and (created_at < %1$L::timestamptz or id > %2$L::uuid)', v_at, v_after) end, v_limit)
  into v_ids;
  if cardinality(v_ids) = v_limit then
    execute format($sql$select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id from %s where id = $1$sql$,
      v_source) into v_last using v_ids[v_limit];
  end if;
  return jsonb_build_object('next', v_last, 'rows', case v_kind
    when 'orders' then private.order_export_rows(v_ids)
    when 'order_lines' then private.line_export_rows(v_ids)
    else private.customer_export_rows(v_ids) end);
end;
$$;

grant execute on function private.export_rows(uuid, text) to authenticated, service_role;

create function public.export_rows(p_export uuid, p_after text default null)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.export_rows(p_export, p_after); $$;

grant execute on function public.export_rows(uuid, text) to authenticated, service_role;
