-- Text and codes are stored and looked up without invisible characters, an article's barcode in one form, and the words of an index
-- and of a query are the same.

-- Text without spaces and invisible characters around it, which come along with what is pasted, scanned or imported. A test checks
-- that it equals cleanText in libs/settings.
create function private.clean_text(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when p_text collate "C" ~ '^[!-~]([ -~]*[!-~])?$' then p_text else regexp_replace(regexp_replace(p_text collate "C",
    '^[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F'
      '\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E0FFF]+', ''),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F'
      '\u2800\u3000\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]+$', '') end;
$$;

-- A code as it is stored and looked up: a SKU, barcode, order number, promotion code, gift card, email address, postcode, number.
-- Without invisible characters; its spaces, hyphens and full-width letters as a keyboard types them. A test checks that it equals
-- cleanCode in libs/settings.
create function private.clean_code(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when p_text collate "C" ~ '^[!-~]+( [!-~]+)*$' then p_text else normalize(btrim(regexp_replace(regexp_replace(translate(
    regexp_replace(p_text collate "C",
      '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
        '\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E0FFF]+', '', 'g'),
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～', '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'),
    '[\u2010-\u2015\u2043\u2212\uFE58\uFE63]', '-', 'g')), NFC) end;
$$;

-- The caller and an email address together: what one caller does with an address locks nobody else out of it.
create or replace function private.caller_and_email(p_email text)
returns text
language sql
stable
set search_path = ''
as $$ select private.client_address() || ' ' || lower(private.clean_code(p_email)); $$;

-- A trimmed text field of bounded length, or a 422 that names the field.
create or replace function private.field(p_json jsonb, p_key text, p_max integer, p_required boolean default true)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_value text := private.clean_text(p_json ->> p_key);
begin
  if jsonb_typeof(p_json -> p_key) not in ('string', 'null') then
    perform private.refuse('PT422', format('%s must be text', p_key), p_key);
  elsif p_required and coalesce(v_value, '') = '' then
    perform private.refuse('PT422', format('%s is required', p_key), p_key);
  elsif char_length(v_value) > p_max then
    perform private.refuse('PT422', format('%s is too long', p_key), p_key);
  end if;
  return nullif(v_value, '');
end;
$$;

-- The buyer's email, or a 422.
create or replace function private.email_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_email text := private.clean_code(private.field(p_json, 'email', 254));
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return v_email;
end;
$$;

-- The same mailbox spelt differently counts once: lower case, without a plus tag.
create or replace function private.canonical_email(p_email text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(lower(private.clean_code(p_email)), '\+[^@]*@', '@'); $$;

-- An object's postal_code, normalised, or a 422. Billing addresses must be in the UK as well.
create or replace function private.postcode_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_postcode text := private.clean_code(private.field(p_json, 'postal_code', 16, false));
  v_problem text := private.postcode_problem(v_postcode);
begin
  if v_problem is not null then
    perform private.refuse('PT422', v_problem, 'postal_code');
  end if;
  return private.uk_postcode(v_postcode);
end;
$$;

-- A barcode as it is stored and looked up. One article has one number: a UPC-A is the EAN-13 with a leading zero, a GTIN-14 with one
-- is the EAN-13 behind it, and a number whose leading zeros a spreadsheet has dropped has a right check digit with them.
create function private.clean_barcode(p_code text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_code constant text := private.clean_code(p_code);
  v_bare constant text := ltrim(v_code, '0');
  v_sum integer;
begin
  if v_code !~ '^[0-9]{8,14}$' or char_length(v_code) = 8 or v_bare = '' then
    return v_code;
  elsif char_length(v_code) < 12 then
    select sum(substr(v_code, char_length(v_code) + 1 - place, 1)::integer * case when place % 2 = 0 then 3 else 1 end) into v_sum
    from generate_series(1, char_length(v_code)) as place;
    if v_sum % 10 <> 0 then
      return v_code;
    end if;
  end if;
  return case when char_length(v_bare) <= 8 then lpad(v_bare, 8, '0') when char_length(v_bare) <= 13 then lpad(v_bare, 13, '0') else v_code end;
end;
$$;

create function private.clean_category()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.name := private.clean_text(new.name);
  return new;
end;
$$;

-- As they are stored and looked up, whatever wrote them. Empty codes are none.
create function private.clean_product()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.name := private.clean_text(new.name);
  new.sku := nullif(private.clean_code(new.sku), '');
  new.barcode := nullif(private.clean_barcode(new.barcode), '');
  return new;
end;
$$;

create function private.clean_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.sku := nullif(private.clean_code(new.sku), '');
  new.barcode := nullif(private.clean_barcode(new.barcode), '');
  return new;
end;
$$;

-- The conditions that a parcel does not meet; empty when the rule applies.
create or replace function private.unmet_conditions(
  p_conditions jsonb, p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_countries text[] := private.rule_texts(p_conditions, 'allowed_countries');
  v_excluded text[] := private.rule_texts(p_conditions, 'excluded_postcodes');
  v_method text := case when jsonb_typeof(p_conditions -> 'shipping_method') = 'string'
    then nullif(upper(private.clean_text(p_conditions ->> 'shipping_method')), '') end;
begin
  return array_remove(array[
    case when p_subtotal < private.rule_amount(p_conditions, 'min_order_value') then 'min_order_value' end,
    case when p_subtotal > private.rule_amount(p_conditions, 'max_order_value') then 'max_order_value' end,
    case when v_countries is not null
        and (upper(p_country) in (select upper(country) from unnest(v_countries) as country)) is not true
      then 'allowed_countries' end,
    case when v_method not in (upper(p_method.name), upper(p_method.id::text)) then 'shipping_method' end,
    case when exists (
        select from private.match_postcode(p_postcode, v_excluded) as match where coalesce(match.district, match.area) is not null)
      then 'excluded_postcodes' end], null);
end;
$$;

create function private.clean_shipment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.carrier := private.clean_text(new.carrier);
  new.tracking_number := nullif(private.clean_code(new.tracking_number), '');
  return new;
end;
$$;

-- Null when the caller may see no such order: a wrong number and a wrong email look the same. Only wrong attempts count
-- against the limit, so that guessing is slow and reloading is not.
create or replace function private.track_order(p_order_number text, p_contact text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_number text := upper(left(private.clean_code(left(p_order_number, 200)), 40));
  v_contact text := lower(left(private.clean_code(left(p_contact, 600)), 254));
  v_order public.orders;
begin
  perform private.consume_rate_limit('track_address', private.client_address(), 60, interval '15 minutes');
  select * into v_order from public.orders where order_number = v_number;
  if v_order.user_id = (select private.my_user_id()) then
    return private.tracking_of(v_order);
  end if;
  perform private.limit_tracking(v_number, false);
  if v_order.id is not null and v_contact <> '' and (
    lower(v_order.email) = v_contact
    or (private.postcode_compact(v_contact) <> ''
      and private.postcode_compact(v_order.shipping_address ->> 'postal_code') = private.postcode_compact(v_contact)))
  then
    return private.tracking_of(v_order);
  end if;
  perform private.limit_tracking(v_number, true);
  return null;
end;
$$;

create or replace function private.find_promotion(p_code text)
returns public.promotions
language sql
stable
set search_path = ''
as $$ select * from public.promotions where upper(code) = upper(left(private.clean_code(left(p_code, 200)), 80)); $$;

-- Sets or removes (null) the promotion of a checkout without a begun payment; after that the amount is fixed and a new
-- checkout is needed. A refused code leaves the checkout without one.
create or replace function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_state text := 'none';
begin
  if v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  perform private.check_promotion_rate_limit(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or (v_base ->> 'vat_rate')::numeric <> v_session.vat_rate
    or v_base ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_figures := v_base;
  if private.clean_code(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_figures := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address, v_promotion.id);
      if v_figures ->> 'total' = v_base ->> 'total' then
        v_state := 'no_effect';
        v_figures := v_base;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = case when v_state = 'valid' then v_promotion.id end,
    promotion_code = case when v_state = 'valid' then v_promotion.code end,
    discount_amount = coalesce((v_figures ->> 'discount_amount')::numeric, 0),
    tax_amount = (v_figures ->> 'tax_amount')::numeric,
    shipping_amount = (v_figures ->> 'shipping_amount')::numeric,
    total = (v_figures ->> 'total')::numeric
  where id = v_session.id
  returning * into v_session;
  return private.promotion_reply(v_promotion, v_state) || jsonb_build_object(
    'subtotal', v_session.subtotal, 'discount_amount', v_session.discount_amount, 'tax_amount', v_session.tax_amount,
    'shipping_amount', v_session.shipping_amount, 'total', v_session.total);
end;
$$;

-- Normalised: upper case, no separators, O read as 0 and I or L as 1.
create or replace function private.gift_card_hash(p_code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(
    translate(regexp_replace(upper(left(private.clean_code(left(p_code, 200)), 80) collate "C"), '[^A-Z0-9]', '', 'g'), 'OIL', '011'), 'UTF8')), 'hex');
$$;

-- Voids a card and its balance, with the reason.
create or replace function private.void_gift_card(p_id uuid, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason constant text := private.clean_text(p_reason);
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

-- Sets or removes (null) the gift card of a checkout without a begun payment. A gift card cannot buy a gift card.
create or replace function private.apply_gift_card(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_card public.gift_cards;
  v_reply jsonb := jsonb_build_object('state', 'none');
  v_pays numeric := 0;
begin
  if v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  if v_session.kind = 'gift_card' then
    v_reply := jsonb_build_object('state', 'not_for_cards');
  elsif private.clean_code(p_code) <> '' then
    v_card := private.find_gift_card(p_code, p_session_id);
    v_reply := private.gift_card_reply(v_card, p_session_id);
    v_pays := private.gift_card_share(v_session.total, coalesce((v_reply ->> 'available_pence')::integer, 0));
    if v_session.total = 0 and v_reply ->> 'state' = 'valid' then
      v_reply := jsonb_build_object('state', 'not_needed');
    end if;
  end if;
  update public.checkout_sessions
  set gift_card_id = case when v_pays > 0 then v_card.id end, gift_card_hint = case when v_pays > 0 then v_card.hint end, gift_card_amount = v_pays
  where id = v_session.id;
  return v_reply || jsonb_build_object('total', v_session.total, 'gift_card_amount', v_pays, 'due', v_session.total - v_pays);
end;
$$;

-- Counted per statement in sorted order, to prevent deadlocks between bulk inserts.
create or replace function private.limit_contact_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_sent record;
begin
  for v_sent in
    select lower(email) as email, count(*)::integer as letters from new_rows group by 1 order by 1
  loop
    perform private.consume_rate_limit(
      'contact_email', private.caller_and_email(v_sent.email), 5, interval '1 hour', v_sent.letters);
  end loop;
  perform private.consume_rate_limit('contact_address', private.client_address(), 30, interval '1 hour', (select count(*)::integer from new_rows));
  return null;
end;
$$;

-- The acknowledgement repeats nothing of the message, since anyone can enter anyone's address. A message refused by
-- limit_contact_messages rolls it back.
create or replace function private.acknowledge_letters()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject)
  select 'contact_received', email, 'We have received your message'
  from new_rows;
  return null;
end;
$$;

-- A trigger, not a check constraint: staff must be able to mark older messages as read whatever their address.
create or replace function private.check_letter_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.email := private.clean_code(new.email);
  new.name := private.clean_text(new.name);
  new.subject := private.clean_text(new.subject);
  new.message := private.clean_text(new.message);
  if not private.is_email(new.email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return new;
end;
$$;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create or replace function private.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(private.clean_code(p_email));
  v_stock integer;
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  perform private.consume_rate_limit('stock_address', private.client_address(), 30, interval '1 hour');
  perform private.consume_rate_limit('stock_email', private.caller_and_email(v_email), 10, interval '1 hour');
  -- for share: waits for a concurrent stock change, so that no request misses its e-mail.
  perform from public.products where id = p_product_id and is_active for share;
  if not found then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, variant_id, email) values (p_product_id, p_variant_id, v_email)
  on conflict on constraint stock_requests_once do update set created_at = excluded.created_at;
end;
$$;

-- As staff search: without accents and invisible characters, in lower case, on one line.
create or replace function private.plain_text(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return lower(extensions.unaccent(private.clean_code(p_text)));
end;
$$;

-- The words of a text as the index has them and a query asks for them: everything but letters and digits is a separator, since the
-- parser of text search reads "-10", "24/7" and "b.c" otherwise than their parts.
create function private.search_words_of(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return btrim(regexp_replace(private.plain_text(p_text), '[^[:alnum:]]+', ' ', 'g'));
end;
$$;

-- A name as it is looked up whole: its words, or its signs if it has none.
create function private.search_name(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(nullif(private.search_words_of(p_text), ''), private.plain_text(p_text));
end;
$$;

create or replace function private.office_terms(p_product public.products)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(chr(10), private.plain_text(p_product.name), private.plain_text(p_product.sku), p_product.barcode, (
    select string_agg(concat_ws(chr(10), private.plain_text(sku), barcode), chr(10) order by id) from public.product_variants
    where product_id = p_product.id and p_product.options <> '[]'));
$$;

create or replace function private.search_document(p_product public.products)
returns tsvector
language sql
stable
set search_path = ''
as $$
  select setweight(to_tsvector('english', private.search_words_of(p_product.name)), 'A')
    || setweight(to_tsvector('simple', private.search_words_of(p_product.name)), 'A')
    || setweight(to_tsvector('simple', private.search_words_of(
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection,
        case when p_product.options <> '[]' then private.variant_terms(p_product.id) end))), 'B')
    || setweight(to_tsvector('english', private.search_words_of(
      concat_ws(' ', p_product.short_description, p_product.materials, array_to_string(p_product.features, ' ')))), 'C')
    || setweight(to_tsvector('english', private.search_words_of(coalesce(p_product.description, ''))), 'D');
$$;

create or replace function private.product_words(p_product public.products)
returns setof text language sql stable set search_path = '' as $$
  select word
  from unnest(tsvector_to_array(to_tsvector('simple', private.search_words_of(concat_ws(' ', p_product.name, p_product.brand,
    p_product.collection, p_product.short_description, p_product.materials, array_to_string(p_product.features, ' '), p_product.description))))) as word
  where char_length(word) between 2 and 40 and word ~ '^[[:alpha:]]+$';
$$;

create or replace function private.update_search_index()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_changed text := 'select id from new_rows';
begin
  if tg_table_name = 'product_variants' then
    v_changed := case tg_op when 'INSERT' then 'select distinct product_id as id from new_rows'
      when 'DELETE' then 'select distinct product_id as id from old_rows'
      else $sql$
        select distinct new_rows.product_id as id from new_rows join old_rows using (id)
        where (new_rows.sku, new_rows.barcode, new_rows.option_values, new_rows.is_active)
          is distinct from (old_rows.sku, old_rows.barcode, old_rows.option_values, old_rows.is_active)$sql$ end;
  elsif tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.barcode, new_rows.options, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.barcode, old_rows.options, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active, name, created_at, terms)
    select product.id, private.search_document(product), product.is_active, private.search_name(product.name), product.created_at,
      private.office_terms(product)
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active, name = excluded.name,
      terms = excluded.terms
    $sql$, v_changed);
  execute format($sql$
    update private.product_list as listed set terms = known.terms
    from (%s) as changed join private.product_search as known on known.product_id = changed.id
    where listed.product_id = changed.id and listed.terms <> known.terms
    $sql$, v_changed);
  execute format($sql$
    insert into private.search_words (word)
    select distinct word
    from (%s) as changed join public.products as product using (id) cross join lateral private.product_words(product) as word
    order by word
    on conflict (word) do nothing
    $sql$, v_changed);
  return null;
end;
$$;

-- The words of a query, at most eight.
create or replace function private.search_terms(p_query text)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce((string_to_array(nullif(private.search_words_of(left(p_query, 200)), ''), ' '))[:8], '{}');
$$;

-- Ranks the first 500 matches only, so that a common word costs no more than a rare one.
create or replace function private.search_products(p_query text, p_limit integer, p_offset integer)
returns setof public.products language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
-- Two common words that never occur together would otherwise scan the whole table.
set enable_seqscan = off
as $$
declare
  v_all boolean := private.is_staff();
  v_terms text[] := private.search_terms(p_query);
  v_name text := private.search_name(left(p_query, 200));
  -- SKUs from v_start until v_end: all that start so, or without a digit this one alone.
  v_start text := lower(left(private.clean_code(left(p_query, 200)), 64)) collate "C";
  v_end text := v_start || case when v_start ~ '[0-9]' then chr(1114111) else chr(1) end;
  v_query tsquery;
  v_categories uuid[];
begin
  select plan.query, plan.categories into v_query, v_categories from private.search_plan(v_terms) as plan;
  if coalesce(v_name, '') = '' then
    return;
  end if;
  return query
    with found as (
      (select product_id, ts_rank_cd(document, v_query) as rank
        from private.product_search where document @@ v_query and (is_active or v_all) limit 500)
      union all
      (select product_id, 0::real from private.product_search where name = v_name and (is_active or v_all) limit 24)
      union all
      (select id, case when lower(sku) collate "C" = v_start then 9 else 2 end::real from public.products
        where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_end and (is_active or v_all)
        order by lower(sku) collate "C" limit 24)
      union all
      (select product.id, case when variant.is_exact then 9 else 2 end::real
        from (
          select product_id, lower(sku) collate "C" = v_start as is_exact from public.product_variants
          where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_end and (is_active or v_all)
          order by lower(sku) collate "C" limit 24
        ) as variant
        join public.products as product on product.id = variant.product_id
        where product.is_active or v_all)
      union all
      (select product.id, 0.05::real
        from (
          select id from public.categories
          where (id = any (v_categories) or to_tsvector('english', private.search_words_of(name)) @@ v_query) and (is_active or v_all)
          order by position, name, id limit 3
        ) as category
        cross join lateral (
          select id, name, created_at from public.products where category_id = category.id and (is_active or v_all)
          order by created_at desc, id limit 50
        ) as product)
    ), ranked as (
      select product_id, created_at, max(rank) + case when name = v_name then 10 when starts_with(name, v_name) then 1 else 0 end as rank
      from found join private.product_search as known using (product_id) group by product_id, name, created_at
    ), page as (
      select * from ranked order by rank desc, created_at desc, product_id
      limit least(greatest(coalesce(p_limit, 24), 1), 100) offset least(greatest(coalesce(p_offset, 0), 0), 500)
    )
    select product.*
    from page join public.products as product on product.id = page.product_id
    order by page.rank desc, page.created_at desc, page.product_id;
end;
$$;

-- Security definer, since behind row level security a non-leakproof operator uses no index; each function checks for staff.
-- The ILIKE pattern of a query with its wildcards escaped; null when there is nothing to search for.
create or replace function private.search_pattern(p_query text)
returns text
language sql
immutable
set search_path = ''
as $$
  select '%' || regexp_replace(nullif(private.clean_text(left(p_query, 200)), ''), '([\\%_])', '\\\1', 'g') || '%';
$$;

-- Newest first, keyset pagination by created_at and id. A text in more than a thousand rows that is rare among the newest can
-- miss some.
create or replace function private.search_orders(p_query text, p_payment_status text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(private.clean_code(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(v_text);
  v_statuses text[] := array[private.payment_status(p_payment_status)];
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

-- Same search as for orders, without a state.
create or replace function private.search_customers(p_query text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.customers language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(private.clean_text(left(p_query, 200)), '');
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

-- Who has a code: by barcode, else by SKU, else by the path of a product's page ("/products/robe?size=m", where a missing or
-- unknown value leaves all variants). variant_id null stands for everything that is sold of the product.
create or replace function private.code_holders(p_code text)
returns table (matched text, product_id uuid, variant_id uuid)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_barcode text := private.clean_barcode(p_code);
  v_path text[] := regexp_match(p_code, '^/products/([a-z0-9-]{1,220})/?(?:\?([^#]*))?(?:#.*)?$');
begin
  return query
    select 'barcode', product.id, null::uuid from public.products as product where product.barcode = v_barcode
    union all
    select 'barcode', variant.product_id, variant.id from public.product_variants as variant where variant.barcode = v_barcode;
  if found then return; end if;
  return query
    select 'sku', product.id, null::uuid from public.products as product
    where (lower(product.sku) collate "C") = lower(p_code) collate "C"
    union all
    select 'sku', variant.product_id, variant.id from public.product_variants as variant
    where (lower(variant.sku) collate "C") = lower(p_code) collate "C";
  if found then return; end if;
  return query
    select 'address', product.id, chosen.variant_id
    from public.products as product
    left join lateral (
      select variant.id as variant_id from public.product_variants as variant
      where variant.product_id = product.id and private.variant_query(private.chosen_options(product.options, variant.option_values)) = any (
        select string_agg(pair, '&' order by array_position(private.option_names(product.options), split_part(pair, '=', 1)))
        from unnest(string_to_array(coalesce(v_path[2], ''), '&')) as pair
        where split_part(pair, '=', 1) = any (private.option_names(product.options)))
    ) as chosen on true
    where product.slug = v_path[1];
end;
$$;

-- What a scanned or typed code names, for staff; null for an unknown code. At most 100 units: several when the code stands for a
-- product with options, or on more than one. product_id and variant_id are set when there is no doubt.
create or replace function private.find_by_code(p_code text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_code text := private.clean_code(p_code);
  v_found jsonb;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif coalesce(v_code, '') = '' or char_length(v_code) > 1000 then
    perform private.refuse('PT422', 'code must have 1 to 1000 characters', 'code');
  end if;
  select jsonb_build_object(
      'matched', min(unit.matched),
      'product_id', case when count(distinct unit.product_id) = 1 then min(unit.product_id::text) end,
      'variant_id', case when count(*) = 1 then min(unit.variant_id::text) end,
      'units', jsonb_agg(to_jsonb(unit) - array['matched', 'place'] order by unit.name, unit.product_id, unit.place))
  into v_found
  from (
    select distinct on (product.id, variant.id)
      holder.matched, product.id as product_id, variant.id as variant_id, product.slug, product.name,
      private.chosen_options(product.options, variant.option_values) as options,
      coalesce(variant.sku, product.sku) as sku, case when variant.id is null then product.barcode else variant.barcode end as barcode,
      coalesce(variant.price, product.price) as price, coalesce(variant.image, product.images[1]) as image,
      coalesce(variant.inventory_quantity, product.inventory_quantity) as stock,
      coalesce(variant.low_stock_threshold, product.low_stock_threshold) as low_stock_threshold,
      coalesce(variant.track_inventory, product.track_inventory) as track_inventory,
      product.is_active and coalesce(variant.is_active, true) as is_active,
      (select array_agg(array_position(array(select jsonb_array_elements_text(listed.option -> 'values')),
          variant.option_values[listed.nth]) order by listed.nth)
        from jsonb_array_elements(product.options) with ordinality as listed (option, nth)) as place
    from private.code_holders(v_code) as holder
    join public.products as product on product.id = holder.product_id
    left join public.product_variants as variant on variant.product_id = product.id and product.options <> '[]'
      and (holder.variant_id is null or variant.id = holder.variant_id)
    where product.options = '[]' or variant.id is not null
    order by product.id, variant.id
    limit 100
  ) as unit
  having count(*) > 0;
  return v_found;
end;
$$;

-- Notes a failed sign-in with the address of a member of staff, and nothing for any other address. Within an hour only the first,
-- second, fourth, eighth … attempt makes an entry, with their number: a thousand make ten, so a stranger cannot flood the log.
create or replace function private.record_failed_sign_in(p_email text, p_address text)
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
  where account.email = lower(private.clean_code(p_email));
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

create or replace function private.list_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Dynamic, so that it is planned for the rows of this statement, not for those of the connection's first.
  if tg_op = 'INSERT' then
    -- The search index, whose trigger comes first by its name, has name and terms already.
    execute $sql$
      insert into private.product_list (product_id, name, price, stock, category_id, is_active, is_archived, is_featured, has_picture,
        created_at, updated_at, terms)
      select product.id, private.plain_text(product.name), product.price, product.inventory_quantity, coalesce(product.category_id, private.no_category()),
        product.is_active, product.archived_at is not null, product.is_featured, product.images <> '{}', product.created_at,
        product.updated_at, known.terms
      from new_rows as product join private.product_search as known on known.product_id = product.id
      $sql$;
  else
    execute $sql$
      update private.product_list as listed
      set name = case when edited.name = before.name then listed.name else private.plain_text(edited.name) end,
        price = edited.price, stock = edited.inventory_quantity, category_id = coalesce(edited.category_id, private.no_category()),
        is_active = edited.is_active, is_archived = edited.archived_at is not null, is_featured = edited.is_featured,
        has_picture = edited.images <> '{}', created_at = edited.created_at, updated_at = edited.updated_at
      from new_rows as edited join old_rows as before using (id)
      where listed.product_id = edited.id
      $sql$;
  end if;
  return null;
end;
$$;

-- The filter as it is used: known keys with a value only, or a 422 that names the key. An empty text means no filter.
create or replace function private.product_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_text(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key = 'featured' and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'category' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid')
        when 'status' then v_value in ('active', 'inactive', 'archived')
        when 'stock' then v_value in ('out', 'low', 'in')
        when 'featured' then v_value = 'true'
        when 'picture' then v_value = 'without' end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'category' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The fields of each form. lowest, highest: of amounts and whole numbers; of text its length, of lists their entries. bytes: of all
-- entries of a list. Checks of the tables say the same, and would answer with the name of a constraint.
create or replace function private.field_rules(p_subject text)
returns table (field text, label text, kind text, is_required boolean, lowest numeric, highest numeric, bytes integer)
language sql
immutable
set search_path = ''
as $$
  select rule.field, rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes
  from (values
    ('product', 1, 'name', 'Name', 'text', true, 1, 200, null::integer),
    ('product', 2, 'slug', 'Address', 'slug', false, 1, 220, null),
    ('product', 3, 'description', 'Description', 'text', false, 0, 5000, null),
    ('product', 4, 'short_description', 'Short description', 'text', false, 0, 300, null),
    ('product', 5, 'price', 'Price', 'money', true, 0, 100000, null),
    ('product', 6, 'compare_at_price', 'Compare price', 'money', false, 0, 100000, null),
    ('product', 7, 'category_id', 'Category', 'category', false, 0, 0, null),
    ('product', 8, 'is_featured', 'Featured', 'switch', true, 0, 0, null),
    ('product', 9, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('product', 10, 'images', 'Pictures', 'list', true, 0, 20, 20000),
    ('product', 11, 'image_alts', 'Descriptions of the pictures', 'list', true, 0, 20, 10000),
    ('product', 12, 'sku', 'SKU', 'code', false, 1, 64, null),
    ('product', 13, 'barcode', 'Barcode', 'barcode', false, 8, 14, null),
    ('product', 14, 'brand', 'Brand', 'text', false, 0, 120, null),
    ('product', 15, 'collection', 'Collection', 'text', false, 0, 120, null),
    ('product', 16, 'features', 'Features', 'list', true, 0, 30, 10000),
    ('product', 17, 'materials', 'Materials', 'text', false, 0, 2000, null),
    ('product', 18, 'care', 'Care', 'text', false, 0, 2000, null),
    ('product', 19, 'low_stock_threshold', 'Low stock threshold', 'whole', true, 0, 1000000, null),
    ('product', 20, 'track_inventory', 'Low stock alerts', 'switch', true, 0, 0, null),
    ('product', 21, 'options', 'Options', 'options', true, 0, 0, null),
    ('product', 22, 'dimensions', 'Dimensions', 'text', false, 0, 300, null),
    ('product', 23, 'weight_grams', 'Weight', 'whole', false, 1, 100000, null),
    ('product', 24, 'box_contents', 'What is in the box', 'list', true, 0, 20, 5000),
    ('product', 25, 'good_for', 'Good for', 'text', false, 0, 500, null),
    ('product', 26, 'size_guide', 'Size guide', 'table', false, 0, 0, 10000),
    ('variant', 1, 'id', 'Variant', 'id', false, 0, 0, null),
    ('variant', 2, 'option_values', 'Options', 'list', true, 1, 3, 600),
    ('variant', 3, 'sku', 'SKU', 'code', false, 1, 64, null),
    ('variant', 4, 'barcode', 'Barcode', 'barcode', false, 8, 14, null),
    ('variant', 5, 'price', 'Price', 'money', false, 0, 100000, null),
    ('variant', 6, 'compare_at_price', 'Compare price', 'money', false, 0, 100000, null),
    ('variant', 7, 'image', 'Picture', 'text', false, 0, 2048, null),
    ('variant', 8, 'low_stock_threshold', 'Low stock threshold', 'whole', false, 0, 1000000, null),
    ('variant', 9, 'track_inventory', 'Low stock alerts', 'switch', false, 0, 0, null),
    ('variant', 10, 'is_active', 'Active', 'switch', false, 0, 0, null),
    ('variant', 11, 'stock_change', 'Stock', 'whole', false, -1000000, 1000000, null),
    ('category', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('category', 2, 'slug', 'Address', 'slug', false, 1, 140, null),
    ('category', 3, 'description', 'Description', 'text', false, 0, 2000, null),
    ('category', 4, 'image_url', 'Picture', 'text', false, 0, 2048, null),
    ('category', 5, 'image_alt', 'Description of the picture', 'line', false, 0, 300, null),
    ('category', 6, 'is_active', 'Active', 'switch', true, 0, 0, null)
  ) as rule (subject, place, field, label, kind, is_required, lowest, highest, bytes)
  where rule.subject = p_subject
  order by rule.place;
$$;

-- A text as it was given, without what nobody sees.
create function private.clean_value(p_kind text, p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_kind in ('text', 'line', 'list', 'options', 'table') then private.clean_text(p_text)
    when p_kind = 'barcode' then private.clean_barcode(p_text) else private.clean_code(p_text) end;
end;
$$;

-- What is wrong with a value; null when nothing is.
create or replace function private.value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  v_type constant text := jsonb_typeof(p_value);
  v_text constant text := private.clean_value(p_kind, p_value #>> '{}');
  v_size integer;
begin
  if coalesce(v_type, 'null') = 'null' or v_text = '' then
    return case when p_is_required then p_label || ' is required.' end;
  elsif p_kind in ('text', 'line', 'code', 'slug', 'barcode', 'category', 'id') and v_type <> 'string' then
    return p_label || ' must be text.';
  end if;
  case p_kind
    when 'text', 'line', 'code' then
      return case when char_length(v_text) > p_highest
        then format('%s is too long: %s characters, and %s fit.', p_label, char_length(v_text), p_highest) end;
    when 'slug' then
      return case
        when v_text !~ '^[a-z0-9]+(-[a-z0-9]+)*$'
        then format('%s can hold small letters, digits and single hyphens between them, such as silk-eye-mask.', p_label)
        when char_length(v_text) > p_highest then format('%s is too long: %s characters fit.', p_label, p_highest) end;
    when 'barcode' then
      return case when v_text !~ '^[0-9]{8,14}$' then format('%s must have 8 to 14 digits and nothing else.', p_label) end;
    when 'id' then
      return case when not pg_input_is_valid(v_text, 'uuid') then p_label || ' is unknown.' end;
    when 'category' then
      return case when not pg_input_is_valid(v_text, 'uuid') or not exists (select from public.categories where id = v_text::uuid)
        then 'This category no longer exists. Choose another.' end;
    when 'money' then
      if v_type not in ('number', 'string') or v_text !~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$' then
        return p_label || ' must be an amount in pounds, such as 12.50.';
      end if;
      return case
        when v_text::numeric not between p_lowest and p_highest
        then format('%s must be between £%s and £%s.', p_label, p_lowest, to_char(p_highest, 'FM999,999,999'))
        when scale(trim_scale(v_text::numeric)) > 2 then format('%s must be in whole pence, such as 12.50.', p_label) end;
    when 'whole' then
      if v_type not in ('number', 'string') or v_text !~ '^-?[0-9]{1,15}(\.0*)?$' then
        return p_label || ' must be a whole number.';
      end if;
      return case when v_text::numeric not between p_lowest and p_highest
        then format('%s must be between %s and %s.', p_label, to_char(p_lowest, 'FM999,999,990'), to_char(p_highest, 'FM999,999,990')) end;
    when 'switch' then
      return case when v_type <> 'boolean' then p_label || ' must be on or off.' end;
    when 'list' then
      if v_type <> 'array' or exists (select from jsonb_array_elements(p_value) as entry where jsonb_typeof(entry) <> 'string') then
        return p_label || ' must be a list of texts.';
      end if;
      select coalesce(sum(octet_length(entry)), 0) into v_size from jsonb_array_elements_text(p_value) as entry;
      return case
        when jsonb_array_length(p_value) < p_lowest then p_label || ' is required.'
        when jsonb_array_length(p_value) > p_highest then format('%s: %s at most.', p_label, p_highest)
        when v_size > p_bytes then format('%s: the entries are too long together.', p_label) end;
    when 'options' then
      return case when not coalesce(private.is_option_list(p_value), false)
        then 'Options need a name and different values each: three options and 50 values at most.' end;
    else
      return case
        when v_type <> 'object' or jsonb_typeof(p_value -> 'columns') is distinct from 'array'
          or jsonb_typeof(p_value -> 'rows') is distinct from 'array' then p_label || ' must have columns and rows.'
        when octet_length(p_value::text) > p_bytes then p_label || ' is too long.' end;
  end case;
end;
$$;

-- A checked value as it is stored: text without spaces around it, empty text as null. Pictures, their descriptions and the values of a
-- variant keep their places, other lists lose empty entries.
create or replace function private.stored_value(p_kind text, p_field text, p_value jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  v_text constant text := private.clean_value(p_kind, p_value #>> '{}');
begin
  if p_kind = 'line' then
    return to_jsonb(coalesce(v_text, ''));
  elsif v_text is null or v_text = '' then
    return 'null';
  elsif p_kind = 'list' then
    return (
      select coalesce(jsonb_agg(private.clean_text(entry) order by place), '[]')
      from jsonb_array_elements_text(p_value) with ordinality as listed (entry, place)
      where private.clean_text(entry) <> '' or p_field in ('images', 'image_alts', 'option_values'));
  elsif p_kind = 'whole' then
    return to_jsonb(trunc(v_text::numeric)::bigint);
  elsif jsonb_typeof(p_value) = 'string' then
    return to_jsonb(v_text);
  end if;
  return p_value;
end;
$$;

-- The product that has a SKU or barcode already, by name: a scan and an import look at products and variants alike. Variants of one
-- product are told apart by the unique constraint, so that they may swap.
create or replace function private.owner_of_code(p_field text, p_code text, p_product_id uuid, p_is_variant boolean)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_name text;
begin
  if p_code is null then
    return null;
  elsif p_field = 'sku' then
    select name into v_name from public.products where lower(sku) collate "C" = lower(p_code) collate "C" and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where lower(variant.sku) collate "C" = lower(p_code) collate "C" and not (p_is_variant and product.id is not distinct from p_product_id)
    limit 1;
  else
    select name into v_name from public.products where barcode = p_code and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.barcode = p_code and not (p_is_variant and product.id is not distinct from p_product_id)
    limit 1;
  end if;
  return v_name;
end;
$$;

-- Checks and reads the rows of a file all at once: their problems, and their fields as they are stored, by level and under the names of
-- private.field_rules. Missing fields stay as they are; so do empty ones that a record cannot be without. Most cells are plain text,
-- switches or nothing and need no call.
create or replace function private.read_file_rows(p_rows jsonb)
returns table (place bigint, entry jsonb, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb)
language sql
stable
rows 500
set search_path = ''
as $$
  with rules as materialized (
    select known.name, known.level, known.rank, rule.*
    from private.file_columns() with ordinality as known (name, level, field, rank)
    join (
      select 'product' as subject, * from private.field_rules('product')
      union all select 'variant', * from private.field_rules('variant')
    ) as rule on rule.field = known.field and rule.subject = case known.level when 'variant' then 'variant' else 'product' end
    where known.level in ('product', 'unit', 'variant') and known.name <> 'category'
  )
  select listed.place, listed.entry,
    coalesce(known_fields.problems, '[]') || coalesce(unknown.problems, '[]') || coalesce(other.problems, '[]'),
    coalesce(known_fields.product_fields, '{}'), coalesce(known_fields.unit_fields, '{}'), coalesce(known_fields.variant_fields, '{}')
  from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
  cross join lateral (
    select
      jsonb_agg(jsonb_build_object('field', name, 'message', problem) order by rank) filter (where problem is not null) as problems,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'product') as product_fields,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'unit') as unit_fields,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'variant') as variant_fields
    from (
      select cell.*,
        case when not is_plain then private.value_problem(label, kind, is_required, lowest, highest, bytes, value) end as problem
      from (
        select rules.*, given.*, text = '' or kind = 'switch' and jsonb_typeof(value) = 'boolean' or kind = 'list' and value = '[]'
          or kind in ('text', 'code') and jsonb_typeof(value) = 'string' and char_length(text) <= highest as is_plain
        from rules
        cross join lateral (
          select listed.entry -> rules.name as value, coalesce(private.clean_value(kind, listed.entry ->> rules.name), '') as text
        ) as given
        where listed.entry ? rules.name
        offset 0
      ) as cell
      where not (text = '' and (is_required or name = 'slug' or level = 'variant' and kind = 'switch'))
      -- offset 0: each cell is judged once, however often it is named above.
      offset 0
    ) as judged
    cross join lateral (
      select case when not is_plain then private.stored_value(kind, field, value) when text = '' then 'null'
        when kind in ('text', 'code') then to_jsonb(text) else value end as stored
    ) as kept
  ) as known_fields
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', key, 'message', format('There is no field "%s".', left(key, 60)))) as problems
    from jsonb_object_keys(listed.entry) as key
    where key not in (select name from rules union all select unnest(array['category', 'stock', 'options', 'line']))
  ) as unknown
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', field, 'message', message)) as problems
    from (
      select 'stock' as field, private.value_problem('Stock', 'whole', false, 0, 1000000, null, listed.entry -> 'stock') as message
      where coalesce(listed.entry ->> 'stock', '') <> ''
      union all
      select 'category', 'Category must be text.' where jsonb_typeof(listed.entry -> 'category') not in ('string', 'null')
      union all
      select 'options', 'Options need a name and a value each: three at most.'
      where listed.entry ? 'options' and not private.is_option_choice(listed.entry -> 'options')
      offset 0
    ) as checked
    where message is not null
  ) as other;
$$;

-- The same with what the database has for each row: the variant with its SKU, and the product that this variant belongs to, or that has
-- the SKU or the row's address; else one with its name (key: the name where nothing else says which product it is). sku_line: the line
-- before that has the same SKU. All look-ups in one query.
create or replace function private.find_file_rows(p_rows jsonb)
returns table (line integer, entry jsonb, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb, sku text,
  sku_line integer, slug text, key text, option_values text[], stock integer, category text, category_id uuid,
  is_found_by_sku boolean, product public.products, variant public.product_variants)
language sql
stable
rows 500
set search_path = ''
-- An index also where a table was small when it was last counted.
set enable_seqscan = off
as $$
  with read as materialized (
    select read.*, read.problems = '[]' as is_right, nullif(read.unit_fields ->> 'sku', '') as sku, read.product_fields ->> 'slug' as slug,
      case when pg_input_is_valid(read.entry ->> 'line', 'integer') then (read.entry ->> 'line')::integer else read.place end as line,
      case when read.problems = '[]' and jsonb_typeof(read.entry -> 'options') = 'array' and read.entry -> 'options' <> '[]' then array(
        select private.clean_text(option ->> 'value') from jsonb_array_elements(read.entry -> 'options') with ordinality as listed (option, place)
        order by place) end as option_values,
      case when read.problems = '[]' then nullif(private.clean_code(read.entry ->> 'stock'), '')::numeric::integer end as stock,
      case when read.problems = '[]' then nullif(private.clean_text(read.entry ->> 'category'), '') end as category
    from private.read_file_rows(p_rows) as read
  ), keyed as (
    select read.*,
      case when sku is not null and place > first_value(place) over same_sku then first_value(line) over same_sku end as sku_line,
      case when slug is null and (sku is null or option_values is not null) then product_fields ->> 'name' end as key
    from read
    window same_sku as (partition by sku, is_right order by place)
  ), named as materialized (
    select asked.category, found.id
    from (select distinct category from read where category is not null) as asked
    cross join lateral (
      -- Its address, else its name where no other category has it.
      select coalesce((select id from public.categories where slug = asked.category),
        (select min(id::text)::uuid from public.categories where lower(name) = lower(asked.category) having count(*) = 1)) as id
    ) as found
  )
  select keyed.line, keyed.entry, keyed.problems, keyed.product_fields, keyed.unit_fields, keyed.variant_fields, keyed.sku,
    keyed.sku_line, keyed.slug, keyed.key, keyed.option_values, keyed.stock, keyed.category, named.id,
    variant.id is not null or of_sku.id is not null, found, variant
  from keyed
  left join public.product_variants as variant on variant.sku = keyed.sku
  left join public.products as of_sku on of_sku.sku = keyed.sku
  left join public.products as of_slug on of_slug.slug = keyed.slug
  left join lateral (
    select id from public.products where lower(name) = lower(keyed.key)
    order by name = keyed.key desc, sku is null desc, slug = private.slug_of_name(keyed.key, 'product') desc, id limit 1
  ) as of_name on true
  left join public.products as found on found.id = coalesce(variant.product_id, of_sku.id, of_slug.id, of_name.id)
  left join named on named.category = keyed.category
  order by keyed.place;
$$;

-- Adds and changes products by the rows of a file, 500 at most; p_dry: only says what it would do. Rows that are wrong are left out. Safe
-- to run again: then every row is the same. stock is the number that was counted. Answers {lines: [{line, action, name, slug, sku, errors,
-- changes, back_in_stock_letters}], totals}.
create or replace function private.import_products(p_rows jsonb, p_dry boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_plan record;
  v_constraint text;
begin
  perform private.require_right('catalogue');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry where jsonb_typeof(entry) <> 'object') then
    perform private.refuse('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if not coalesce(p_dry, true) then
    -- One import at a time; products are locked by id, as a checkout does.
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
    perform from public.products where id in (
      select product.id from jsonb_array_elements(p_rows) as entry join public.products as product on product.sku = private.clean_code(entry ->> 'sku')
      union all
      select product.id from jsonb_array_elements(p_rows) as entry
      join public.products as product on product.slug = private.clean_code(entry ->> 'slug')
      union all
      select variant.product_id from jsonb_array_elements(p_rows) as entry
      join public.product_variants as variant on variant.sku = private.clean_code(entry ->> 'sku'))
    order by id for no key update;
  end if;
  select * into v_plan from private.plan_import(p_rows);
  if not coalesce(p_dry, true) then
    begin
      perform private.set_movement('adjusted', null, 'Import');
      if v_plan.added is not null then
        perform private.insert_products(v_plan.added);
      end if;
      if v_plan.changed is not null then
        perform private.update_products(v_plan.changed, v_plan.stock_changes);
      end if;
      if v_plan.variants_added is not null then
        perform private.insert_variants(v_plan.variants_added);
      end if;
      if v_plan.variants_changed is not null then
        perform private.update_variants(v_plan.variants_changed, v_plan.variant_stock_changes);
      end if;
      perform private.set_movement(null);
    exception when check_violation or unique_violation or foreign_key_violation then
      get stacked diagnostics v_constraint = constraint_name;
      perform private.refuse_constraint(sqlstate, v_constraint);
    end;
  end if;
  return (
    select jsonb_build_object('lines', v_plan.lines, 'totals', jsonb_build_object(
      'add', count(*) filter (where entry ->> 'action' = 'add'), 'change', count(*) filter (where entry ->> 'action' = 'change'),
      'same', count(*) filter (where entry ->> 'action' = 'same'), 'error', count(*) filter (where entry ->> 'action' = 'error'),
      'back_in_stock_letters', sum((entry ->> 'back_in_stock_letters')::bigint)))
    from jsonb_array_elements(v_plan.lines) as entry);
end;
$$;

-- Checks a filter; keys without a value are left out. q: part of order number or email; payment: pending, succeeded (which includes
-- paid), failed or refunded; status; from and to: days in London, both included; country: two letters; gift_card: paid with one;
-- unshipped: paid and not sent yet.
create or replace function private.order_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_code(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key in ('gift_card', 'unshipped') and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case
        when v_key = 'q' then char_length(v_value) <= 200
        when v_key = 'payment' then v_value in ('pending', 'succeeded', 'failed', 'refunded')
        when v_key = 'status' then v_value in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed')
        when v_key in ('from', 'to') then v_value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
        when v_key = 'country' then v_value ~ '^[A-Z]{2}$'
        when v_key in ('gift_card', 'unshipped') then v_value = 'true' end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', left(v_key, 60), left(v_value, 60)), left(v_key, 60));
    else
      v_filter := v_filter || jsonb_build_object(v_key, v_value);
    end if;
  end loop;
  return v_filter;
end;
$$;

create or replace function private.customer_terms(p_first_name text, p_last_name text, p_email text)
returns text
language sql
stable
set search_path = ''
as $$ select left(concat_ws(chr(10), private.plain_text(p_first_name), private.plain_text(p_last_name), private.plain_text(p_email)), 640); $$;

-- The filter as it is used: known keys with a value only, or a 422 that names the key. An empty text means no filter.
create or replace function private.message_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_code(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'state' then v_value in ('new', 'open', 'answered', 'closed')
        when 'assignee' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid') end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'assignee' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- Answers a message by email; it then counts as answered, and is the author's unless somebody has it. p_key names the answer: the
-- same key sends once. A message takes 50 answers at most.
create or replace function private.answer_message(p_id uuid, p_key uuid, p_text text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_text constant text := private.clean_text(p_text);
  v_message public.contact_messages;
  v_mail uuid;
  v_sent text;
begin
  perform private.require_right('messages');
  if p_key is null then
    perform private.refuse('PT422', 'The answer needs a key.', 'key');
  elsif coalesce(char_length(v_text), 0) not between 1 and 5000 then
    perform private.refuse('PT422', 'Write 1 to 5,000 characters.', 'text');
  end if;
  select * into v_message from public.contact_messages where id = p_id for no key update;
  if v_message.id is null then
    perform private.refuse('PT404', 'This message does not exist.', 'message_not_found');
  end if;
  select text into v_sent from public.contact_replies where id = p_key;
  if v_sent = v_text then
    return;
  elsif v_sent is not null then
    perform private.refuse('PT409', 'Your answer was sent before, in other words. Open the message again to read it.', 'answer_sent');
  elsif not private.is_email(btrim(v_message.email)) then
    perform private.refuse('PT422', 'No email can be sent to this address.', 'email');
  elsif (select count(*) from public.contact_replies where message_id = p_id) >= 50 then
    perform private.refuse('PT409', 'This message has 50 answers already.', 'answers_full');
  end if;
  insert into public.email_outbox (kind, recipient, subject, data)
  values ('contact_reply', btrim(v_message.email), 'Our reply to your message',
    jsonb_build_object('text', v_text, 'question', v_message.message, 'subject', v_message.subject, 'asked_at', v_message.created_at))
  returning id into v_mail;
  insert into public.contact_replies (id, message_id, author, text, mail_id) values (p_key, p_id, (select auth.uid()), v_text, v_mail);
  update public.contact_messages
  set is_read = true, status = 'answered', assignee = coalesce(assignee, (select auth.uid()))
  where id = p_id;
end;
$$;

-- Writes a refund, for callers that have asked for the right. Stock and the gift card's part move at once, money by card when the
-- provider has said so; a simulated provider says so here. Lock order: order, products, counters, gift cards, counters.
create or replace function private.write_refund(
  p_id uuid, p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric, p_reason text, p_restock boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb := coalesce(p_lines, '[]');
  v_hash text := encode(sha256(convert_to(jsonb_build_array(
    p_order, v_lines, p_delivery, p_amount, p_reason, p_restock)::text, 'UTF8')), 'hex');
  v_order public.orders;
  v_known public.refunds;
  v_figures record;
  v_returned integer;
  v_provider text;
begin
  if p_id is null then
    perform private.refuse('PT400', 'A refund needs an id.', 'id');
  elsif char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'The reason is too long.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_known from public.refunds where id = p_id;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.id is not null then
    return private.refund_reply(p_id);
  elsif v_order.payment_status not in ('succeeded', 'refunded') then
    perform private.refuse('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  select * into v_figures from private.refund_figures(v_order, v_lines, p_delivery, p_amount);
  if v_figures.amount = 0 and v_lines = '[]' then
    perform private.refuse('PT422', 'There is nothing to refund.', 'amount');
  end if;
  if v_figures.card > 0 then
    select provider into v_provider from public.payment_attempts
    where checkout_session_id = v_order.checkout_session_id and status = 'succeeded';
    if v_provider is null or v_provider not in ('simulated', 'stripe') then
      perform private.refuse('PT409',
        'The shop does not know who took this payment. Return the money by hand, then set the payment status.', 'provider_unknown');
    end if;
  end if;
  -- Before the refund counts as a claim on the card's part.
  v_returned := case when v_order.gift_card_amount > 0 then private.gift_card_returned(v_order) else 0 end;

  insert into public.refunds (
    id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, provider, request_hash)
  values (p_id, p_order, v_figures.amount * 0.01, v_figures.card * 0.01, v_figures.gift_card * 0.01, v_figures.delivery * 0.01,
    v_figures.tax * 0.01, coalesce(private.clean_text(p_reason), ''), v_provider, v_hash);
  insert into public.refund_lines (refund_id, line, quantity, amount, restock, restocked)
  select p_id, chosen.line, chosen.quantity, chosen.pence * 0.01, chosen.restock, 0
  from private.refund_lines_of(v_order, v_lines, p_restock) as chosen;
  perform private.restock_refund(v_order, p_id);
  perform private.refund_to_gift_card(v_order, v_figures.gift_card, v_returned);
  perform private.end_sold_gift_card(v_order, v_figures.amount);
  perform private.count_refund(p_order, 0, v_figures.gift_card * 0.01);
  if v_provider is null or v_provider = 'simulated' then
    perform private.finish_refund(p_id, 're_sim_' || replace(p_id::text, '-', ''));
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order, 'refund_requested', format('Refund of £%s requested', (v_figures.amount * 0.01)::numeric(10, 2)),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  return private.refund_reply(p_id);
end;
$$;

-- Cancels an order before it is sent, for callers that have asked for the right: its stock returns, the buyer gets a letter with the
-- reason, and with p_refund what was paid is refunded. Cancelled already, it stays as it is.
create or replace function private.cancel_unsent(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_left record;
  v_id uuid := gen_random_uuid();
begin
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif v_order.status = 'cancelled' then
    return jsonb_build_object('status', v_order.status, 'refund', null);
  elsif not private.can_cancel(v_order) then
    perform private.refuse('PT409', 'This order has been sent. What comes back is a return.', 'already_sent');
  end if;
  select * into v_left from private.refund_left(v_order);
  if p_refund and v_left.goods + v_left.delivery > 0 and v_order.payment_status in ('succeeded', 'refunded') then
    perform private.write_refund(v_id, p_order, coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity - refunded) order by line)
        from private.order_lines(v_order) where quantity > refunded), '[]'),
      v_left.delivery * 0.01, (v_left.goods + v_left.delivery) * 0.01, p_reason, true);
  else
    v_id := null;
  end if;
  update public.orders set status = 'cancelled', cancel_reason = private.clean_text(p_reason) where id = p_order;
  return jsonb_build_object('status', 'cancelled', 'refund', case when v_id is not null then private.refund_reply(v_id) end);
end;
$$;

create or replace function private.cancel_order(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  if p_refund then
    perform private.require_right('refunds');
  end if;
  if coalesce(private.clean_text(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'Say why the order is cancelled, in 500 characters at most.', 'reason');
  end if;
  return private.cancel_unsent(p_order, p_reason, p_refund);
end;
$$;

-- Notes that staff have paid a failed refund, or a payment that goes back, by other means, such as a bank transfer. p_note says how.
create or replace function private.pay_refund_otherwise(p_id uuid, p_note text)
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
    perform private.refuse('PT422', 'Say how the money was paid, in 500 characters at most.', 'note');
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
  perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  perform private.queue_refund_mail(bought, v_refund) from public.orders as bought where bought.id = v_refund.order_id;
end;
$$;

-- Gives up the card's part of a failed refund, which is then left to refund again. The gift card's part and the pieces stay: they
-- moved when the refund was made.
create or replace function private.give_up_refund(p_id uuid, p_note text)
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
    perform private.refuse('PT422', 'The note is too long.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_given_up', format('Refund of £%s given up', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', nullif(private.clean_text(p_note), ''), 'actor', (select auth.uid())));
  v_goods := v_refund.gift_card_amount - least(v_refund.delivery_amount, v_refund.gift_card_amount);
  update public.refunds
  set state = 'given_up', settled_at = now(), given_up = card_amount, card_amount = 0, provider = null, last_error = null,
    note = private.clean_text(coalesce(p_note, '')), amount = gift_card_amount, delivery_amount = gift_card_amount - v_goods,
    tax_amount = least(v_goods, private.share_of((tax_amount * 100)::integer, v_goods, amount - delivery_amount) * 0.01)
  where id = p_id returning * into v_refund;
  perform private.queue_refund_mail(bought, v_refund)
  from public.orders as bought where bought.id = v_refund.order_id and not exists (
    select from public.email_outbox
    where order_id = bought.id and kind = 'refund' and data ->> 'refund' = p_id::text);
end;
$$;

-- Asks for a return: the order's owner in time, staff for them at any time. p_id is made by the caller; the same again changes
-- nothing. Of what is unsealed staff decide, line by line, because not all goods are sealed for hygiene.
create or replace function private.request_return(p_id uuid, p_order uuid, p_lines jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is_staff boolean := private.may('orders');
  v_order public.orders;
  v_reason text;
begin
  select * into v_order from public.orders where id = p_order and (v_is_staff or user_id = (select private.require_user())) for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif p_id is null then
    perform private.refuse('PT400', 'A return needs an id.', 'id');
  elsif exists (select from public.returns where id = p_id and order_id = p_order) then
    return p_id;
  end if;
  perform private.consume_rate_limit('request_return', p_order::text, 20, interval '1 hour');
  perform private.require_return_lines(p_lines);
  if exists (
    select from jsonb_array_elements(p_lines) as entry
    where coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(entry ->> 'reason', '') not in ('changed_mind', 'damaged', 'wrong_item', 'faulty')
      or jsonb_typeof(entry -> 'sealed') is distinct from 'boolean'
      or coalesce(jsonb_typeof(entry -> 'comment'), 'string') <> 'string' or char_length(entry ->> 'comment') > 500)
  then
    perform private.refuse('PT422', 'A line needs how many pieces, a reason, and whether its seal is unbroken.', 'lines');
  elsif v_order.status not in ('shipped', 'delivered', 'completed') or (v_order.delivered_at is null and not v_is_staff) then
    perform private.refuse('PT409', 'This order has not been delivered.', 'not_delivered');
  end if;
  select entry ->> 'reason' into v_reason from jsonb_array_elements(p_lines) as entry
  where private.return_until(v_order, entry ->> 'reason') < (now() at time zone 'Europe/London')::date limit 1;
  if v_reason is not null and not v_is_staff then
    perform private.refuse('PT409',
      'The time for returns has passed. If something is wrong, please contact us: your statutory rights are not affected.', 'too_late',
      private.return_until(v_order, v_reason)::text);
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.returnable(v_order) as left_over on left_over.line = (entry ->> 'line')::integer
    where coalesce(left_over.quantity, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.refuse('PT409', 'That is more than can still be sent back.', 'lines_left');
  end if;
  insert into public.returns (id, order_id) values (p_id, p_order);
  insert into public.return_lines (return_id, line, quantity, reason, comment, sealed)
  select p_id, line, quantity, reason, coalesce(private.clean_text(comment), ''), sealed
  from jsonb_to_recordset(p_lines) as chosen (line integer, quantity integer, reason text, comment text, sealed boolean);
  perform private.note_return(v_order, p_id, 'return_requested', 'Return requested');
  return p_id;
end;
$$;

-- Approves or rejects each line. p_lines: [{line, approved}], all of them. A return of which nothing is approved is rejected.
create or replace function private.decide_return(p_id uuid, p_lines jsonb, p_note text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_state text;
begin
  perform private.require_right('orders');
  perform private.require_return_lines(p_lines);
  v_order := private.lock_return(p_id, 'requested');
  if char_length(p_note) > 1000 then
    perform private.refuse('PT422', 'The note is too long.', 'note');
  elsif exists (
    select from public.return_lines as part
    full join jsonb_array_elements(p_lines) as entry on (entry ->> 'line')::integer = part.line and part.return_id = p_id
    where (part.return_id = p_id or part.return_id is null)
      and (part.line is null or jsonb_typeof(entry -> 'approved') is distinct from 'boolean'))
  then
    perform private.refuse('PT422', 'Decide about every line.', 'lines');
  end if;
  update public.return_lines as part set decision = case when chosen.approved then 'approved' else 'rejected' end
  from jsonb_to_recordset(p_lines) as chosen (line integer, approved boolean)
  where part.return_id = p_id and part.line = chosen.line;
  v_state := case when exists (select from public.return_lines where return_id = p_id and decision = 'approved')
    then 'approved' else 'rejected' end;
  if private.clean_text(coalesce(p_note, '')) = '' and exists (select from public.return_lines where return_id = p_id and decision = 'rejected') then
    perform private.refuse('PT422', 'Say why it is rejected: the shopper reads it.', 'note');
  end if;
  update public.returns set state = v_state, note = private.clean_text(coalesce(p_note, '')), decided_at = now() where id = p_id;
  perform private.note_return(v_order, p_id, 'return_' || v_state, format('Return %s', v_state));
  return v_state;
end;
$$;

-- What each row of a file of sent parcels would do: `sent`, `same` when its order already has this parcel, so that a file can be
-- sent again, or `error` with a message and the field it is about.
create or replace function private.plan_sending(p_rows jsonb)
returns table (place bigint, line text, order_number text, order_id uuid, carrier text, tracking_number text, estimated_delivery text,
  outcome text, message text, field text)
language sql
stable
set search_path = ''
as $$
  with given as (
    select entry.place, left(row ->> 'line', 12) as line, upper(left(private.clean_code(row ->> 'order_number'), 40)) as order_number,
      nullif(private.clean_text(row ->> 'carrier'), '') as carrier, nullif(private.clean_code(row ->> 'tracking_number'), '') as tracking_number,
      nullif(private.clean_code(row ->> 'estimated_delivery'), '') as estimated_delivery
    from jsonb_array_elements(p_rows) with ordinality as entry (row, place)
  )
  select given.place, given.line, given.order_number, orders.id, given.carrier, given.tracking_number, given.estimated_delivery,
    case when refusal.message is not null then 'error' when exists (
      select from public.shipments
      where shipments.order_id = orders.id and shipments.tracking_number is not distinct from given.tracking_number
        and (given.tracking_number is not null or shipments.status <> 'processing')) then 'same' else 'sent' end,
    refusal.message, refusal.field
  from given
  left join public.orders on orders.order_number = given.order_number
  left join lateral (
    select rule.message, rule.field
    from (values
      (1, 'order_number', private.sending_refusal(orders)),
      (2, 'carrier', case when given.carrier is null then 'A carrier is needed.'
        when char_length(given.carrier) > 120 then 'A carrier has at most 120 characters.' end),
      (3, 'tracking_number', case when char_length(given.tracking_number) > 120 then 'A tracking number has at most 120 characters.' end),
      (4, 'estimated_delivery', case when not (given.estimated_delivery ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
        and pg_input_is_valid(given.estimated_delivery, 'date'))
        then 'Estimated delivery must be a date such as 2026-12-24 or 24/12/2026.' end),
      (5, 'order_number', case when exists (
        select from given as earlier
        where earlier.order_number = given.order_number and earlier.place < given.place
          and earlier.tracking_number is not distinct from given.tracking_number) then 'The same parcel stands in an earlier row.' end)
    ) as rule (rank, field, message)
    where rule.message is not null order by rule.rank limit 1
  ) as refusal on true;
$$;

-- Marks up to 500 orders as sent: each gets a shipment with its tracking number, moves to shipped, and its buyer an email.
-- @param p_rows [{ line, order_number, carrier, tracking_number?, estimated_delivery? }]
-- @param p_dry says what would be done and changes nothing
-- @returns [{ line, order_number, outcome: sent | same | error, message, field }] in the order of the rows
create or replace function private.mark_orders_sent(p_rows jsonb, p_dry boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_plan jsonb;
  v_new uuid[];
begin
  perform private.require_right('orders');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry where jsonb_typeof(entry) <> 'object') then
    perform private.refuse('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if p_dry is not true then
    perform from public.orders
    where order_number in (select upper(left(private.clean_code(entry ->> 'order_number'), 40)) from jsonb_array_elements(p_rows) as entry)
    order by id for no key update;
  end if;
  v_plan := (select jsonb_agg(to_jsonb(plan) order by plan.place) from private.plan_sending(p_rows) as plan);
  if p_dry is not true then
    -- Shipments first, since the letter names them; then all orders in one statement, which locks the counters once, in order:
    -- the trigger of the shipments would do it order by order, which could deadlock.
    with sent as (
      insert into public.shipments (order_id, carrier, tracking_number, shipping_method, estimated_delivery)
      select orders.id, plan.carrier, plan.tracking_number, orders.shipping_method, plan.estimated_delivery::date
      from jsonb_to_recordset(v_plan) as plan (place bigint, order_id uuid, carrier text, tracking_number text,
        estimated_delivery text, outcome text)
      join public.orders on orders.id = plan.order_id
      where plan.outcome = 'sent'
      order by plan.place
      returning id
    )
    select array_agg(id) into v_new from sent;
    update public.orders set status = 'shipped'
    where status in ('pending', 'processing') and id in (select order_id from public.shipments where id = any (v_new));
    update public.shipments set status = 'shipped' where id = any (v_new);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('line', row -> 'line', 'order_number', row -> 'order_number', 'outcome', row -> 'outcome',
      'message', row -> 'message', 'field', row -> 'field') order by place)
    from jsonb_array_elements(v_plan) with ordinality as entry (row, place));
end;
$$;

-- What is wrong with a value; null when nothing is.
create or replace function private.shipping_value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_text constant text := private.clean_text(p_value #>> '{}');
begin
  if coalesce(jsonb_typeof(p_value), 'null') = 'null' or v_text = '' or p_kind not in ('factor', 'choice', 'object') then
    return private.value_problem(p_label, p_kind, p_is_required, p_lowest, p_highest, p_bytes, p_value);
  elsif p_kind = 'object' then
    return case
      when jsonb_typeof(p_value) <> 'object' then format('%s must be a JSON object, such as {"min_order_value": 25}.', p_label)
      when octet_length(p_value::text) > p_bytes then p_label || ' is too long.' end;
  elsif p_kind = 'choice' then
    return case when v_text not in ('free_shipping', 'discount', 'surcharge', 'restriction')
      then p_label || ' must be free_shipping, discount, surcharge or restriction.' end;
  elsif jsonb_typeof(p_value) not in ('number', 'string') or v_text !~ '^[0-9]{1,15}(\.[0-9]{1,15})?$' then
    return p_label || ' must be a number, such as 1.5.';
  end if;
  return case
    when v_text::numeric not between p_lowest and p_highest
    then format('%s must be between %s and %s.', p_label, p_lowest, to_char(p_highest, 'FM999,999.99'))
    when scale(trim_scale(v_text::numeric)) > 2 then p_label || ' can have two decimals, such as 1.25.' end;
end;
$$;

-- One page of the promotions, newest first. 10,000 are counted, 1,000 of a search; beyond that the total is marked as not exact and the
-- pages end there. One or two signs are searched at the start of the code, more of them anywhere in it.
create or replace function private.office_promotions(p_filter jsonb, p_page integer, p_size integer)
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
  v_query text;
  v_most integer;
  v_total bigint;
  v_found uuid[];
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('promotions');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.refuse('PT422', 'Promotions are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'scheduled', 'live', 'ended', 'used_up', 'off') then
    perform private.refuse('PT422', 'There is no such state of a promotion.', 'state');
  end if;
  v_query := private.search_pattern(upper(left(private.clean_code(v_filter ->> 'q'), 40)));
  if char_length(private.clean_code(v_filter ->> 'q')) < 3 then
    v_query := substr(v_query, 2);
  end if;
  v_most := case when v_query is null then 10000 else 1000 end;
  execute format($sql$
    select count(*), array_agg(promotion_id order by created_at desc, promotion_id)
    from (select promotion_id, created_at from private.promotion_list where %s and %s %s limit %s) as found
    $sql$, private.promotion_condition(v_filter ->> 'state'), case when v_query is null then 'true' else format('code like %L', v_query) end,
    case when v_query is null and v_filter ->> 'state' is null then 'order by created_at desc, promotion_id' end, v_most + 1)
  into v_total, v_found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.promotion_row(promotion, listed) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (promotion_id, place)
    join public.promotions as promotion on promotion.id = wanted.promotion_id
    join private.promotion_list as listed on listed.promotion_id = wanted.promotion_id));
end;
$$;

-- One page of the cards, newest first, found by the first of their last four characters or by an order that bought or used them. 10,000
-- are counted, 1,000 of a search; beyond that the total is marked as not exact and the pages end there.
create or replace function private.office_gift_cards(p_filter jsonb, p_page integer, p_size integer)
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

-- The condition of a filter on public.audit_log: actor, subject (a table), from and to (days in London), or a 422.
create or replace function private.audit_condition(p_filter jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
  v_condition text := 'true';
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_code(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' then
      continue;
    elsif not coalesce(case v_key
        when 'actor' then pg_input_is_valid(v_value, 'uuid')
        when 'subject' then v_value ~ '^[a-z_]{1,60}$'
        when 'from' then v_value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
        when 'to' then v_value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date') end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', left(v_key, 60), left(v_value, 60)), left(v_key, 60));
    end if;
    v_condition := v_condition || case v_key
      when 'actor' then format(' and actor = %L', v_value)
      when 'subject' then format(' and table_name = %L', v_value)
      when 'from' then format(' and created_at >= %L', (v_value::date)::timestamp at time zone 'Europe/London')
      when 'to' then format(' and created_at < %L', (v_value::date + 1)::timestamp at time zone 'Europe/London') end;
  end loop;
  return v_condition;
end;
$$;

-- One page of the emails of a state (waiting, failed, sent), newest first; p_after is the last email of the page before. p_query is the
-- beginning of an address: what it finds is sorted by address, then newest first. The numbers of failed and waiting emails are
-- counted up to 1,001. Emails that need a right the caller lacks are left out.
create or replace function private.office_mail(p_state text, p_query text, p_after uuid, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_status constant text := case p_state when 'waiting' then 'pending' when 'failed' then 'failed' when 'sent' then 'sent' end;
  v_query constant text := lower(private.clean_code(coalesce(p_query, '')));
  v_pattern constant text := regexp_replace(v_query, '([\\%_])', '\\\1', 'g') || '%';
  v_rights constant text[] := private.my_rights();
  v_after public.email_outbox;
  v_found uuid[];
begin
  perform private.require_right('messages');
  if v_status is null then
    perform private.refuse('PT422', 'The state must be waiting, failed or sent.', 'state');
  elsif char_length(v_query) > 254 then
    perform private.refuse('PT422', 'An address has at most 254 characters.', 'query');
  end if;
  select * into v_after from public.email_outbox where id = p_after;
  if v_query = '' then
    v_found := array(
      select id from public.email_outbox
      where status = v_status and private.mail_right(kind, order_id) = any (v_rights)
        and (v_after.id is null or (created_at, id) < (v_after.created_at, v_after.id))
      order by created_at desc, id desc limit v_size + 1);
  else
    v_found := array(
      select id from (
        (select id, lower(recipient) collate "C" as address, created_at from public.email_outbox
          where status = v_status and lower(recipient) collate "C" = lower(v_after.recipient)
            and private.mail_right(kind, order_id) = any (v_rights)
            and lower(recipient) collate "C" like v_pattern and (created_at, id) < (v_after.created_at, v_after.id)
          order by created_at desc, id desc limit v_size + 1)
        union all
        (select id, lower(recipient) collate "C", created_at from public.email_outbox
          where status = v_status and lower(recipient) collate "C" > coalesce(lower(v_after.recipient), '')
            and private.mail_right(kind, order_id) = any (v_rights)
            and lower(recipient) collate "C" like v_pattern
          order by lower(recipient) collate "C", created_at desc, id desc limit v_size + 1)
      ) as letter
      order by address, created_at desc, id desc limit v_size + 1);
  end if;
  return jsonb_build_object(
    'more', cardinality(v_found) > v_size,
    'failed', (
      select count(*) from (
        select from public.email_outbox
        where status = 'failed' and private.mail_right(kind, order_id) = any (v_rights) limit v_most + 1) as counted),
    'waiting', (
      select count(*) from (
        select from public.email_outbox
        where status = 'pending' and private.mail_right(kind, order_id) = any (v_rights) limit v_most + 1) as counted),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', letter.id, 'kind', letter.kind, 'recipient', letter.recipient,
        'subject', letter.subject, 'order_number', bought.order_number, 'attempts', letter.attempts, 'last_error', letter.last_error,
        'next_attempt_at', letter.next_attempt_at, 'sent_at', letter.sent_at, 'created_at', letter.created_at) order by place), '[]')
      from unnest(v_found[:v_size]) with ordinality as wanted (letter_id, place)
      join public.email_outbox as letter on letter.id = wanted.letter_id
      left join public.orders as bought on bought.id = letter.order_id));
end;
$$;

-- By name, sku and barcode; archived products come after others that match as well.
create or replace function private.palette_products(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_text constant text := private.plain_text(p_text);
  v_sku constant text := lower(p_text);
  v_pattern constant text := private.search_pattern(v_text);
  v_found uuid[] := array(
    select product.id from public.products as product
    where lower(product.sku) collate "C" >= v_sku and lower(product.sku) collate "C" < v_sku || chr(1114111)
    order by lower(product.sku) collate "C" limit p_limit)
    || array(
    select variant.product_id from public.product_variants as variant
    where lower(variant.sku) collate "C" >= v_sku and lower(variant.sku) collate "C" < v_sku || chr(1114111)
    order by lower(variant.sku) collate "C" limit p_limit)
    || array(
    select listed.product_id from private.product_list as listed
    where listed.name >= v_text and listed.name < v_text || chr(1114111) and not listed.is_archived
    order by listed.name, listed.product_id limit p_limit);
begin
  if cardinality(v_found) < p_limit and v_text ~ '[[:alnum:]]{3}' then
    v_found := v_found || array(select private.products_with_part(v_pattern, 40));
  elsif cardinality(v_found) < p_limit then
    -- Too few letters for an index.
    v_found := v_found || array(
      select newest.product_id from (
        select listed.product_id, listed.terms from private.product_list as listed
        where not listed.is_archived order by listed.created_at desc, listed.product_id limit 200
      ) as newest where newest.terms like v_pattern limit p_limit);
  end if;
  return query
    select 'product', product.id::text, product.name,
      concat_ws(', ', product.sku, case when product.archived_at is not null then 'archived' when not product.is_active then 'inactive' end),
      case when v_text = any (string_to_array(known.terms, chr(10))) then 0
        when starts_with(known.terms, v_text) or starts_with(lower(product.sku), v_sku) then 1 else 2 end
    from public.products as product join private.product_search as known on known.product_id = product.id
    where product.id = any (v_found)
    order by 5, product.archived_at is not null, product.created_at desc, product.id limit p_limit;
end;
$$;

-- What the palette shows of a text, the best first: of each kind six at most, and only kinds that the caller may see. Of a text
-- longer than 100 characters the start is looked for; of none, nothing.
create or replace function private.office_search(p_text text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 6;
  v_text constant text := left(private.clean_code(left(coalesce(p_text, ''), 400)), 200);
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_text = '' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', found.kind, 'id', found.id, 'title', found.title, 'detail', found.detail,
      'score', found.score) order by found.score, found.of_kind, found.place), '[]')
    from (
      select 1 as of_kind, ranked.* from private.palette_orders(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('orders')
      union all
      select 2, ranked.* from private.palette_products(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      union all
      select 3, ranked.* from private.palette_customers(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('customers')
    ) as found);
end;
$$;

-- Writes the review of one bought line; it can be changed until staff decide about it. Raises 404 for a link or line that is none,
-- 409 when it is decided, 422 with the field as hint.
create or replace function private.write_review(p_token text, p_line integer, p_rating integer, p_body text, p_author text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.order_of_review_link(p_token);
  v_body constant text := private.clean_text(coalesce(p_body, ''));
  v_author constant text := private.clean_text(coalesce(p_author, ''));
begin
  if v_order.id is null then
    perform private.refuse('PT404', 'This link is not valid, or has expired.', 'review_link');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.refuse('PT422', 'Choose one to five stars.', 'rating');
  elsif char_length(v_body) > 2000 then
    perform private.refuse('PT422', 'Please keep it to 2,000 characters.', 'body');
  elsif private.holds_link(v_body) then
    perform private.refuse('PT422', 'Please leave out links and addresses.', 'body');
  elsif char_length(v_author) not between 1 and 40 or private.holds_link(v_author) then
    perform private.refuse('PT422', 'Please give a name of up to 40 characters.', 'author');
  end if;
  insert into public.reviews as review (order_id, line, product_id, variant_name, rating, body, author)
  select v_order.id, bought.line, bought.product_id, left(bought.variant_name, 200), p_rating, v_body, v_author
  from private.reviewable(v_order) as bought where bought.line = p_line
  on conflict (order_id, line) do update
    set rating = excluded.rating, body = excluded.body, author = excluded.author
    where review.state = 'pending';
  if not found then
    if exists (select from public.reviews where order_id = v_order.id and line = p_line) then
      perform private.refuse('PT409', 'We have already read this review, so it can no longer be changed.', 'review_decided');
    end if;
    perform private.refuse('PT404', 'This was not part of your order, or is no longer sold.', 'line');
  end if;
end;
$$;

-- The customer whose account has confirmed this address; null when there is none.
create or replace function private.account_of(p_email text)
returns public.customers
language sql
stable
set search_path = ''
as $$
  select customer.* from public.customers as customer
  join auth.users as account on account.id = customer.user_id
  where lower(customer.email) = lower(private.clean_code(p_email))
    and lower(account.email) = lower(private.clean_code(p_email)) and account.email_confirmed_at is not null
  order by customer.created_at, customer.id
  limit 1;
$$;

-- Names stand in three places that must say the same: the customer, the profile and the provider's details of the user.
create or replace function private.save_profile(p_first_name text, p_last_name text, p_phone text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_first constant text := private.clean_text(coalesce(p_first_name, ''));
  v_last constant text := private.clean_text(coalesce(p_last_name, ''));
  v_phone constant text := nullif(private.clean_text(coalesce(p_phone, '')), '');
begin
  if char_length(v_first) > 100 or char_length(v_last) > 100 then
    perform private.refuse('PT422', 'A name has at most 100 characters.', 'name');
  elsif char_length(v_phone) > 40 or v_phone !~ '^[0-9+()./ -]*$' then
    perform private.refuse('PT422', 'Use digits and spaces for the phone number.', 'phone');
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('first_name', v_first, 'last_name', v_last)
  where id = (select private.require_user());
  update public.customers set first_name = v_first, last_name = v_last, phone = v_phone where id = private.ensure_my_customer();
  update public.profiles set first_name = v_first, last_name = v_last where id = (select private.require_user());
end;
$$;

-- The receipt of a paid order: for its owner by the number, for whoever has the link of its email by the token. Null for
-- everyone else and for every other number and token alike. Refunds are those whose money has moved.
create or replace function private.order_receipt(p_number text, p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if p_token is not null then
    perform private.consume_rate_limit('receipt_link', private.client_address(), 60, interval '15 minutes');
    select bought.* into v_order
    from private.receipt_links as link join public.orders as bought on bought.id = link.order_id
    where link.token_hash = private.token_hash(p_token) and link.created_at > now() - interval '1 year';
  else
    select * into v_order from public.orders
    where order_number = upper(left(private.clean_code(left(p_number, 200)), 40)) and user_id = (select private.require_user());
  end if;
  if v_order.paid_at is null then
    return null;
  end if;
  return jsonb_build_object(
    'order_number', v_order.order_number, 'created_at', v_order.created_at, 'tax_point', v_order.paid_at,
    'currency', v_order.currency, 'items', v_order.items, 'subtotal', v_order.subtotal,
    'discount_amount', v_order.discount_amount, 'promotion_code', v_order.promotion_code, 'vat_rate', v_order.vat_rate,
    'tax_amount', v_order.tax_amount, 'shipping_amount', v_order.shipping_amount, 'total', v_order.total,
    'payment_method', v_order.payment_method, 'gift_card_amount', v_order.gift_card_amount,
    'gift_card_hint', v_order.gift_card_hint, 'billing_address', v_order.billing_address,
    'shipping_address', v_order.shipping_address,
    'refunds', coalesce((
      select jsonb_agg(jsonb_build_object('at', coalesce(refund.settled_at, refund.created_at), 'amount', moved.amount,
        'tax_amount', least(moved.amount, private.share_of((refund.tax_amount * 100)::integer, moved.amount, refund.amount) * 0.01))
        order by coalesce(refund.settled_at, refund.created_at), refund.id)
      from public.refunds as refund
      -- A gift card's part moves at once, a bank card's when the provider has paid.
      cross join lateral (
        select case refund.state when 'succeeded' then refund.amount else refund.gift_card_amount end as amount) as moved
      where refund.order_id = v_order.id and moved.amount > 0), '[]'));
end;
$$;

-- Whether a page is found by this word.
create or replace function private.is_page_word(p_term text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select from private.searchable_pages() as page
    where to_tsvector('english', private.search_words_of(page.title || ' ' || page.words)) @@ plainto_tsquery('english', p_term));
end;
$$;

-- Up to three pages and two categories that a search leads to, pages first, each the best first.
create or replace function private.search_places(p_query text)
returns table (kind text, path text, title text, about text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_terms text[] := private.search_terms(p_query);
  v_plan record;
  v_pages tsquery;
begin
  if cardinality(v_terms) = 0 then
    return;
  end if;
  v_pages := private.page_query(v_terms, false);
  return query select 'page', page.path, page.title, page.about from private.pages_matching(v_pages) as page;
  if not found then
    v_pages := private.page_query(v_terms, true);
    return query select 'page', page.path, page.title, page.about from private.pages_matching(v_pages) as page;
  end if;
  select * into v_plan from private.search_plan(v_terms);
  return query
    select 'category', '/categories/' || category.slug, category.name, coalesce(category.description, '')
    from public.categories as category
    where category.is_active
      and (category.id = any (v_plan.categories) or to_tsvector('english', private.search_words_of(category.name)) @@ v_plan.query)
    order by category.id = any (v_plan.categories) desc, category.position, category.name, category.id
    limit 2;
end;
$$;


revoke all on function private.clean_category(), private.clean_product(), private.clean_variant(), private.clean_shipment() from public;

drop function private.barcode_forms(text);

create trigger clean_text before insert or update of name on public.categories
  for each row execute function private.clean_category();
create trigger clean_text before insert or update of name, sku, barcode on public.products
  for each row execute function private.clean_product();
create trigger clean_text before insert or update of sku, barcode on public.product_variants
  for each row execute function private.clean_variant();
create trigger clean_text before insert or update of carrier, tracking_number on public.shipments
  for each row execute function private.clean_shipment();

-- Of codes that become the same, the one that is right already or else the oldest stays; the log keeps what the others lose.
update public.products set sku = null
from (
  select id, row_number() over (partition by private.clean_code(sku) order by sku = private.clean_code(sku) desc, created_at, id) as place
  from public.products where sku is not null
) as ranked
where products.id = ranked.id and ranked.place > 1;
update public.products set barcode = null
from (
  select id,
    row_number() over (partition by private.clean_barcode(barcode) order by barcode = private.clean_barcode(barcode) desc, created_at, id) as place
  from public.products where barcode is not null
) as ranked
where products.id = ranked.id and ranked.place > 1;
update public.product_variants set sku = null
from (
  select id, row_number() over (partition by private.clean_code(sku) order by sku = private.clean_code(sku) desc, created_at, id) as place
  from public.product_variants where sku is not null
) as ranked
where product_variants.id = ranked.id and ranked.place > 1;

-- The triggers above clean them.
update public.products set name = name, sku = sku, barcode = barcode
where private.clean_text(name) <> '' and (name, sku, barcode)
  is distinct from (private.clean_text(name), private.clean_code(sku), private.clean_barcode(barcode));
update public.product_variants set sku = sku, barcode = barcode
where (sku, barcode) is distinct from (private.clean_code(sku), private.clean_barcode(barcode));
update public.categories set name = name where private.clean_text(name) not in (name, '');
update public.shipments set tracking_number = tracking_number
where tracking_number is distinct from nullif(private.clean_code(tracking_number), '');

create index product_search_name on private.product_search (name);

update private.product_search as known
set document = private.search_document(product), name = private.search_name(product.name), terms = private.office_terms(product)
from public.products as product where product.id = known.product_id;
update private.product_list as listed set name = private.plain_text(product.name), terms = known.terms
from public.products as product join private.product_search as known on known.product_id = product.id
where product.id = listed.product_id;
insert into private.search_words (word)
select distinct word from public.products as product cross join lateral private.product_words(product) as word
on conflict (word) do nothing;
update private.customer_list as listed
set terms = private.customer_terms(customer.first_name, customer.last_name, customer.email)
from public.customers as customer where customer.id = listed.customer_id;
