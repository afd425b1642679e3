-- A promotion whose uses nothing bounds is not locked by each payment with it.
set check_function_bodies = off;

-- Checks stock, prices and promotion again at payment. A promotion held by this checkout stays valid until the hold ends, even if
-- it has expired since. The total that the buyer has seen stays, even where an automatic promotion began since.
create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has no stock, no changing price and no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart, so that one cart is not bought twice.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    -- Uses are counted one after the other; where nothing bounds them no order waits for another.
    perform from public.promotions
    where id = p_session.promotion_id and num_nonnulls(uses_limit, uses_per_customer) > 0 for no key update;
    select * into v_promotion from public.promotions where id = p_session.promotion_id;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    if v_state = 'valid' then
      v_figures := private.with_promotion(v_figures, v_promotion);
    else
      v_figures := private.with_promotion(v_figures,
        private.automatic_promotion(v_figures, p_session.user_id, p_session.email, p_session.session_id));
      if not v_promotion.is_automatic then
        v_figures := v_figures || jsonb_build_object('promotion_rejected', v_state, 'minimum_pence', v_promotion.minimum_pence);
      end if;
    end if;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
    or (not private.is_by_staff(p_session) and exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.variant_id is not distinct from (entry ->> 'variant_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart))))
  then
    perform private.reject('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;
