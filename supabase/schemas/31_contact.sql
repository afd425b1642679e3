-- Messages to the shop.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  email text not null,
  subject text not null check (char_length(btrim(subject)) between 1 and 200),
  message text not null check (char_length(btrim(message)) between 10 and 5000),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  -- The member of staff who takes care of it.
  assignee uuid references auth.users (id) on delete set null,
  -- As staff see it: a message nobody has read yet is new, whatever else it is.
  state text not null generated always as (case when is_read then status else 'new' end) stored
);

create index contact_messages_unread_first on public.contact_messages (is_read, created_at desc, id);
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id);
create index contact_messages_by_assignee on public.contact_messages (assignee, is_read, created_at desc, id);
create index contact_messages_by_assignee_state on public.contact_messages (assignee, state, created_at desc, id);
create index contact_messages_search on public.contact_messages
  using gin (name extensions.gin_trgm_ops, email extensions.gin_trgm_ops, subject extensions.gin_trgm_ops);

alter table public.contact_messages enable row level security;
revoke all on table public.contact_messages from anon, authenticated;
grant all on table public.contact_messages to service_role;
grant insert (name, email, subject, message) on table public.contact_messages to anon, authenticated;
grant select, update (is_read, status, assignee), delete on table public.contact_messages to authenticated;

create policy "Anyone writes to the shop" on public.contact_messages for insert to anon, authenticated
  with check (not is_read and status = 'open' and assignee is null);
create policy "Staff read messages" on public.contact_messages for select to authenticated using ((select private.may('messages')));
create policy "Staff mark messages" on public.contact_messages for update to authenticated
  using ((select private.may('messages'))) with check ((select private.may('messages')));
create policy "Staff delete messages" on public.contact_messages for delete to authenticated using ((select private.may('messages')));

create trigger require_right before update or delete on public.contact_messages
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('messages');

-- The same message within an hour is the same request, sent again because its answer was lost: it is kept once.
create function private.skip_repeated_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- One key for all rows of a statement, so that two bulk inserts cannot wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('contact ' || private.client_address(), 0));
  if exists (
    select from public.contact_messages
    where lower(email) = lower(new.email) and subject = new.subject and message = new.message
      and created_at > now() - interval '1 hour'
  ) then
    return null;
  end if;
  return new;
end;
$$;

create trigger skip_repeated_message before insert on public.contact_messages
  for each row execute function private.skip_repeated_message();

-- Counted per statement in sorted order, to prevent deadlocks between bulk inserts.
create function private.limit_contact_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_sent record;
begin
  for v_sent in
    select lower(email) as email, count(*)::integer as messages from new_rows group by 1 order by 1
  loop
    perform private.consume_rate_limit(
      'contact_email', private.caller_and_email(v_sent.email), 5, interval '1 hour', v_sent.messages);
  end loop;
  perform private.consume_rate_limit('contact_address', private.client_address(), 30, interval '1 hour', (select count(*)::integer from new_rows));
  return null;
end;
$$;

create trigger limit_contact_messages after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.limit_contact_messages();

-- The acknowledgement repeats nothing of the message, since anyone can enter anyone's address. A message rejected by
-- limit_contact_messages rolls it back.
create function private.acknowledge_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject)
  select 'contact_received', email, 'We have received your message'
  from new_rows;
  return null;
end;
$$;

create trigger acknowledge_messages after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.acknowledge_messages();

-- A trigger, not a check constraint: staff must be able to mark older messages as read whatever their address.
create function private.check_message_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.email := private.clean_code(new.email);
  new.name := private.clean_text(new.name);
  new.subject := private.clean_text(new.subject);
  new.message := private.clean_text(new.message);
  if not private.is_email(new.email) then
    perform private.reject('PT422', 'Email is invalid', 'email');
  end if;
  return new;
end;
$$;

create trigger check_email before insert or update of email on public.contact_messages
  for each row execute function private.check_message_email();

create function private.check_assignee()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from public.admin_users where user_id = new.assignee and is_active) then
    perform private.reject('PT422', 'Choose a colleague who works here.', 'assignee');
  end if;
  return new;
end;
$$;

create trigger check_assignee before update of assignee on public.contact_messages
  for each row when (new.assignee is not null and new.assignee is distinct from old.assignee)
  execute function private.check_assignee();
