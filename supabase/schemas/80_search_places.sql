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
    where to_tsvector('english', private.search_words_of(page.title || ' ' || page.words)) @@ plainto_tsquery('english', p_term));
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
      and (category.id = any (v_plan.categories) or to_tsvector('english', private.search_words_of(category.name)) @@ v_plan.query)
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
