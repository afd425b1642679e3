-- The database dates the check of a member's rights, whatever the clock of the device says.
create or replace function private.date_own_check()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.last_login_at := now();
  return new;
end;
$$;

revoke all on function private.date_own_check() from public;
