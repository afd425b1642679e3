-- The order of categories that staff choose; what shoppers say for what the shop calls otherwise; pages among the results of a search.

alter table public.categories add column position integer not null default 10000 check (position between 1 and 10000);

comment on column public.categories.position is 'Where it stands in the shop, 1 first; equals stand by name. Written by order_categories.';

create index categories_by_position on public.categories (position, name, id) where is_active;
drop index public.categories_by_name;

drop trigger move_version on public.categories;
create trigger move_version before update on public.categories for each row execute function private.move_version('position');

-- Puts the categories into this order, which the whole shop shows. p_ids names each of them once.
create function private.order_categories(p_ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  if coalesce(cardinality(p_ids), 0) not between 1 and 1000 then
    perform private.refuse('PT422', 'Between 1 and 1000 categories can be put in order.', 'ids');
  end if;
  perform from public.categories order by id for update;
  if (select array_agg(id order by id) from public.categories)
    is distinct from (select array_agg(id order by id) from unnest(p_ids) as given (id)) then
    perform private.refuse('PT409', 'Somebody added or deleted a category meanwhile. Look at the list again.', 'stale_order');
  end if;
  update public.categories as category set position = given.place
  from unnest(p_ids) with ordinality as given (id, place)
  where category.id = given.id and category.position <> given.place;
end;
$$;

grant execute on function private.order_categories(uuid[]) to authenticated, service_role;

create function public.order_categories(p_ids uuid[])
returns void
language sql
set search_path = ''
as $$ select private.order_categories(p_ids); $$;

grant execute on function public.order_categories(uuid[]) to authenticated, service_role;

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
    perform private.refuse('PT409', format('"%s" is in another entry already.', left(v_taken, 60)), 'typed');
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
    perform private.refuse('PT422', 'Enter between 1 and 20 words that shoppers type.', 'typed');
  elsif exists (select from unnest(v_typed) as word where word ~ '\S+ \S+ \S+ \S') then
    perform private.refuse('PT422', 'A phrase has three words at most.', 'typed');
  elsif cardinality(v_means) > 10 then
    perform private.refuse('PT422', 'Enter at most 10 words that the shop uses.', 'means');
  elsif cardinality(v_means) = 0 and p_category is null then
    perform private.refuse('PT422', 'Say what the words mean: other words, a category, or both.', 'means');
  elsif p_category is not null and not exists (select from public.categories where id = p_category) then
    perform private.refuse('PT422', 'This category no longer exists. Choose another.', 'category_id');
  end if;
  if p_id is null then
    lock table public.search_synonyms in share row exclusive mode;
    if (select count(*) from public.search_synonyms) >= 500 then
      perform private.refuse('PT422', 'There are 500 entries already. Delete one that nobody needs.', 'typed');
    end if;
    insert into public.search_synonyms (typed, means, category_id) values (v_typed, v_means, p_category) returning * into v_saved;
  else
    select * into v_old from public.search_synonyms where id = p_id for update;
    if v_old.id is null then
      perform private.refuse('PT404', 'This entry no longer exists.', 'synonym_not_found');
    elsif v_old.version is distinct from p_version then
      perform private.refuse('PT409', 'Someone has changed this entry since you opened it.', 'stale_version', to_jsonb(v_old)::text);
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
    perform private.refuse('PT404', 'This entry no longer exists.', 'synonym_not_found');
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

-- Categories and pages that a search leads to, beside products.

-- The pages of the live releases that say by which words they are found. A remote speaks for the paths below its own mounts only.
create function private.searchable_pages()
returns table (path text, title text, about text, words text)
language sql
stable
set search_path = ''
as $$
  select page.value ->> 'path', page.value ->> 'title', page.value ->> 'description', page.value ->> 'words'
  from public.release_state as state
  join public.release_sets as live on live.id = state.live
  cross join jsonb_each_text(live.members) as member
  join public.releases as release on release.name = member.key and release.version = member.value
  join public.remotes as remote on remote.name = release.name
  cross join jsonb_array_elements(
    case jsonb_typeof(release.record -> 'searchable') when 'array' then release.record -> 'searchable' else '[]' end) as page
  where page.value ->> 'path' ~ '^/[a-z0-9/-]*$' and char_length(page.value ->> 'title') <= 300
    and case when release.name = 'shell'
      then not exists (select from public.remotes as other, unnest(other.mounts) as theirs (mount)
        where private.mount_contains(theirs.mount, page.value ->> 'path'))
      else exists (select from unnest(remote.mounts) as own (mount) where private.mount_contains(own.mount, page.value ->> 'path')) end;
$$;

-- Whether a page is found by this word.
create function private.is_page_word(p_term text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select from private.searchable_pages() as page
    where to_tsvector('english', page.title || ' ' || page.words) @@ plainto_tsquery('english', p_term));
end;
$$;

-- The tsquery of the pages: each word as its stem or as what it means, the last from four letters on also as a prefix.
-- p_with_slips: a word that nothing knows stands for those of the pages that differ in a letter or two.
create function private.page_query(p_terms text[], p_with_slips boolean)
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_query tsquery;
  v_term tsquery;
  v_place integer := 1;
  v_entry record;
  v_word text;
  v_unknown boolean;
begin
  while v_place <= cardinality(p_terms) loop
    v_word := p_terms[v_place];
    select * into v_entry from private.synonym_at(p_terms, v_place);
    if found then
      v_term := private.meaning_query(p_terms[v_place : v_place + v_entry.span - 1], v_entry.means);
      v_place := v_place + v_entry.span;
    else
      v_term := plainto_tsquery('english', v_word);
      if numnode(v_term) > 0 or cardinality(p_terms) = 1 then
        v_term := v_term || plainto_tsquery('simple', v_word);
        if v_place = cardinality(p_terms) and char_length(v_word) > 3 then
          v_term := v_term || to_tsquery('simple', v_word || ':*');
        end if;
      end if;
      if p_with_slips and char_length(v_word) > 4 and not exists (select from private.search_words where word = v_word) then
        -- What the catalogue has is the likelier word, but for the titles of pages.
        v_unknown := private.similar_search_words(v_word) = '{}';
        select coalesce(v_term || string_agg(quote_literal(near.word), ' | ')::tsquery, v_term) into v_term
        from (
          select distinct known as word
          from private.searchable_pages() as page,
            unnest(tsvector_to_array(to_tsvector('simple', page.title || case when v_unknown then ' ' || page.words else '' end))) as known
          where left(known, 1) = left(v_word, 1)
            and extensions.levenshtein(known, v_word) <= case when char_length(v_word) > 6 then 2 else 1 end
          order by 1 limit 5
        ) as near;
      end if;
      v_place := v_place + 1;
    end if;
    if numnode(v_term) > 0 then
      v_query := case when v_query is null then v_term else v_query && v_term end;
    end if;
  end loop;
  return v_query;
end;
$$;

create function private.pages_matching(p_query tsquery)
returns table (path text, title text, about text)
language sql
stable
set search_path = ''
as $$
  select page.path, page.title, page.about
  from private.searchable_pages() as page
  cross join lateral (select
    setweight(to_tsvector('english', page.title), 'A') || setweight(to_tsvector('simple', page.title), 'A') as title,
    -- The first words are what a page is most about.
    setweight(to_tsvector('english', page.words), 'C') || setweight(to_tsvector('simple', page.words), 'C')
      || setweight(to_tsvector('english', array_to_string((string_to_array(page.words, ' '))[:3], ' ')), 'B') as words) as document
  where document.title || document.words @@ p_query
  order by document.title @@ p_query desc, ts_rank(document.title || document.words, p_query) desc, page.path
  limit 3;
$$;

-- Up to three pages and two categories that a search leads to, pages first, each the best first.
create function private.search_places(p_query text)
returns table (kind text, path text, title text, about text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_terms text[] := private.search_terms(p_query);
  v_plan record;
  v_pages tsquery;
begin
  if cardinality(v_terms) = 0 then
    return;
  end if;
  v_pages := private.page_query(v_terms, false);
  return query select 'page', page.path, page.title, page.about from private.pages_matching(v_pages) as page;
  if not found then
    v_pages := private.page_query(v_terms, true);
    return query select 'page', page.path, page.title, page.about from private.pages_matching(v_pages) as page;
  end if;
  select * into v_plan from private.search_plan(v_terms);
  return query
    select 'category', '/categories/' || category.slug, category.name, coalesce(category.description, '')
    from public.categories as category
    where category.is_active
      and (category.id = any (v_plan.categories) or to_tsvector('english', extensions.unaccent(category.name)) @@ v_plan.query)
    order by category.id = any (v_plan.categories) desc, category.position, category.name, category.id
    limit 2;
end;
$$;

grant execute on function private.search_places(text) to anon, authenticated, service_role;

create function public.search_places(p_query text)
returns table (kind text, path text, title text, about text)
language sql
stable
set search_path = ''
as $$ select * from private.search_places(p_query); $$;

grant execute on function public.search_places(text) to anon, authenticated, service_role;

create function private.meaning_query(p_words text[], p_means text[])
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_own constant text := array_to_string(p_words, ' ');
  v_query tsquery := plainto_tsquery('english', v_own) || plainto_tsquery('simple', v_own);
  v_meaning text;
begin
  foreach v_meaning in array p_means loop
    v_query := v_query || plainto_tsquery('english', v_meaning) || plainto_tsquery('simple', v_meaning);
  end loop;
  return v_query;
end;
$$;

create function private.search_plan(p_terms text[], out query tsquery, out categories uuid[])
language plpgsql
stable
set search_path = ''
as $$
declare
  v_term tsquery;
  v_place integer := 1;
  v_entry record;
begin
  categories := '{}';
  while v_place <= cardinality(p_terms) loop
    select * into v_entry from private.synonym_at(p_terms, v_place);
    if not found then
      v_term := private.term_query(p_terms[v_place], v_place = cardinality(p_terms));
      v_place := v_place + 1;
    else
      v_term := case when cardinality(v_entry.means) > 0 or v_entry.span = cardinality(p_terms)
        then private.meaning_query(p_terms[v_place : v_place + v_entry.span - 1], v_entry.means) end;
      categories := categories || v_entry.category_id;
      v_place := v_place + v_entry.span;
    end if;
    query := case when query is null then v_term when v_term is null then query else query && v_term end;
  end loop;
  categories := array_remove(categories, null);
  if query is null and categories <> '{}' then
    query := plainto_tsquery('simple', array_to_string(p_terms, ' '));
  end if;
end;
$$;

-- Words by which pages are found are no typing errors.
create or replace function private.term_query(p_term text, p_is_last boolean)
returns tsquery language plpgsql stable set search_path = '' as $$
declare
  v_query tsquery := plainto_tsquery('english', p_term);
  v_word text;
  -- Numbers are matched exactly.
  v_known boolean := p_term ~ '[^[:alpha:]]' or exists (select from private.search_words where word = p_term);
begin
  if numnode(v_query) = 0 and not v_known then
    return null;
  end if;
  v_query := v_query || plainto_tsquery('simple', p_term);
  if p_is_last then
    for v_word in
      select word from private.search_words
      where word > p_term and word < p_term || chr(1114111) order by char_length(word), word limit 10
    loop
      v_known := true;
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  if not v_known and not private.is_page_word(p_term) then
    foreach v_word in array private.similar_search_words(p_term) loop
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  return v_query;
end;
$$;

-- With what words mean, and categories in their order.
create or replace function private.search_products(p_query text, p_limit integer, p_offset integer)
returns setof public.products language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
-- Two common words that never occur together would otherwise scan the whole table.
set enable_seqscan = off
as $$
declare
  v_all boolean := private.is_staff();
  v_terms text[] := private.search_terms(p_query);
  v_words text := array_to_string(v_terms, ' ');
  v_start text := lower(btrim(left(p_query, 64))) collate "C";
  v_query tsquery;
  v_categories uuid[];
begin
  select plan.query, plan.categories into v_query, v_categories from private.search_plan(v_terms) as plan;
  if v_query is null then
    return;
  end if;
  return query
    with found as (
      (select product_id, name, created_at, ts_rank_cd(document, v_query) as rank
        from private.product_search where document @@ v_query and (is_active or v_all) limit 500)
      union all
      (select id, lower(extensions.unaccent(name)), created_at, 2::real from public.products
        where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_start || chr(1114111) and v_start ~ '[0-9]'
          and (is_active or v_all)
        order by lower(sku) collate "C" limit 24)
      union all
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 2::real
        from (
          select product_id from public.product_variants
          where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_start || chr(1114111) and v_start ~ '[0-9]'
            and (is_active or v_all)
          order by lower(sku) collate "C" limit 24
        ) as variant
        join public.products as product on product.id = variant.product_id
        where product.is_active or v_all)
      union all
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 0.05::real
        from (
          select id from public.categories
          where (id = any (v_categories) or to_tsvector('english', extensions.unaccent(name)) @@ v_query) and (is_active or v_all)
          order by position, name, id limit 3
        ) as category
        cross join lateral (
          select id, name, created_at from public.products where category_id = category.id and (is_active or v_all)
          order by created_at desc, id limit 50
        ) as product)
    ), ranked as (
      select product_id, created_at, max(rank) + case when name = v_words then 2 when starts_with(name, v_words) then 1 else 0 end as rank
      from found group by product_id, name, created_at
    ), page as (
      select * from ranked order by rank desc, created_at desc, product_id
      limit least(greatest(coalesce(p_limit, 24), 1), 100) offset least(greatest(coalesce(p_offset, 0), 0), 500)
    )
    select product.*
    from page join public.products as product on product.id = page.product_id
    order by page.rank desc, page.created_at desc, page.product_id;
end;
$$;

drop function private.search_query(text[]);

create trigger audit_insert after insert on public.search_synonyms
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.search_synonyms
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();
create trigger audit_delete after delete on public.search_synonyms
  referencing old table as old_rows for each statement execute function private.audit();
create trigger bump_version_insert after insert on public.search_synonyms
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.search_synonyms
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.search_synonyms
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();

-- How many products each value of a filter would leave.

-- For each category, brand and "in": how many active products pass the other filters and have it. Bounds are stored prices in pounds.
-- p_listing: the category whose page it is; p_category: the one chosen on the page of all products. Of more than 1,000 products only
-- the names of the brands are given, and no counts.
create function public.product_facets(p_listing text default null, p_category text default null, p_brand text default null,
  p_min numeric default null, p_max numeric default null, p_in_stock boolean default false)
returns table (facet text, value text, count integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_listing uuid;
  v_category uuid;
begin
  if public.count_products(p_listing) > 1000 then
    return query select 'brand', listed.brand, null::integer from public.list_brands(p_listing) as listed;
    return;
  end if;
  select id into v_listing from public.categories where slug = p_listing and is_active;
  select id into v_category from public.categories where slug = p_category and is_active;
  return query
    with judged as (
      select category.slug, product.brand,
        product.price between coalesce(p_min, 0) and coalesce(p_max, 9999999) as in_price,
        p_category is null or product.category_id is not distinct from v_category as in_category,
        p_brand is null or product.brand is not distinct from p_brand as of_brand,
        not coalesce(p_in_stock, false) or product.inventory_quantity > 0 as as_wanted,
        product.inventory_quantity > 0 as in_stock
      from public.products as product
      left join public.categories as category on category.id = product.category_id and category.is_active
      where product.is_active and (p_listing is null or product.category_id = v_listing)
    )
    select 'category', slug, count(*) filter (where in_price and of_brand and as_wanted)::integer
      from judged where slug is not null group by slug
    union all
    (select 'brand', brand, count(*) filter (where in_price and in_category and as_wanted)::integer
      from judged where brand is not null group by brand order by brand limit 40)
    union all
    select 'stock', 'in', count(*) filter (where in_price and in_category and of_brand and in_stock)::integer from judged;
end;
$$;

grant execute on function public.product_facets(text, text, text, numeric, numeric, bool) to anon, authenticated, service_role;

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();

-- What the record of an entry is called, and by what its screen opens it: the product of a variant, the number of an order, the id
-- of anything else. Null when it is gone.
create or replace function private.audited_record(p_table text, p_id text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_id constant uuid := case when pg_input_is_valid(p_id, 'uuid') then p_id::uuid end;
  v_number constant bigint := case when pg_input_is_valid(p_id, 'bigint') then p_id::bigint end;
begin
  return case p_table
    when 'products' then (select jsonb_build_object('name', name, 'opens', id) from public.products where id = v_id)
    when 'product_variants' then (
      select jsonb_build_object('name', concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), 'opens', product.id)
      from public.product_variants as variant join public.products as product on product.id = variant.product_id where variant.id = v_id)
    when 'categories' then (select jsonb_build_object('name', name, 'opens', id) from public.categories where id = v_id)
    when 'product_relations' then (
      select jsonb_build_object('name', product.name, 'opens', product.id)
      from public.product_relations as relation join public.products as product on product.id = relation.product_id
      where relation.id = v_id)
    when 'category_relations' then (
      select jsonb_build_object('name', category.name, 'opens', category.id)
      from public.category_relations as relation join public.categories as category on category.id = relation.category_id
      where relation.id = v_id)
    when 'orders' then (select jsonb_build_object('name', order_number, 'opens', order_number) from public.orders where id = v_id)
    when 'shipments' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.shipments as shipment join public.orders as ordered on ordered.id = shipment.order_id where shipment.id = v_id)
    when 'tracking_events' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.tracking_events as event join public.shipments as shipment on shipment.id = event.shipment_id
      join public.orders as ordered on ordered.id = shipment.order_id
      where event.id = v_number)
    when 'contact_messages' then (select jsonb_build_object('name', subject, 'opens', id) from public.contact_messages where id = v_id)
    when 'promotions' then (select jsonb_build_object('name', code, 'opens', id) from public.promotions where id = v_id)
    when 'gift_cards' then (select jsonb_build_object('name', '…' || hint, 'opens', id) from public.gift_cards where id = v_id)
    when 'reviews' then (
      select jsonb_build_object('name', product.name, 'opens', review.id)
      from public.reviews as review join public.products as product on product.id = review.product_id where review.id = v_id)
    when 'search_synonyms' then (select jsonb_build_object('name', typed[1], 'opens', id) from public.search_synonyms where id = v_id)
    when 'shipping_zones' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_zones where id = v_id)
    when 'shipping_methods' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_methods where id = v_id)
    when 'shipping_rules' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_rules where id = v_id)
    when 'admin_users' then (
      select jsonb_build_object('name', btrim(first_name || ' ' || last_name), 'opens', id) from public.admin_users where id = v_id)
    when 'staff_invitations' then (
      select jsonb_build_object('name', email, 'opens', id) from public.staff_invitations where id = v_id)
    when 'shop_settings' then (select jsonb_build_object('name', key, 'opens', key) from public.shop_settings where key = p_id)
  end;
end;
$$;
