-- Each successful check of a member's rights notes its time. The browser sends one, as the specification has it; the clock is the
-- database's, so that nobody backdates their own record.
grant update (last_login_at) on table public.admin_users to authenticated;

create policy "Staff note their own checks" on public.admin_users for update to authenticated
  using (user_id = (select private.my_user_id()) and is_active)
  with check (user_id = (select private.my_user_id()) and is_active);

create function private.date_own_check()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.last_login_at is null or new.last_login_at not between now() - interval '1 day' and now() + interval '1 day' then
    perform private.refuse('PT403', 'The time of a check is that of the check itself.', 'last_login_at');
  end if;
  new.last_login_at := now();
  return new;
end;
$$;

revoke all on function private.date_own_check() from public, anon, authenticated;

create trigger date_own_check before update of last_login_at on public.admin_users
  for each row when (current_user = 'authenticated') execute function private.date_own_check();
