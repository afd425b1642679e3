-- Who writes to the shop is told that it arrived. Anyone may enter anyone's address, so the letter carries nothing of
-- what was entered but the beginning of the subject, and goes out no more often than limit_letters lets messages in:
-- what that refuses takes its letter back with it.

create function private.acknowledge_letters()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'contact_received', btrim(email), 'We have received your message', jsonb_build_object('subject', left(btrim(subject), 80))
  from new_rows;
  return null;
end;
$$;

revoke all on function private.acknowledge_letters() from public;

create trigger acknowledge_letters after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.acknowledge_letters();
