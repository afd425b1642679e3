-- Pictures: addresses without origin, a text for each, and what finds uploads that nothing shows.

-- An address as columns hold it, the origin of an uploaded picture taken off; a 422 that names the field for any other.
create function private.picture_address(p_address text, p_field text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_address text := case when p_address like 'http%'
    then regexp_replace(p_address, '^https?://[^/]+(/supabase)?/storage/v1/object/public/', '/storage/v1/object/public/')
    else p_address end;
begin
  if char_length(v_address) <= 2048 and v_address !~ '\.\.'
    and v_address ~ '^/(media|storage/v1/object/public/(product-images|category-images|placeholders))/[A-Za-z0-9][A-Za-z0-9._/-]*$'
  then
    return v_address;
  end if;
  perform private.refuse('PT422', 'An image must be one of the shop: upload it first.', p_field);
end;
$$;

-- What an upload's copies have in common: "<bucket>/<name>", from the address or from bucket and file name.
create function private.picture_stem(p_path text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(regexp_replace(p_path, '^/storage/v1/object/public/', ''), '-[0-9]+\.(webp|jpg)$', ''); $$;

-- The stems of the uploads among addresses.
create function private.picture_stems(p_addresses text[])
returns text[]
language sql
immutable
cost 1000
set search_path = ''
as $$
  select coalesce(array_agg(private.picture_stem(address)), '{}') from unnest(p_addresses) as address
  where address like '/storage/%';
$$;

-- The stems of the uploads that an order's items show.
create function private.item_picture_stems(p_items jsonb)
returns text[]
language sql
immutable
cost 2000
set search_path = ''
as $$
  select private.picture_stems(array_agg(item ->> 'image')) from jsonb_array_elements(p_items) as item;
$$;

-- Indexes on them are kept by those who write the rows.
grant execute on function private.picture_stem(text) to authenticated, service_role;
grant execute on function private.picture_stems(text[]) to authenticated, service_role;
grant execute on function private.item_picture_stems(jsonb) to authenticated, service_role;

-- Addresses of uploads from before lose their origin; others stay until they are changed.
update public.products set images = array(
  select regexp_replace(address, '^https?://[^/]+(/supabase)?/storage/v1/object/public/', '/storage/v1/object/public/')
  from unnest(images) with ordinality as listed (address, place) order by place)
where array_to_string(images, ' ') ~ 'https?://[^/]+(/supabase)?/storage/v1/object/public/';
update public.product_variants
set image = regexp_replace(image, '^https?://[^/]+(/supabase)?/storage/v1/object/public/', '/storage/v1/object/public/')
where image ~ '^https?://[^/]+(/supabase)?/storage/v1/object/public/';
update public.categories
set image_url = regexp_replace(image_url, '^https?://[^/]+(/supabase)?/storage/v1/object/public/', '/storage/v1/object/public/')
where image_url ~ '^https?://[^/]+(/supabase)?/storage/v1/object/public/';
update public.products set image_alts = array(
  select coalesce(image_alts[place], '') from generate_series(1, cardinality(images)) as place)
where cardinality(image_alts) <> cardinality(images);

create index categories_by_picture on public.categories (private.picture_stem(image_url)) where image_url is not null;

create function private.set_picture_of_category()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.image_url := private.picture_address(new.image_url, 'image_url');
  return new;
end;
$$;

-- Only what is written anew is checked: an address from before the rule hinders no other change.
create trigger set_picture_insert before insert on public.categories
  for each row when (new.image_url is not null) execute function private.set_picture_of_category();
create trigger set_picture_update before update of image_url on public.categories
  for each row when (new.image_url is distinct from old.image_url and new.image_url is not null)
  execute function private.set_picture_of_category();

alter table public.products add constraint products_image_alts check (cardinality(image_alts) = cardinality(images));
create index products_by_picture on public.products using gin (private.picture_stems(images)) with (fastupdate = off);

-- Every picture has an alternative text, an empty one if none was given. When only the pictures change in number, each keeps its text.
create function private.set_pictures_of_product()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.images is distinct from old.images then
    new.images := array(
      select private.picture_address(address, 'images') from unnest(new.images) with ordinality as listed (address, place)
      order by place);
  end if;
  if tg_op = 'UPDATE' and new.image_alts = old.image_alts and cardinality(new.images) <> cardinality(new.image_alts) then
    new.image_alts := array(
      select coalesce(old.image_alts[array_position(old.images, address)], '')
      from unnest(new.images) with ordinality as listed (address, place) order by place);
  elsif cardinality(new.image_alts) < cardinality(new.images) then
    new.image_alts := new.image_alts
      || array_fill(''::text, array[cardinality(new.images) - cardinality(new.image_alts)]);
  end if;
  return new;
end;
$$;

create trigger set_pictures before insert or update of images, image_alts on public.products
  for each row execute function private.set_pictures_of_product();

create index product_variants_by_picture on public.product_variants (private.picture_stem(image)) where image is not null;

create function private.set_picture_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.image := private.picture_address(new.image, 'image');
  return new;
end;
$$;

create trigger set_picture_insert before insert on public.product_variants
  for each row when (new.image is not null) execute function private.set_picture_of_variant();
create trigger set_picture_update before update of image on public.product_variants
  for each row when (new.image is distinct from old.image and new.image is not null)
  execute function private.set_picture_of_variant();

-- An upload that an order shows is kept.
create index orders_by_picture on public.orders using gin (private.item_picture_stems(items)) with (fastupdate = off);

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
    perform private.refuse('PT422', 'Ask for at most 100 images at once.', 'p_addresses');
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

select private.hide_rows_in_api_errors();

-- New functions are executable by PUBLIC by default; here a grant is required.
revoke all on all functions in schema private from public;
