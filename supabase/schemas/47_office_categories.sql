-- Categories in the back office.

-- Every category, newest first, with the number of its products, archived ones included: what keeps a category from being deleted.
create function private.office_categories()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(category) || jsonb_build_object('product_count', coalesce(counter.count, 0))
      order by category.created_at desc, category.id), '[]')
    from public.categories as category
    left join private.counters as counter on counter.subject = 'product:in:' || category.id);
end;
$$;

grant execute on function private.office_categories() to authenticated, service_role;

create function public.office_categories()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_categories(); $$;

grant execute on function public.office_categories() to authenticated, service_role;

-- Adds a category (p_id null) or changes one that is still the version that was read. Answers {id, slug, version}.
create function private.save_category(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.categories;
  v_new public.categories;
  v_fields jsonb := coalesce(p_fields, '{}');
  v_constraint text;
begin
  perform private.require_right('catalogue');
  perform private.require_fields('category', v_fields, p_id is null);
  v_fields := private.stored_fields('category', v_fields);
  if p_id is null then
    v_old := jsonb_populate_record(null::public.categories,
      jsonb_build_object('id', gen_random_uuid(), 'image_alt', '', 'is_active', true));
  else
    v_old := private.lock_category(p_id, p_version);
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  v_new.slug := private.slug_to_save('categories', v_fields ->> 'slug', v_new.name, 'category', v_old.id, v_old.name,
    case when not v_fields ? 'slug' or v_fields ->> 'slug' is not null then v_old.slug end);
  begin
    if p_id is null then
      insert into public.categories (id, name, slug, description, image_url, image_alt, is_active, seo_title, seo_description)
      values (v_new.id, v_new.name, v_new.slug, v_new.description, v_new.image_url, v_new.image_alt, v_new.is_active,
        v_new.seo_title, v_new.seo_description);
    elsif v_new is distinct from v_old then
      update public.categories set name = v_new.name, slug = v_new.slug, description = v_new.description, image_url = v_new.image_url,
        image_alt = v_new.image_alt, is_active = v_new.is_active, seo_title = v_new.seo_title,
        seo_description = v_new.seo_description
      where id = p_id;
    end if;
  exception when check_violation or unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.reject_constraint(sqlstate, v_constraint);
  end;
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.categories where id = v_new.id);
end;
$$;

grant execute on function private.save_category(uuid, int4, jsonb) to authenticated, service_role;

create function public.save_category(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_category(p_id, p_version, p_fields); $$;

grant execute on function public.save_category(uuid, int4, jsonb) to authenticated, service_role;

-- Like private.lock_version, for a category.
create function private.lock_category(p_id uuid, p_version integer)
returns public.categories
language plpgsql
set search_path = ''
as $$
declare
  v_category public.categories;
begin
  select * into v_category from public.categories where id = p_id for update;
  if v_category.id is null then
    perform private.reject('PT404', 'Category Not Found', 'category_not_found');
  elsif p_version is null then
    perform private.reject('PT422', 'version is required', 'version');
  elsif v_category.version <> p_version then
    perform private.reject('PT409', 'Someone has changed this category since you opened it.', 'stale_version',
      to_jsonb(v_category)::text);
  end if;
  return v_category;
end;
$$;

-- Deletes a category without products.
create function private.delete_category(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  delete from public.categories where id = p_id;
  if not found then
    perform private.reject('PT404', 'Category Not Found', 'category_not_found');
  end if;
exception when foreign_key_violation then
  perform private.reject('PT409', 'Cannot delete category with products assigned. Move or delete products first.', 'category_used');
end;
$$;

grant execute on function private.delete_category(uuid) to authenticated, service_role;

create function public.delete_category(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_category(p_id); $$;

grant execute on function public.delete_category(uuid) to authenticated, service_role;

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
    perform private.reject('PT422', 'Between 1 and 1000 categories can be put in order.', 'ids');
  end if;
  perform from public.categories order by id for update;
  if (select array_agg(id order by id) from public.categories)
    is distinct from (select array_agg(id order by id) from unnest(p_ids) as given (id)) then
    perform private.reject('PT409', 'Somebody added or deleted a category meanwhile. Look at the list again.', 'stale_order');
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
