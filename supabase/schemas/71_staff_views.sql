-- Saved views: filters, order and columns of a list of the back office, by name. Each member of staff keeps their own; shared ones
-- are offered to everybody who may open the list.

create table public.staff_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  screen text not null check (screen in ('products', 'orders', 'customers', 'messages')),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  -- The list's part of the address, such as "status=pending&unshipped=true". The screen reads it as it reads its own address.
  query text not null default '' check (char_length(query) <= 1000),
  -- Columns that are hidden.
  columns text[] not null default '{}'
    check (array_position(columns, null) is null and cardinality(columns) <= 20 and octet_length(array_to_string(columns, '')) <= 600),
  shared boolean not null default false,
  -- How its owner wants the list opened.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index staff_views_by_name on public.staff_views (owner, screen, lower(name));
create unique index staff_views_default on public.staff_views (owner, screen) where is_default;
create index staff_views_shared on public.staff_views (screen, lower(name)) where shared;

create trigger set_updated_at before update on public.staff_views for each row execute function private.set_updated_at();

alter table public.staff_views enable row level security;
revoke all on table public.staff_views from anon, authenticated;
grant all on table public.staff_views to service_role;
grant select, delete, insert (owner, screen, name, query, columns, shared, is_default), update (name, query, columns, shared, is_default)
  on table public.staff_views to authenticated;

create policy "Staff read their own views" on public.staff_views for select to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));
create policy "Staff add views of their own" on public.staff_views for insert to authenticated
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "Staff change their own views" on public.staff_views for update to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()))
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "Staff delete their own views" on public.staff_views for delete to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));

-- Nobody keeps more than 50 views of a list, and a new default takes the place of the last one.
create function private.check_staff_view()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    return new;
  end if;
  -- One change of a person's views at a time, so that two defaults or two last views cannot meet.
  perform pg_advisory_xact_lock(hashtextextended('staff_views:' || new.owner, 0));
  if tg_op = 'INSERT' and (
      select count(*) from public.staff_views as kept where kept.owner = new.owner and kept.screen = new.screen) >= 50 then
    perform private.reject('PT409', 'You have 50 views of this list. Delete one first.', 'too_many_views');
  end if;
  if new.is_default then
    update public.staff_views as other set is_default = false
    where other.owner = new.owner and other.screen = new.screen and other.is_default and other.id <> new.id;
  end if;
  return new;
end;
$$;

create trigger check_staff_view before insert or update on public.staff_views
  for each row when (current_user = 'authenticated') execute function private.check_staff_view();

-- Members with the right to change settings may share views.
create trigger require_right_to_share before insert or update on public.staff_views
  for each row when (current_user = 'authenticated' and new.shared) execute function private.require_right_to_write('settings');

-- The views that a member of staff may choose on a list: their own and, if they may open the list, those that others share.
create function private.saved_views(p_screen text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_right constant text := case when p_screen in ('orders', 'customers', 'messages') then p_screen end;
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_screen is null or p_screen not in ('products', 'orders', 'customers', 'messages') then
    perform private.reject('PT422', 'There is no such list.', 'screen');
  elsif v_right is not null then
    perform private.require_right(v_right);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', view.id, 'name', view.name, 'query', view.query, 'columns', view.columns,
      'shared', view.shared, 'is_default', view.is_mine and view.is_default, 'is_mine', view.is_mine,
      'by', (select btrim(concat_ws(' ', member.first_name, member.last_name)) from public.admin_users as member
        where member.user_id = view.owner)) order by view.is_mine desc, lower(view.name), view.id), '[]')
    from (
      select own.*, true as is_mine from public.staff_views as own where own.owner = (select auth.uid()) and own.screen = p_screen
      union all
      -- Those of somebody who has left are no longer offered.
      (select other.*, false from public.staff_views as other
        where other.shared and other.screen = p_screen and other.owner <> (select auth.uid())
          and exists (select from public.admin_users as member where member.user_id = other.owner and member.is_active)
        order by lower(other.name), other.id limit 100)
    ) as view);
end;
$$;

grant execute on function private.saved_views(text) to authenticated, service_role;

create function public.saved_views(p_screen text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.saved_views(p_screen); $$;

grant execute on function public.saved_views(text) to authenticated, service_role;
