-- An action of shipping rules without a price of its own raises an error.

-- The exact price after each action of a rule, in the order in which they apply: [{action, price}].
create or replace function private.action_steps(p_price numeric, p_actions jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_price numeric := p_price;
  v_steps jsonb := '[]';
  v_action text;
  v_amount numeric;
begin
  foreach v_action in array
    array['free_shipping', 'discount_amount', 'discount_percentage', 'surcharge_amount', 'surcharge_percentage']
  loop
    v_amount := case when v_action <> 'free_shipping' then private.rule_amount(p_actions, v_action)
      when p_actions -> v_action = 'true'::jsonb then 0 end;
    continue when v_amount is null;
    -- Without an else, which makes an action that is not here an error.
    case v_action
      when 'free_shipping' then v_price := 0;
      when 'discount_amount' then v_price := greatest(0, v_price - v_amount);
      when 'discount_percentage' then v_price := greatest(0, v_price * (1 - v_amount * 0.01));
      when 'surcharge_amount' then v_price := v_price + v_amount;
      when 'surcharge_percentage' then v_price := v_price * (1 + v_amount * 0.01);
    end case;
    v_steps := v_steps || jsonb_build_object('action', v_action, 'price', trim_scale(v_price)::text);
  end loop;
  return v_steps;
end;
$$;
