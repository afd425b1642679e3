-- Anyone may enter anyone's address. What they enter besides reaches that mailbox in a gift card's letter alone, and never
-- as a link; the acknowledgement of a message carries none of it.

-- Whether mail programs would make a link of any part of a text: web and e-mail addresses, telephone numbers. The browser has
-- the same rule (holdsLink in libs/settings), and a test holds the two together.
create function private.holds_link(p_text text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_visible constant text := regexp_replace(p_text collate "C",
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g');
  v_letter constant text := 'A-Za-z\u00C0-\u1FFF\u2460-\u24FF\u2C00-\u2DFF\u3041-\uD7FF\uF900-\uFAFF'
    || '\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC\U0001D400-\U0001D7FF';
  v_dot constant text := '.\u2024\u3002\uFE52\uFF0E\uFF61';
  v_at constant text := '@\uFE6B\uFF20';
  v_between constant text := ' \u00A0\u2000-\u200A\u2010-\u2015\u202F()./+\-';
begin
  return coalesce(
    v_visible collate "C" ~ format('[^\u0001-\u0020%1$s][%1$s][%2$s]{2}', v_dot, v_letter)
      or v_visible collate "C" ~ format('[^\u0001-\u0020%1$s][%1$s][^\u0001-\u0020]', v_at)
      or v_visible collate "C" ~ '[:\uFF1A][/\\\uFF0F]{2}'
      or v_visible collate "C" ~ '([Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]|[Ss][Mm][Ss])[:\uFF1A][^\u0001-\u0020]'
      or v_visible collate "C" ~ format('\\\\[%s]', v_letter)
      or v_visible collate "C" ~ '([0-9]{1,3}[.]){3}[0-9]'
      or v_visible collate "C" ~ format('([0-9\uFF10-\uFF19][%s]{0,2}){8,}[0-9\uFF10-\uFF19]', v_between),
    false);
end;
$$;

-- What a browser may ask for: whole pounds from 25 to 500, to the buyer or to somebody else, with a few words.
create or replace function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_first text;
  v_last text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_first := private.field(p_details, 'first_name', 100);
  v_last := private.field(p_details, 'last_name', 100);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  v_message := private.field(p_details, 'message', 300, false);
  if v_recipient is not null and not private.is_email(v_recipient) then
    perform private.refuse('PT422', 'Email is invalid', 'recipient_email');
  elsif private.holds_link(v_message) then
    perform private.refuse('PT422', 'The message must hold no web address, email address or phone number.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.refuse('PT422', 'A name must hold no web address, email address or phone number.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.limit_rate('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    v_email, v_first, v_last, '{}', '{}',
    v_amount, 0, 0, v_amount,
    jsonb_build_array(jsonb_build_object(
      'product_id', null, 'gift_card', true, 'product_name', 'Gift card', 'name', 'Gift card', 'sku', null, 'quantity', 1,
      'unit_price', v_amount, 'price', v_amount, 'total_price', v_amount)),
    jsonb_build_object('shipping_method', 'By e-mail', 'gift_card',
      jsonb_build_object('pence', v_amount * 100, 'recipient', v_recipient, 'message', v_message)),
    (select auth.uid()), v_customer)
  returning * into v_session;
  return v_session;
end;
$$;

-- Who writes to the shop is told that it arrived, and nothing else: a subject would be a stranger's words to whoever's
-- address was entered. What limit_letters refuses takes its letter back with it.
create or replace function private.acknowledge_letters()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject)
  select 'contact_received', btrim(email), 'We have received your message'
  from new_rows;
  return null;
end;
$$;

revoke all on function private.holds_link(text) from public;
