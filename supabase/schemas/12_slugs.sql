-- Slugs: how they follow from names, and where the address of a renamed product or category leads.

-- The slug of a name: lower case, spaces to hyphens, nothing but letters, digits and hyphens; runs of hyphens are one, and none is
-- at an edge. Accents are taken off letters first. p_fallback where nothing is left. Cut so that a number fits behind it.
create function private.slug_of_name(p_name text, p_fallback text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(nullif(btrim(left(btrim(
    regexp_replace(regexp_replace(regexp_replace(
      lower(extensions.unaccent(p_name)), '\s+', '-', 'g'), '[^a-z0-9-]', '', 'g'), '-+', '-', 'g'), '-'), 120), '-'), ''), p_fallback);
end;
$$;

-- p_table: products or categories; p_own: the row that asks.
create function private.slug_is_taken(p_table text, p_slug text, p_own uuid)
returns boolean
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if p_table = 'products' then
    return exists (select from public.products where slug = p_slug and id is distinct from p_own);
  end if;
  return exists (select from public.categories where slug = p_slug and id is distinct from p_own);
end;
$$;

-- The slug, or the slug with -2, -3 … where it is taken. Doubles the number until one is free and halves the way back: few look-ups
-- however many share a name. The lock keeps two savers from getting the same.
create function private.free_slug(p_table text, p_slug text, p_own uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_taken integer := 1;
  v_free integer := 2;
  v_middle integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of ' || p_table, 0));
  if not private.slug_is_taken(p_table, p_slug, p_own) then
    return p_slug;
  end if;
  while private.slug_is_taken(p_table, p_slug || '-' || v_free, p_own) loop
    v_taken := v_free;
    v_free := v_free * 2;
  end loop;
  while v_free - v_taken > 1 loop
    v_middle := (v_taken + v_free) / 2;
    if private.slug_is_taken(p_table, p_slug || '-' || v_middle, p_own) then
      v_taken := v_middle;
    else
      v_free := v_middle;
    end if;
  end loop;
  return p_slug || '-' || v_free;
end;
$$;

-- The slug of a row that is saved. One that is given is taken as it stands. Otherwise it follows the name, unless someone has
-- chosen it by hand: then it no longer is that of the old name. p_old_name, p_old_slug: null for a new row.
create function private.slug_to_save(
  p_table text, p_given text, p_name text, p_fallback text, p_own uuid, p_old_name text, p_old_slug text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_derived text;
begin
  if p_given is not null then
    if p_given is distinct from p_old_slug and private.slug_is_taken(p_table, p_given, p_own) then
      perform private.reject('PT409', format('The address "%s" is already in use. Choose another.', p_given), 'slug');
    end if;
    return p_given;
  elsif p_old_slug is not null and p_name = p_old_name then
    return p_old_slug;
  end if;
  v_derived := private.slug_of_name(p_name, p_fallback);
  if p_old_slug is not null and (p_old_slug !~ ('^' || private.slug_of_name(p_old_name, p_fallback) || '(-[0-9]+)?$')
      or p_old_slug ~ ('^' || v_derived || '(-[0-9]+)?$')) then
    return p_old_slug;
  end if;
  return private.free_slug(p_table, v_derived, p_own);
end;
$$;

-- Former slugs, by whom they belonged to last. No foreign key, since there are two kinds of target.
create table private.slug_redirects (
  kind text not null check (kind in ('product', 'category')),
  old_slug text not null,
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (kind, old_slug)
);

create index slug_redirects_by_target on private.slug_redirects (target_id);

revoke all on table private.slug_redirects from public;

-- A slug that is in use again leads nowhere else.
create function private.record_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.slug_redirects where target_id = old.id and kind = tg_argv[0];
    return null;
  end if;
  delete from private.slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into private.slug_redirects (kind, old_slug, target_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set target_id = excluded.target_id, created_at = excluded.created_at;
  end if;
  return null;
end;
$$;

create trigger record_slug after insert or delete on public.products for each row execute function private.record_slug('product');
create trigger record_new_slug after update of slug on public.products
  for each row when (old.slug <> new.slug) execute function private.record_slug('product');
create trigger record_slug after insert or delete on public.categories
  for each row execute function private.record_slug('category');
create trigger record_new_slug after update of slug on public.categories
  for each row when (old.slug <> new.slug) execute function private.record_slug('category');

-- The slug that a former slug of an active product or category has today, or null. p_kind: product or category.
create function private.redirect_of(p_kind text, p_slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case p_kind
    when 'product' then (select slug from public.products where id = redirect.target_id and is_active)
    else (select slug from public.categories where id = redirect.target_id and is_active) end
  from private.slug_redirects as redirect
  where redirect.kind = p_kind and redirect.old_slug = p_slug;
$$;

grant execute on function private.redirect_of(text, text) to anon, authenticated, service_role;

create function public.redirect_of(p_kind text, p_slug text)
returns text
language sql
stable
set search_path = ''
as $$ select private.redirect_of(p_kind, p_slug); $$;

grant execute on function public.redirect_of(text, text) to anon, authenticated, service_role;
