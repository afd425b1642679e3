-- What signed-in shoppers keep of themselves: name, phone, consent to marketing, the devices they are signed in on.

-- The words beside the box that consents to marketing: those of mf-account/src/profile/consent-words.ts, which a test compares.
create function private.marketing_words()
returns text
language sql
immutable
set search_path = ''
as $$ select 'Yes, email me now and then about new arrivals and offers. I can change my mind here at any time.'; $$;

-- Each time a customer consented to marketing or took it back: the proof that the law asks for.
create table private.marketing_consents (
  id bigint generated always as identity primary key,
  customer_id uuid not null references public.customers (id) on delete cascade,
  given boolean not null,
  -- What stood beside the box; nothing where consent was taken back.
  words text not null check (char_length(words) <= 500 and (words <> '') = given),
  created_at timestamptz not null default now()
);

create index marketing_consents_newest on private.marketing_consents (customer_id, id desc);

revoke all on table private.marketing_consents from public;

-- The caller's customer row, made where there is none.
create function private.ensure_my_customer()
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_user constant uuid := private.require_user();
begin
  insert into public.customers (user_id, email, first_name, last_name)
  select account.id, account.email, coalesce(profile.first_name, ''), coalesce(profile.last_name, '')
  from auth.users as account left join public.profiles as profile on profile.id = account.id
  where account.id = v_user and account.email is not null
  on conflict (user_id) do nothing;
  return (select id from public.customers where user_id = v_user);
end;
$$;

-- Name, phone and consent of the caller, with the words that the consent was given to.
create function private.my_profile()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', account.email,
    'first_name', coalesce(customer.first_name, profile.first_name, ''),
    'last_name', coalesce(customer.last_name, profile.last_name, ''),
    'phone', coalesce(customer.phone, ''),
    'consent', (
      select jsonb_build_object('given', given, 'words', words, 'at', created_at)
      from private.marketing_consents where customer_id = customer.id order by id desc limit 1))
  from auth.users as account
  left join public.profiles as profile on profile.id = account.id
  left join public.customers as customer on customer.user_id = account.id
  where account.id = (select private.require_user());
$$;

grant execute on function private.my_profile() to authenticated, service_role;

create function public.my_profile()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.my_profile(); $$;

grant execute on function public.my_profile() to authenticated, service_role;

-- Names stand in three places that must say the same: the customer, the profile and the provider's details of the user.
create function private.save_profile(p_first_name text, p_last_name text, p_phone text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_first constant text := private.clean_text(coalesce(p_first_name, ''));
  v_last constant text := private.clean_text(coalesce(p_last_name, ''));
  v_phone constant text := nullif(private.clean_text(coalesce(p_phone, '')), '');
begin
  if char_length(v_first) > 100 or char_length(v_last) > 100 then
    perform private.reject('PT422', 'A name has at most 100 characters.', 'name');
  elsif char_length(v_phone) > 40 or v_phone !~ '^[0-9+()./ -]*$' then
    perform private.reject('PT422', 'Use digits and spaces for the phone number.', 'phone');
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('first_name', v_first, 'last_name', v_last)
  where id = (select private.require_user());
  update public.customers set first_name = v_first, last_name = v_last, phone = v_phone where id = private.ensure_my_customer();
  update public.profiles set first_name = v_first, last_name = v_last where id = (select private.require_user());
end;
$$;

grant execute on function private.save_profile(text, text, text) to authenticated, service_role;

create function public.save_profile(p_first_name text, p_last_name text, p_phone text)
returns void
language sql
set search_path = ''
as $$ select private.save_profile(p_first_name, p_last_name, p_phone); $$;

grant execute on function public.save_profile(text, text, text) to authenticated, service_role;

-- Records that the caller consents to marketing, or takes it back. p_words: what stood beside the box, which must be the words of today.
create function private.set_marketing_consent(p_given boolean, p_words text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid;
begin
  perform private.consume_rate_limit('marketing_consent', (select private.require_user())::text, 30, interval '1 hour');
  if p_given is null then
    perform private.reject('PT422', 'Say yes or no.', 'given');
  elsif p_given and p_words is distinct from private.marketing_words() then
    perform private.reject('PT409', 'The wording has changed. Please load this page again and read it.', 'words_changed');
  end if;
  v_customer := private.ensure_my_customer();
  perform from public.customers where id = v_customer for no key update;
  if p_given is distinct from (
    select given from private.marketing_consents where customer_id = v_customer order by id desc limit 1) then
    insert into private.marketing_consents (customer_id, given, words)
    values (v_customer, p_given, case when p_given then p_words else '' end);
    update public.customers set accepts_marketing = p_given where id = v_customer and accepts_marketing <> p_given;
  end if;
end;
$$;

grant execute on function private.set_marketing_consent(bool, text) to authenticated, service_role;

create function public.set_marketing_consent(p_given boolean, p_words text)
returns void
language sql
set search_path = ''
as $$ select private.set_marketing_consent(p_given, p_words); $$;

grant execute on function public.set_marketing_consent(bool, text) to authenticated, service_role;

-- Where the caller is signed in, the newest hundred. Times are ISO; `seen_at` is when the device last renewed its session.
create function private.my_sessions()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'created_at', created_at, 'seen_at', seen_at,
    'user_agent', left(user_agent, 400), 'is_current', is_current) order by is_current desc, seen_at desc, id), '[]')
  from (
    select id, created_at, user_agent, greatest(created_at, refreshed_at at time zone 'UTC') as seen_at,
      id is not distinct from private.my_session_id() as is_current
    from auth.sessions where user_id = (select private.require_user()) and (not_after is null or not_after > now())
    order by created_at desc, id limit 100
  ) as open;
$$;

grant execute on function private.my_sessions() to authenticated, service_role;

create function public.my_sessions()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.my_sessions(); $$;

grant execute on function public.my_sessions() to authenticated, service_role;

-- Signs the caller out on one device. One that is signed out already, or another person's, is nothing to do.
create function private.end_session(p_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from auth.sessions where id = p_id and user_id = (select private.require_user());
$$;

grant execute on function private.end_session(uuid) to authenticated, service_role;

create function public.end_session(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.end_session(p_id); $$;

grant execute on function public.end_session(uuid) to authenticated, service_role;
