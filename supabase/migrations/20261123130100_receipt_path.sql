-- Receipts are pages of the account.
update public.remotes
set mounts = '{/auth,/account,/orders,/create-account,/receipt,/review,/track-order}'
where name = 'mf-account' and not '/receipt' = any (mounts);
