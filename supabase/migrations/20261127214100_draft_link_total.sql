-- A draft says what the link of its customer asks for, and an order of an account offers no other.
create or replace function private.make_staff_checkout(
  p_lines jsonb, p_buyer jsonb, p_address jsonb, p_billing jsonb, p_method uuid, p_origin text, p_until timestamptz, p_hold boolean,
  p_promotion uuid default null, p_gift_card uuid default null)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_buyer constant jsonb := jsonb_build_object(
    'email', private.email_field(p_buyer),
    'first_name', private.field(p_buyer, 'first_name', 100),
    'last_name', private.field(p_buyer, 'last_name', 100),
    'phone', private.field(p_buyer, 'phone', 40, false));
  v_address constant jsonb := private.address_field(p_address, v_buyer);
  v_billing constant jsonb := case when jsonb_typeof(p_billing) = 'object' then private.address_field(p_billing, v_buyer) else v_address end;
  v_figures jsonb;
  v_card public.gift_cards;
  v_pays numeric := 0;
  v_session public.checkout_sessions;
begin
  if coalesce(p_lines, '[]') = '[]' then
    perform private.reject('PT409', 'Add at least one product.', 'lines');
  end if;
  perform private.require_order_limits(p_lines);
  -- Two that take the last piece: the second waits here and then finds the first one's hold.
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_lines) as entry)
  order by id for no key update;
  perform private.require_stock(p_lines);
  v_figures := private.checkout_figures(p_lines, p_method, v_address, p_promotion);
  if v_figures ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'This shipping method is not available for the address.', 'method_unavailable', v_figures::text);
  end if;
  if p_gift_card is not null then
    select * into v_card from public.gift_cards where id = p_gift_card for no key update;
    v_pays := private.gift_card_share((v_figures ->> 'total')::numeric, private.gift_card_available(v_card, null));
  end if;
  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address, subtotal, vat_rate, tax_amount, shipping_amount, total,
    discount_amount, promotion_id, promotion_code, gift_card_id, gift_card_hint, gift_card_amount,
    cart_items, metadata, shipping_method_id, user_id, customer_id, expires_at)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone', v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric, (v_figures ->> 'total')::numeric,
    coalesce((v_figures ->> 'discount_amount')::numeric, 0), p_promotion, v_figures ->> 'promotion_code',
    case when v_pays > 0 then v_card.id end, case when v_pays > 0 then v_card.hint end, v_pays,
    v_figures -> 'cart_items',
    jsonb_build_object('by_staff', p_origin, 'shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', p_method)
      || private.arrival_of(p_method, v_address)
      -- Whoever has the link is not offered an account for the order of one.
      || case when p_buyer ->> 'user_id' is null then '{}' else jsonb_build_object('has_account', true) end,
    p_method, (p_buyer ->> 'user_id')::uuid, (p_buyer ->> 'customer_id')::uuid, p_until)
  returning * into v_session;
  if p_hold then
    perform private.hold_stock(v_session, p_until);
    perform private.hold_promotion(v_session, null, p_until);
  end if;
  return v_session;
end;
$$;

create or replace function private.draft_reply(p_draft private.draft_orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(p_draft) || jsonb_build_object(
    -- Until the sweep has ended it, a link that is over is still there.
    'state', case when p_draft.state = 'sent' and p_draft.link_expires_at <= now() then 'open' else p_draft.state end,
    'author_name', (select nullif(btrim(concat_ws(' ', first_name, last_name)), '') from public.admin_users where user_id = p_draft.author),
    'link_total', (select total from public.checkout_sessions where session_id = p_draft.checkout_session_id),
    'order_number', (select order_number from public.orders where id = p_draft.order_id));
$$;

create or replace function private.save_draft(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old private.draft_orders;
  v_new private.draft_orders;
begin
  perform private.require_right('orders');
  if p_id is not null then
    v_old := private.lock_draft(p_id, p_version);
    if v_old.state = 'sent' and v_old.link_expires_at > now() then
      perform private.reject('PT409', 'The customer can pay this draft. End its payment link to change it.', 'draft_sent');
    end if;
  end if;
  v_new := private.draft_of(p_fields, v_old);
  if num_nonnulls(v_new.discount_percent, v_new.discount_pence) = 1 then
    if v_new.discount_reason is null then
      perform private.reject('PT422', 'Say why you give this discount.', 'discount_reason');
    elsif (v_new.discount_percent, v_new.discount_pence) is distinct from (v_old.discount_percent, v_old.discount_pence) then
      perform private.require_right('discounts');
    end if;
  end if;
  if p_id is null then
    insert into private.draft_orders (author) values ((select auth.uid())) returning id into v_new.id;
  end if;
  update private.draft_orders set
    customer_id = v_new.customer_id, email = v_new.email, first_name = v_new.first_name, last_name = v_new.last_name, phone = v_new.phone,
    shipping_address = v_new.shipping_address, billing_address = v_new.billing_address, lines = v_new.lines,
    shipping_method_id = v_new.shipping_method_id, note = v_new.note, discount_percent = v_new.discount_percent,
    discount_pence = v_new.discount_pence, discount_reason = v_new.discount_reason
  where id = v_new.id returning * into v_new;
  return private.draft_reply(v_new);
end;
$$;

-- The service, which writes the table itself, may not call functions of this schema.
create or replace function private.require_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.user_id is null and new.kind = 'goods' and not new.metadata ? 'by_staff'
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.reject('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;
