-- The token of a session that has ended reads and changes nothing personal any more, though it has not expired.

set check_function_bodies = off;

-- The caller's user while the session of their token is open: a token outlives its session by up to an hour. One that names no session
-- was made with the signing key instead of a sign-in, and stands for its user.
create function private.my_user_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when session is null or exists (
      select from auth.sessions where id = session and user_id = caller and (not_after is null or not_after > now())) then caller end
  from (select (select auth.uid()) as caller, private.my_session_id() as session) as token;
$$;

-- The same for functions, which say that the session has ended instead of finding nothing. Null for a visitor who is not signed in.
create function private.require_user()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := private.my_user_id();
begin
  if v_user is null and (select auth.uid()) is not null then
    perform private.refuse('PT401', 'You have been signed out. Please sign in again.', 'session_ended');
  end if;
  return v_user;
end;
$$;

create or replace function private.is_staff()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admin_users where user_id = (select private.my_user_id()) and is_active);
$$;

-- Whether the caller has a right. Reading the catalogue, inactive products included, needs none but being staff.
create or replace function private.may(p_right text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.user_may((select private.my_user_id()), p_right);
$$;

-- Raises 403 unless the caller has the right, 401 if their session has ended.
create or replace function private.require_right(p_right text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_user();
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif not private.may(p_right) then
    perform private.refuse('PT403', 'Your role does not allow this. A super admin can do it, or change your role.', 'not_allowed');
  end if;
end;
$$;

-- The caller's rights; none for anyone who is not staff. Of staff a session that has ended is refused, so that they learn what ended:
-- the session, or their access.
create or replace function private.my_rights()
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if exists (select from public.admin_users where user_id = (select auth.uid()) and is_active) then
    perform private.require_user();
  end if;
  return (
    select coalesce(array_agg(name order by place), '{}')
    from unnest(private.all_rights()) with ordinality as known (name, place)
    where private.may(name));
end;
$$;

create or replace function private.my_customer_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.customers where user_id = (select private.my_user_id());
$$;

-- Merges a guest's list, newest first, into the caller's own, without products no longer sold and up to the limit. It comes
-- from the browser's storage, so every entry is validated.
create or replace function public.wishlist_merge(p_products jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into public.wishlist_items (user_id, product_id)
  select private.require_user(), arriving.product_id
  from (
    select wish.product_id, min(wish.place) as place
    from (
      select case when entry ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then entry::uuid end as product_id, place
      from jsonb_array_elements_text(case when jsonb_typeof(p_products) = 'array' then p_products else '[]' end)
        with ordinality as given (entry, place)
      limit 100
    ) as wish
    join public.products as product on product.id = wish.product_id and product.is_active
    where not exists (
      select from public.wishlist_items as known where known.user_id = (select private.my_user_id()) and known.product_id = wish.product_id)
    group by wish.product_id
    order by place
    limit (select greatest(0, 100 - count(*)) from public.wishlist_items where user_id = (select private.my_user_id()))
  ) as arriving
  order by arriving.place desc
  on conflict do nothing;
$$;

-- Makes the caller staff, if the link is valid and theirs: their confirmed address is the one that was invited. Answers "joined",
-- "other_address", or what the link is worth; raises nothing, so that wrong attempts count against the rate limit.
create or replace function private.accept_invitation(p_token text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
  v_state text;
begin
  perform private.require_user();
  perform private.consume_rate_limit('invitation', private.client_address(), 60, interval '15 minutes');
  -- In the order of set_staff: members before invitations.
  perform from public.admin_users where user_id = (select auth.uid()) for no key update;
  select * into v_invitation from public.staff_invitations where token_hash = private.token_hash(p_token) for no key update;
  v_state := private.invitation_state(v_invitation);
  if v_state <> 'valid' then
    return v_state;
  elsif not exists (
    select from auth.users
    where id = (select auth.uid()) and lower(email) = v_invitation.email and email_confirmed_at is not null) then
    return 'other_address';
  end if;
  -- Whoever works here keeps their role; whoever worked here gets the one they are invited to.
  insert into public.admin_users as member (user_id, first_name, last_name, role)
  values ((select auth.uid()), v_invitation.first_name, v_invitation.last_name, v_invitation.role)
  on conflict (user_id) do update set role = excluded.role, is_active = true where not member.is_active;
  update public.staff_invitations set accepted_at = now() where id = v_invitation.id;
  perform private.record_sign_in(private.my_session_id());
  return 'joined';
end;
$$;

revoke all on function private.my_user_id(), private.require_user() from public;
grant execute on function private.my_user_id(), private.require_user() to anon, authenticated, service_role;

-- Functions that act for a user refuse a session that has ended; those for visitors as well take it for no user.
do $$
declare
  v_call record;
  v_definition text;
begin
  for v_call in
    select call.oid as id, case when call.proname = 'track_order' then 'private.my_user_id()' else 'private.require_user()' end as user_call
    from pg_catalog.pg_proc as call
    where call.pronamespace = 'private'::regnamespace and call.proname = any (array[
      'cancel_my_order', 'end_session', 'ensure_customer', 'ensure_my_customer', 'export_my_data', 'my_profile',
      'my_sessions', 'order_choices', 'order_receipt', 'reorder', 'request_return', 'save_profile', 'set_marketing_consent', 'track_order'])
      or call.pronamespace = 'public'::regnamespace and call.proname = 'count_my_orders'
  loop
    v_definition := pg_catalog.pg_get_functiondef(v_call.id);
    -- A variable needs no subselect.
    v_definition := regexp_replace(v_definition, '(v_user (?:constant )?uuid := )\(select auth\.uid\(\)\)', '\1' || v_call.user_call, 'g');
    execute replace(v_definition, 'auth.uid()', v_call.user_call);
  end loop;
end;
$$;

alter policy "Users see their profile, staff every one" on public.profiles
  using (id = (select private.my_user_id()) or (select private.may('customers')));
alter policy "Users change their profile" on public.profiles
  using (id = (select private.my_user_id())) with check (id = (select private.my_user_id()));
alter policy "Customers see themselves, staff everyone" on public.customers
  using (user_id = (select private.my_user_id()) or (select private.may('customers')));
alter policy "Users become customers under their own e-mail" on public.customers
  with check (user_id = (select private.my_user_id()) and lower(email) = lower((select auth.jwt()) ->> 'email'));
alter policy "Customers change themselves" on public.customers
  using (user_id = (select private.my_user_id())) with check (user_id = (select private.my_user_id()));
alter policy "Customers see their wishlist" on public.wishlist_items using (user_id = (select private.my_user_id()));
alter policy "Customers add to their wishlist" on public.wishlist_items with check (user_id = (select private.my_user_id()));
alter policy "Customers take from their wishlist" on public.wishlist_items using (user_id = (select private.my_user_id()));
alter policy "Buyers see their orders, staff every one" on public.orders
  using (user_id = (select private.my_user_id()) or (select private.may('orders')));
