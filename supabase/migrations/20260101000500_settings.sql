-- The choices the shop leaves open, one row a choice; keys as in libs/settings ("pricing.factor").

create table public.shop_settings (
  key text primary key check (key ~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$' and char_length(key) <= 80),
  value jsonb not null check (octet_length(value::text) <= 2000),
  updated_at timestamptz not null default now()
);

create trigger touch before update on public.shop_settings for each row execute function private.touch_updated_at();

-- A number outside its kind must not stop sales: it falls back like a missing row.
create function private.setting_number(p_key text, p_default numeric)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select (value #>> '{}')::numeric from public.shop_settings where key = p_key and jsonb_typeof(value) = 'number'),
    p_default);
$$;

create function private.setting_text(p_key text, p_default text)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select value #>> '{}' from public.shop_settings where key = p_key and jsonb_typeof(value) = 'string'),
    p_default);
$$;

revoke all on function private.setting_number(text, numeric), private.setting_text(text, text) from public;

alter table public.shop_settings enable row level security;
revoke all on table public.shop_settings from anon, authenticated;
grant select on table public.shop_settings to anon, authenticated;
grant insert (key, value), update (value), delete on table public.shop_settings to authenticated;
grant all on table public.shop_settings to service_role;

create policy "Anyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
create policy "Staff add settings" on public.shop_settings for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change settings" on public.shop_settings for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete settings" on public.shop_settings for delete to authenticated using ((select private.is_staff()));
