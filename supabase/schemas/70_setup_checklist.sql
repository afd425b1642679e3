-- What a new shop still needs before it trades, as far as the database knows; tools/start/trading-readiness.ts has the same rules.

-- The members of staff who have dismissed the list.
create table private.setup_dismissals (
  user_id uuid primary key references auth.users (id) on delete cascade,
  dismissed_at timestamptz not null default now()
);

revoke all on table private.setup_dismissals from public;

-- Whether an email address is kept for examples (RFC 2606): no email ever arrives there.
create function private.is_example_address(p_address text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select btrim(p_address) ~* '(^|[@.])(test|example|invalid|localhost|example\.(com|net|org))$'; $$;

-- Whether the seller is named as the law asks, by facts that are not the examples a shop begins with.
create function private.business_is_named()
returns boolean
language sql
stable
set search_path = ''
as $$
  select btrim(private.setting_text('business.name', 'Aurelle & Moss')) <> ''
    and btrim(address) <> '' and address <> '1 Example Street, London EC1A 1AA, United Kingdom'
    and btrim(email) <> '' and not private.is_example_address(email)
  from (values (private.setting_text('business.address', ''), private.setting_text('business.email', ''))) as fact (address, email);
$$;

create function private.vat_number_is_uk()
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_uk_vat_number(private.setting_text('business.vatNumber', ''));
$$;

-- The items that the caller may do something about, in the order in which they are best done, each with the right it needs.
create function private.setup_items()
returns table (place integer, key text, needs text, done boolean)
language sql
stable
set search_path = ''
as $$
  select 1, 'business', 'settings', private.business_is_named() and private.vat_number_is_uk()
  union all
  select 2, 'product', 'catalogue', exists (
    select from private.product_list where is_active and not is_archived and has_picture)
  union all
  select 3, 'shipping', 'shipping', exists (select from public.shipping_zones where is_active)
    and exists (select from public.shipping_methods where is_active)
  union all
  select 4, 'payment', 'money_settings', coalesce(private.payment_provider() = 'stripe', false)
  union all
  select 5, 'email', 'settings', exists (select from public.email_outbox where status = 'sent')
  union all
  -- The legal pages name the seller, and no page shows an invented rating or a sample of tracking.
  select 6, 'legal', 'settings', private.business_is_named() and private.setting_text('tracking.mode', 'live') = 'live'
    and not exists (select from public.shop_settings where key = 'reviews.placeholder' and value = 'true'::jsonb);
$$;

create function private.setup_checklist()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return jsonb_build_object(
    'dismissed', exists (select from private.setup_dismissals where user_id = (select auth.uid())),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('key', key, 'done', done) order by place), '[]')
      from private.setup_items() where private.may(needs)));
end;
$$;

grant execute on function private.setup_checklist() to authenticated, service_role;

create function public.setup_checklist()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.setup_checklist(); $$;

grant execute on function public.setup_checklist() to authenticated, service_role;

-- Hides the list from the caller, or shows it again.
create function private.dismiss_setup(p_dismissed boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif coalesce(p_dismissed, true) then
    insert into private.setup_dismissals (user_id) values ((select auth.uid())) on conflict (user_id) do nothing;
  else
    delete from private.setup_dismissals where user_id = (select auth.uid());
  end if;
end;
$$;

grant execute on function private.dismiss_setup(boolean) to authenticated, service_role;

create function public.dismiss_setup(p_dismissed boolean default true)
returns void
language sql
set search_path = ''
as $$ select private.dismiss_setup(p_dismissed); $$;

grant execute on function public.dismiss_setup(boolean) to authenticated, service_role;
