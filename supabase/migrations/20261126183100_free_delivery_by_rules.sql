-- From which subtotal delivery is free is what the shipping rules grant; a setting beside them could promise another amount.

delete from public.shop_settings where key = 'shipping.freeFrom';
delete from private.setting_rules where key = 'shipping.freeFrom';
