-- Uploaded pictures that nothing shows: left by a failed save, a replaced picture, a deleted record.

-- Whether a product, a variant, a category or an order shows an upload, by its stem.
create function private.is_picture_used(p_stem text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.products where private.picture_stems(images) @> array[p_stem])
    or exists (select from public.product_variants where private.picture_stem(image) = p_stem)
    or exists (select from public.categories where private.picture_stem(image_url) = p_stem)
    or exists (select from public.orders where private.item_picture_stems(items) @> array[p_stem]);
$$;

grant execute on function private.is_picture_used(text) to service_role;

-- Those of up to 100 addresses that nothing shows, for the page that removes them after a save.
create function private.unused_pictures(p_addresses text[])
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  if cardinality(p_addresses) > 100 or octet_length(array_to_string(p_addresses, '')) > 100000 then
    perform private.refuse('PT422', 'Ask for at most 100 images at once.', 'p_addresses');
  end if;
  return coalesce((
    select array_agg(address) from unnest(p_addresses) as address
    where not private.is_picture_used(private.picture_stem(address))), '{}');
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
  with files as (
    select id, bucket_id, name, created_at from storage.objects
    where id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
    order by id limit least(greatest(p_limit, 1), 1000)
  )
  select jsonb_build_object(
    'after', case when count(*) = least(greatest(p_limit, 1), 1000) then (array_agg(id order by id desc))[1] end,
    'pictures', coalesce(
      jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name) order by id) filter (
        where bucket_id in ('product-images', 'category-images') and created_at < now() - interval '24 hours'
          and not private.is_picture_used(private.picture_stem(bucket_id || '/' || name))),
      '[]'))
  from files;
$$;

grant execute on function public.unreferenced_pictures(uuid, integer) to service_role;
