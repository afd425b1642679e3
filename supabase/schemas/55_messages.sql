-- Messages in the back office: the list, and answers by email.

-- Answers to messages, sent by the outbox.
create table public.contact_replies (
  -- Chosen by the form, so that a second press sends nothing.
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  text text not null check (char_length(btrim(text)) between 1 and 5000),
  mail_id uuid references public.email_outbox (id) on delete set null,
  created_at timestamptz not null default now()
);

create index contact_replies_by_message on public.contact_replies (message_id, created_at, id);
create index contact_replies_by_mail on public.contact_replies (mail_id);
create index contact_replies_by_author on public.contact_replies (author);

alter table public.contact_replies enable row level security;
revoke all on table public.contact_replies from anon, authenticated;
grant all on table public.contact_replies to service_role;
grant select on table public.contact_replies to authenticated;

create policy "Staff read answers" on public.contact_replies for select to authenticated using ((select private.may('messages')));

-- Counts messages by state and assignee.
create function private.count_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select format('message:%%s:%%s', state, coalesce(assignee::text, 'none')), sum(sign)
    from (%s) as change
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.count_messages();
create trigger update_counters_update after update on public.contact_messages
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_messages();
create trigger update_counters_delete after delete on public.contact_messages
  referencing old table as old_rows for each statement execute function private.count_messages();

-- How many messages there are of a state and an assignee (a user, or none); null means any.
create function private.message_count(p_state text, p_assignee text)
returns bigint
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(count), 0)::bigint
  from (select count, string_to_array(subject, ':') as part from private.counters where starts_with(subject, 'message:')) as counter
  where (p_state is null or part[2] = p_state) and (p_assignee is null or part[3] = p_assignee);
$$;

create function private.unread_messages()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('messages');
  return private.message_count('new', null);
end;
$$;

grant execute on function private.unread_messages() to authenticated, service_role;

create function public.unread_messages()
returns bigint
language sql
stable
set search_path = ''
as $$ select private.unread_messages(); $$;

grant execute on function public.unread_messages() to authenticated, service_role;

-- The filter as it is used: known keys with a value only, or a 422 that names the key. An empty text means no filter.
create function private.message_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.reject('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_code(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'state' then v_value in ('new', 'open', 'answered', 'closed')
        when 'assignee' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid') end, false) then
      perform private.reject('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'assignee' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The condition of a filter on public.contact_messages.
create function private.message_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select array_to_string(array_remove(array[
    case when p_filter ? 'state' then format('state = %L', p_filter ->> 'state') end,
    case when p_filter ->> 'assignee' = 'none' then 'assignee is null'
      when p_filter ? 'assignee' then format('assignee = %L', p_filter ->> 'assignee') end,
    case when p_filter ? 'q' then format('(name ilike %1$L or email ilike %1$L or subject ilike %1$L)',
      private.search_pattern(p_filter ->> 'q')) end,
    'true'], null), ' and ');
$$;

-- One page of the messages, unread first and then newest. A text is counted up to 1,000 and then marked as not exact; its pages
-- end there. Deep pages read an index alone.
create function private.office_messages(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_filter jsonb;
  v_condition text;
  -- With a state, all are read or none is: the index by state has them in order.
  v_order text;
  v_total bigint;
  v_is_exact boolean := true;
  v_found uuid[];
  v_pages integer;
  v_page integer;
  v_offset bigint;
begin
  perform private.require_right('messages');
  v_filter := private.message_filter(p_filter);
  v_condition := private.message_condition(v_filter);
  v_order := case when v_filter ? 'state' then 'created_at desc, id' else 'is_read, created_at desc, id' end;
  if v_filter ? 'q' then
    execute format('select count(*), array_agg(id order by %s)
      from (select id, is_read, created_at from public.contact_messages where %s limit %s) as found', v_order, v_condition, v_most + 1)
    into v_total, v_found;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  else
    v_total := private.message_count(v_filter ->> 'state', v_filter ->> 'assignee');
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  if v_filter ? 'q' and v_is_exact then
    v_found := v_found[v_offset + 1 : v_offset + v_size];
  else
    execute format('select array(select id from public.contact_messages where %s order by %s limit %s offset %s)',
      v_condition, v_order, v_size, v_offset)
    into v_found;
  end if;
  return jsonb_build_object('total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', message.id, 'name', message.name, 'email', message.email,
      'subject', message.subject, 'excerpt', left(message.message, 160), 'state', message.state, 'assignee', message.assignee,
      'created_at', message.created_at) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (message_id, place)
    join public.contact_messages as message on message.id = wanted.message_id));
end;
$$;

grant execute on function private.office_messages(jsonb, int4, int4) to authenticated, service_role;

create function public.office_messages(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_messages(p_filter, p_page, p_size); $$;

grant execute on function public.office_messages(jsonb, int4, int4) to authenticated, service_role;

-- A message with its answers, and who wrote it: the customer with its email, and whether orders have it.
create function private.message_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  perform private.require_right('messages');
  select * into v_message from public.contact_messages where id = p_id;
  if v_message.id is null then
    perform private.reject('PT404', 'This message does not exist.', 'message_not_found');
  end if;
  return to_jsonb(v_message) || jsonb_build_object(
    'customer_id', (select id from public.customers where lower(email) = lower(btrim(v_message.email)) order by created_at desc, id limit 1),
    'has_orders', exists (select from public.orders where lower(email) = lower(btrim(v_message.email))),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object('id', reply.id, 'text', reply.text, 'author', reply.author,
        'created_at', reply.created_at, 'mail_status', mail.status) order by reply.created_at, reply.id), '[]')
      from public.contact_replies as reply left join public.email_outbox as mail on mail.id = reply.mail_id
      where reply.message_id = p_id));
end;
$$;

grant execute on function private.message_record(uuid) to authenticated, service_role;

create function public.message_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.message_record(p_id); $$;

grant execute on function public.message_record(uuid) to authenticated, service_role;

-- Answers a message by email; it then counts as answered, and is the author's unless somebody has it. p_key names the answer: the
-- same key sends once. A message takes 50 answers at most.
create function private.answer_message(p_id uuid, p_key uuid, p_text text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_text constant text := private.clean_text(p_text);
  v_message public.contact_messages;
  v_mail uuid;
  v_sent text;
begin
  perform private.require_right('messages');
  if p_key is null then
    perform private.reject('PT422', 'The answer needs a key.', 'key');
  elsif coalesce(char_length(v_text), 0) not between 1 and 5000 then
    perform private.reject('PT422', 'Write 1 to 5,000 characters.', 'text');
  end if;
  select * into v_message from public.contact_messages where id = p_id for no key update;
  if v_message.id is null then
    perform private.reject('PT404', 'This message does not exist.', 'message_not_found');
  end if;
  select text into v_sent from public.contact_replies where id = p_key;
  if v_sent = v_text then
    return;
  elsif v_sent is not null then
    perform private.reject('PT409', 'Your answer was sent before, in other words. Open the message again to read it.', 'answer_sent');
  elsif not private.is_email(btrim(v_message.email)) then
    perform private.reject('PT422', 'No email can be sent to this address.', 'email');
  elsif (select count(*) from public.contact_replies where message_id = p_id) >= 50 then
    perform private.reject('PT409', 'This message has 50 answers already.', 'answers_full');
  end if;
  insert into public.email_outbox (kind, recipient, subject, data)
  values ('contact_reply', btrim(v_message.email), 'Our reply to your message',
    jsonb_build_object('text', v_text, 'question', v_message.message, 'subject', v_message.subject, 'asked_at', v_message.created_at))
  returning id into v_mail;
  insert into public.contact_replies (id, message_id, author, text, mail_id) values (p_key, p_id, (select auth.uid()), v_text, v_mail);
  update public.contact_messages
  set is_read = true, status = 'answered', assignee = coalesce(assignee, (select auth.uid()))
  where id = p_id;
end;
$$;

grant execute on function private.answer_message(uuid, uuid, text) to authenticated, service_role;

create function public.answer_message(p_id uuid, p_key uuid, p_text text)
returns void
language sql
set search_path = ''
as $$ select private.answer_message(p_id, p_key, p_text); $$;

grant execute on function public.answer_message(uuid, uuid, text) to authenticated, service_role;
