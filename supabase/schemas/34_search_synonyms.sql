-- What shoppers say for what the shop calls otherwise: "lube" for glide. Staff keep the list; search asks it before it
-- takes a word for a typing error.

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- What shoppers type: words, or phrases of up to three words.
  typed text[] not null check (cardinality(typed) between 1 and 20 and octet_length(array_to_string(typed, '')) <= 2000),
  -- What the shop calls it: searched as if it had been typed.
  means text[] not null default '{}' check (cardinality(means) <= 10 and octet_length(array_to_string(means, '')) <= 1000),
  -- A category to lead to.
  category_id uuid references public.categories (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index search_synonyms_by_category on public.search_synonyms (category_id) where category_id is not null;

create trigger set_updated_at before update on public.search_synonyms for each row execute function private.set_updated_at();
create trigger move_version before update on public.search_synonyms for each row execute function private.move_version();

alter table public.search_synonyms enable row level security;
revoke all on table public.search_synonyms from anon, authenticated;
grant select on table public.search_synonyms to authenticated;
grant all on table public.search_synonyms to service_role;

create policy "Staff see what shoppers' words mean" on public.search_synonyms for select to authenticated
  using ((select private.is_staff()));

-- Every phrase of search_synonyms by its stems, to be looked up.
create table private.synonym_phrases (
  phrase text collate "C" primary key,
  synonym_id uuid not null references public.search_synonyms (id) on delete cascade
);

create index synonym_phrases_by_synonym on private.synonym_phrases (synonym_id);

revoke all on table private.synonym_phrases from public;

-- Words by their stems: "vibrators" and "vibrator" are the same.
create function private.phrase_key(p_terms text[])
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(coalesce((ts_lexize('pg_catalog.english_stem', term))[1], term), ' ' order by place)
  from unnest(p_terms) with ordinality as given (term, place);
$$;

create function private.index_synonym()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_taken text;
begin
  delete from private.synonym_phrases where synonym_id = new.id;
  select given.phrase into v_taken from unnest(new.typed) as given (phrase)
  join private.synonym_phrases as known on known.phrase = private.phrase_key(private.search_terms(given.phrase)) limit 1;
  if v_taken is not null then
    perform private.reject('PT409', format('"%s" is in another entry already.', left(v_taken, 60)), 'typed');
  end if;
  insert into private.synonym_phrases (phrase, synonym_id)
  select distinct private.phrase_key(private.search_terms(given.phrase)), new.id from unnest(new.typed) as given (phrase)
  where cardinality(private.search_terms(given.phrase)) between 1 and 3;
  return null;
end;
$$;

create trigger index_synonym_insert after insert on public.search_synonyms
  for each row execute function private.index_synonym();
create trigger index_synonym_update after update of typed on public.search_synonyms
  for each row when (new.typed is distinct from old.typed) execute function private.index_synonym();

-- The entry for the words from p_place on, the longest phrase first, and how many words it is for; no row without one. The last
-- word may be half typed, and one letter may be wrong, unless the catalogue knows such a word.
create function private.synonym_at(p_terms text[], p_place integer)
returns table (span integer, means text[], category_id uuid)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_word constant text := p_terms[p_place];
  v_stem constant text := private.phrase_key(array[v_word]);
  v_id uuid;
  v_span integer := 1;
begin
  for v_words in reverse least(3, cardinality(p_terms) - p_place + 1) .. 1 loop
    select synonym_id into v_id from private.synonym_phrases
    where phrase = private.phrase_key(p_terms[p_place : p_place + v_words - 1]);
    v_span := v_words;
    exit when v_id is not null;
  end loop;
  if v_id is null and char_length(v_word) > 2 and v_word ~ '^[[:alpha:]]+$'
    and not exists (select from private.search_words where word = v_word) then
    if p_place = cardinality(p_terms) and not exists (select from private.search_words where word > v_word and word < v_word || chr(1114111)) then
      select synonym_id into v_id from private.synonym_phrases where phrase > v_stem and phrase < v_stem || chr(1114111)
      order by char_length(phrase), phrase limit 1;
    end if;
    if v_id is null and char_length(v_word) > 4 then
      select synonym_id into v_id from private.synonym_phrases
      where phrase > left(v_word, 1) and phrase < left(v_word, 1) || chr(1114111) and phrase !~ ' '
        and char_length(phrase) between char_length(v_word) - 3 and char_length(v_word) + 1
        and least(extensions.levenshtein(phrase, v_stem), extensions.levenshtein(phrase, v_word)) <= 1
      order by extensions.levenshtein(phrase, v_word), phrase limit 1;
    end if;
  end if;
  return query select v_span, synonym.means, synonym.category_id from public.search_synonyms as synonym where synonym.id = v_id;
end;
$$;

-- Adds an entry (p_id null) or changes one that is still the version that was read. Answers {id, version}.
create function private.save_search_synonym(p_id uuid, p_version integer, p_typed text[], p_means text[], p_category uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.search_synonyms;
  v_saved public.search_synonyms;
  v_typed text[];
  v_means text[];
begin
  perform private.require_right('catalogue');
  select coalesce(array_agg(word order by place), '{}') into v_typed
  from (select array_to_string(private.search_terms(given), ' ') as word, min(place) as place
    from unnest(p_typed[:100]) with ordinality as list (given, place) group by 1) as words where word <> '';
  select coalesce(array_agg(word order by place), '{}') into v_means
  from (select array_to_string(private.search_terms(given), ' ') as word, min(place) as place
    from unnest(p_means[:100]) with ordinality as list (given, place) group by 1) as words where word <> '';
  if cardinality(v_typed) not between 1 and 20 then
    perform private.reject('PT422', 'Enter between 1 and 20 words that shoppers type.', 'typed');
  elsif exists (select from unnest(v_typed) as word where word ~ '\S+ \S+ \S+ \S') then
    perform private.reject('PT422', 'A phrase has three words at most.', 'typed');
  elsif cardinality(v_means) > 10 then
    perform private.reject('PT422', 'Enter at most 10 words that the shop uses.', 'means');
  elsif cardinality(v_means) = 0 and p_category is null then
    perform private.reject('PT422', 'Say what the words mean: other words, a category, or both.', 'means');
  elsif p_category is not null and not exists (select from public.categories where id = p_category) then
    perform private.reject('PT422', 'This category no longer exists. Choose another.', 'category_id');
  end if;
  if p_id is null then
    lock table public.search_synonyms in share row exclusive mode;
    if (select count(*) from public.search_synonyms) >= 500 then
      perform private.reject('PT422', 'There are 500 entries already. Delete one that nobody needs.', 'typed');
    end if;
    insert into public.search_synonyms (typed, means, category_id) values (v_typed, v_means, p_category) returning * into v_saved;
  else
    select * into v_old from public.search_synonyms where id = p_id for update;
    if v_old.id is null then
      perform private.reject('PT404', 'This entry no longer exists.', 'synonym_not_found');
    elsif v_old.version is distinct from p_version then
      perform private.reject('PT409', 'Someone has changed this entry since you opened it.', 'stale_version', to_jsonb(v_old)::text);
    end if;
    update public.search_synonyms set typed = v_typed, means = v_means, category_id = p_category where id = p_id returning * into v_saved;
  end if;
  return jsonb_build_object('id', v_saved.id, 'version', v_saved.version);
end;
$$;

grant execute on function private.save_search_synonym(uuid, int4, text[], text[], uuid) to authenticated, service_role;

create function public.save_search_synonym(p_id uuid default null, p_version integer default null, p_typed text[] default '{}',
  p_means text[] default '{}', p_category uuid default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.save_search_synonym(p_id, p_version, p_typed, p_means, p_category); $$;

grant execute on function public.save_search_synonym(uuid, int4, text[], text[], uuid) to authenticated, service_role;

create function private.delete_search_synonym(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  delete from public.search_synonyms where id = p_id;
  if not found then
    perform private.reject('PT404', 'This entry no longer exists.', 'synonym_not_found');
  end if;
end;
$$;

grant execute on function private.delete_search_synonym(uuid) to authenticated, service_role;

create function public.delete_search_synonym(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_search_synonym(p_id); $$;

grant execute on function public.delete_search_synonym(uuid) to authenticated, service_role;
