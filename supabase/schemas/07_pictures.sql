-- Addresses of pictures. They have no origin, so that they outlive a change of the backend's address: /media/<name>.webp is a file of
-- the shop, /storage/v1/object/public/<bucket>/<name>-<width>.<type> the widest copy of an upload, with the narrower ones beside it.

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
  perform private.reject('PT422', 'An image must be one of the shop: upload it first.', p_field);
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
