-- Uploaded pictures that nothing shows: left by a failed save, a replaced picture, a deleted record.

-- Which of p_stems a product, a variant, a category or an order shows.
create function private.used_pictures(p_stems text[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select unnest(private.picture_stems(images)) from public.products where private.picture_stems(images) && p_stems
    union all
    select private.picture_stem(image) from public.product_variants where private.picture_stem(image) = any (p_stems)
    union all
    select private.picture_stem(image_url) from public.categories where private.picture_stem(image_url) = any (p_stems)
    union all
    select unnest(private.item_picture_stems(items)) from public.orders where private.item_picture_stems(items) && p_stems);
$$;

grant execute on function private.used_pictures(text[]) to service_role;

-- Those of up to 100 addresses that nothing shows, for the page that removes them after a save.
create function private.unused_pictures(p_addresses text[])
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_used text[];
begin
  perform private.require_right('catalogue');
  if cardinality(p_addresses) > 100 or octet_length(array_to_string(p_addresses, '')) > 100000 then
    perform private.reject('PT422', 'Ask for at most 100 images at once.', 'p_addresses');
  end if;
  v_used := private.used_pictures(array(select private.picture_stem(address) from unnest(p_addresses) as address));
  return array(select address from unnest(p_addresses) as address where private.picture_stem(address) <> all (v_used));
end;
$$;

grant execute on function private.unused_pictures(text[]) to authenticated, service_role;

create function public.unused_pictures(p_addresses text[])
returns text[]
language sql
stable
set search_path = ''
as $$ select private.unused_pictures(p_addresses); $$;

grant execute on function public.unused_pictures(text[]) to authenticated, service_role;

-- The next p_limit stored files after p_after, by id: those that are older than a day and that nothing shows.
-- {"after": where to go on, null at the end, "pictures": [{"bucket": text, "name": text}]}. A save uploads before it writes, so the
-- day leaves time for both.
create function public.unreferenced_pictures(p_after uuid default null, p_limit integer default 500)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with files as materialized (
    select id, bucket_id, name, private.picture_stem(bucket_id || '/' || name) as stem,
      bucket_id in ('product-images', 'category-images') and created_at < now() - interval '24 hours' as is_old
    from storage.objects
    where id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
    order by id limit least(greatest(p_limit, 1), 1000)
  ), used as materialized (
    select unnest(private.used_pictures(array(select stem from files where is_old))) as stem
  )
  select jsonb_build_object(
    'after', case when count(*) = least(greatest(p_limit, 1), 1000) then (array_agg(id order by id desc))[1] end,
    'pictures', coalesce(
      jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name) order by id)
        filter (where is_old and stem not in (select stem from used)),
      '[]'))
  from files;
$$;

grant execute on function public.unreferenced_pictures(uuid, integer) to service_role;
