-- The catalogue: categories and products, with the indexes of their lists.

-- A barcode as it is stored and looked up. One article has one number: a UPC-A is the EAN-13 with a leading zero, a GTIN-14 with one
-- is the EAN-13 behind it, and a number whose leading zeros a spreadsheet has dropped has a right check digit with them.
create function private.clean_barcode(p_code text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_code constant text := private.clean_code(p_code);
  v_bare constant text := ltrim(v_code, '0');
  v_sum integer;
begin
  if v_code !~ '^[0-9]{8,14}$' or char_length(v_code) = 8 or v_bare = '' then
    return v_code;
  elsif char_length(v_code) < 12 then
    select sum(substr(v_code, char_length(v_code) + 1 - place, 1)::integer * case when place % 2 = 0 then 3 else 1 end) into v_sum
    from generate_series(1, char_length(v_code)) as place;
    if v_sum % 10 <> 0 then
      return v_code;
    end if;
  end if;
  return case when char_length(v_bare) <= 8 then lpad(v_bare, 8, '0') when char_length(v_bare) <= 13 then lpad(v_bare, 13, '0') else v_code end;
end;
$$;

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  description text check (char_length(description) <= 2000),
  image_url text check (char_length(image_url) <= 2048),
  image_alt text not null default '' check (char_length(image_alt) <= 300),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  position integer not null default 10000 check (position between 1 and 10000),
  seo_title text check (char_length(seo_title) <= 70),
  seo_description text check (char_length(seo_description) <= 160)
);

comment on column public.categories.position is 'Where it stands in the shop, 1 first; equals stand by name. Written by order_categories.';

create index categories_by_position on public.categories (position, name, id) where is_active;
create index categories_newest on public.categories (created_at desc, id);
create index categories_by_picture on public.categories (private.picture_stem(image_url)) where image_url is not null;

create trigger set_updated_at before update on public.categories for each row execute function private.set_updated_at();
create trigger move_version before update on public.categories for each row execute function private.move_version('position');

create function private.clean_category()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.name := private.clean_text(new.name);
  return new;
end;
$$;

create trigger clean_text before insert or update of name on public.categories
  for each row execute function private.clean_category();

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

alter table public.categories enable row level security;
revoke all on table public.categories from anon, authenticated;
grant all on table public.categories to service_role;
grant select on table public.categories to anon, authenticated;
grant insert (name, slug, description, image_url, image_alt, is_active, seo_title, seo_description),
  update (name, slug, description, image_url, image_alt, is_active, seo_title, seo_description),
  delete on table public.categories to authenticated;

create policy "Anyone sees active categories, staff every one" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add categories" on public.categories for insert to authenticated with check ((select private.may('catalogue')));
create policy "Staff change categories" on public.categories for update to authenticated
  using ((select private.may('catalogue'))) with check ((select private.may('catalogue')));
create policy "Staff delete categories" on public.categories for delete to authenticated using ((select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.categories
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 220),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  description text check (char_length(description) <= 5000),
  short_description text check (char_length(short_description) <= 300),
  price numeric(10, 2) not null check (price between 0 and 100000),
  compare_at_price numeric(10, 2) check (compare_at_price between 0 and 100000),
  images text[] not null default '{}' check (cardinality(images) <= 20 and octet_length(array_to_string(images, '')) <= 20000),
  image_alts text[] not null default '{}' check (cardinality(image_alts) <= 20 and octet_length(array_to_string(image_alts, '')) <= 10000),
  features text[] not null default '{}' check (cardinality(features) <= 30 and octet_length(array_to_string(features, '')) <= 10000),
  materials text check (char_length(materials) <= 2000),
  care text check (char_length(care) <= 2000),
  brand text check (char_length(brand) <= 120),
  collection text check (char_length(collection) <= 120),
  sku text unique check (char_length(sku) between 1 and 64),
  inventory_quantity integer not null default 0 check (inventory_quantity between 0 and 1000000),
  low_stock_threshold integer not null default 5 check (low_stock_threshold between 0 and 1000000),
  track_inventory boolean not null default true,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  category_id uuid references public.categories (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  was_price numeric(10, 2),
  was_price_until timestamptz,
  options jsonb not null default '[]',
  highest_price numeric(10, 2),
  dimensions text check (char_length(dimensions) <= 300),
  weight_grams integer check (weight_grams between 1 and 100000),
  box_contents text[] not null default '{}' check (cardinality(box_contents) <= 20 and octet_length(array_to_string(box_contents, '')) <= 5000),
  good_for text check (char_length(good_for) <= 500),
  size_guide jsonb check (octet_length(size_guide::text) <= 10000),
  barcode text unique check (barcode ~ '^[0-9]{8,14}$'),
  archived_at timestamptz,
  seo_title text check (char_length(seo_title) <= 70),
  seo_description text check (char_length(seo_description) <= 160),
  publish_at timestamptz,
  unpublish_at timestamptz,
  constraint products_archived check (archived_at is null or not is_active),
  constraint products_scheduled check (publish_at is null or not is_active),
  constraint products_unpublish_after check (unpublish_at > publish_at),
  constraint products_image_alts check (cardinality(image_alts) = cardinality(images))
);

comment on column public.products.price is 'Pounds; what the detail and category pages print. Other surfaces multiply by pricing.factor.';
comment on column public.products.options is 'What shoppers choose, up to three: [{"name": "Size", "values": ["S", "M"]}]. Stock and price then are those of product_variants.';
comment on column public.products.highest_price is 'The highest price of the active variants, price being the lowest; written by the database alone.';
comment on column public.products.size_guide is 'A table: {"columns": [text], "rows": [[text]], "note": text}.';
comment on column public.products.image_alts is 'Alternative text of the picture at the same place in images.';
comment on column public.products.track_inventory is 'Whether low stock raises an alert. Stock limits sales either way.';
comment on column public.products.version is 'Moved by what staff edit, never by a sale: see save_product.';
comment on column public.products.archived_at is 'Since when the product is put away: inactive, and left out of the lists of the back office. Orders keep it.';
comment on column public.products.seo_title is 'The title of its page in search results and previews, where it is not the name.';
comment on column public.products.publish_at is 'When an inactive product becomes active: at the next sweep, which empties this.';
comment on column public.products.unpublish_at is 'When the product becomes inactive again, likewise.';
comment on column public.products.was_price is 'The price to strike through, where that is lawful; written by the database alone. compare_at_price is only what staff would like to compare with.';

create index products_newest on public.products (created_at desc, id) where is_active;
create index products_newest_all on public.products (created_at desc, id);
create index products_featured on public.products (created_at desc, id) where is_active and is_featured;
create index products_by_category on public.products (category_id, created_at desc, id);
create index products_by_any_name on public.products (lower(name));
create index products_by_sku_start on public.products ((lower(sku) collate "C"));
-- One index per sort and filter of the lists. A descending price list reads the same index backwards, with ties broken by id.
create index products_by_price on public.products (price, id) where is_active;
create index products_by_name on public.products (name, id) where is_active;
create index products_of_category_by_price on public.products (category_id, price, id) where is_active;
create index products_of_category_by_name on public.products (category_id, name, id) where is_active;
-- Lists of one brand, and the brand names.
create index products_by_brand on public.products (brand, created_at desc, id) where is_active;
create index products_of_brand_by_price on public.products (brand, price, id) where is_active;
create index products_of_brand_by_name on public.products (brand, name, id) where is_active;
create index products_of_category_by_brand on public.products (category_id, brand, created_at desc, id) where is_active;
create index products_by_picture on public.products using gin (private.picture_stems(images)) with (fastupdate = off);
create index products_by_publish_at on public.products (publish_at) where publish_at is not null;
create index products_by_unpublish_at on public.products (unpublish_at) where unpublish_at is not null;
create index products_by_end_of_was_price on public.products (was_price_until) where was_price_until is not null;

create trigger set_updated_at before update on public.products for each row execute function private.set_updated_at();
create trigger move_version before update on public.products for each row execute function private.move_version(
  'inventory_quantity', 'was_price', 'was_price_until', 'highest_price');

-- Every picture has an alternative text, an empty one if none was given. When only the pictures change in number, each keeps its text.
create function private.set_pictures_of_product()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
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

-- As they are stored and looked up, whatever wrote them. Empty codes are none.
create function private.clean_product()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.name := private.clean_text(new.name);
  new.sku := nullif(private.clean_code(new.sku), '');
  new.barcode := nullif(private.clean_barcode(new.barcode), '');
  return new;
end;
$$;

create trigger clean_text before insert or update of name, sku, barcode on public.products
  for each row execute function private.clean_product();

create trigger set_pictures before insert or update of images, image_alts on public.products
  for each row execute function private.set_pictures_of_product();

alter table public.products enable row level security;
revoke all on table public.products from anon, authenticated;
grant all on table public.products to service_role;
grant select on table public.products to anon, authenticated;
grant insert (slug, name, description, short_description, price, compare_at_price, images, image_alts, features, materials,
    care, brand, collection, sku, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured, category_id,
    options, dimensions, weight_grams, box_contents, good_for, size_guide, barcode, seo_title, seo_description, publish_at,
    unpublish_at),
  update (slug, name, description, short_description, price, compare_at_price, images, image_alts, features, materials,
    care, brand, collection, sku, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured, category_id,
    options, dimensions, weight_grams, box_contents, good_for, size_guide, barcode, seo_title, seo_description, publish_at,
    unpublish_at),
  delete on table public.products to authenticated;

create policy "Anyone sees active products, staff every one" on public.products for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add products" on public.products for insert to authenticated with check ((select private.may('catalogue')));
create policy "Staff change products" on public.products for update to authenticated
  using ((select private.may('catalogue'))) with check ((select private.may('catalogue')));
create policy "Staff delete products" on public.products for delete to authenticated using ((select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.products
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

-- The brands of active products, of all or of one active category, by name, 40 at most. A loose index scan: one look-up per
-- brand, however many products it has.
create function public.list_brands(p_category text default null)
returns table (brand text)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_category uuid;
  v_last text := '';
begin
  if p_category is not null then
    select categories.id into v_category from public.categories where categories.slug = p_category and categories.is_active;
    if not found then
      return;
    end if;
  end if;
  for place in 1..40 loop
    if v_category is null then
      select products.brand into brand from public.products
      where products.is_active and products.brand > v_last
      order by products.brand limit 1;
    else
      select products.brand into brand from public.products
      where products.is_active and products.category_id = v_category and products.brand > v_last
      order by products.category_id, products.brand limit 1;
    end if;
    exit when not found;
    return next;
    v_last := brand;
  end loop;
end;
$$;

grant execute on function public.list_brands(text) to anon, authenticated, service_role;
