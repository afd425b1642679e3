-- The fewest characters of a shopper's new password become a setting.
insert into private.setting_rules (key, kind, min_value, max_value, decimals)
values ('auth.passwordMinimum', 'number', 6, 72, 0);
