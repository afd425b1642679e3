-- Storage buckets for pictures and their policies.

-- Public buckets serve files by URL without a policy; listing them is for staff.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-images', 'product-images', true, 5242880, array['image/jpeg', 'image/png', 'image/webp']),
  ('category-images', 'category-images', true, 5242880, array['image/jpeg', 'image/png', 'image/webp']),
  ('placeholders', 'placeholders', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Staff list shop pictures" on storage.objects for select to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.is_staff()));

create policy "Staff upload shop pictures" on storage.objects for insert to authenticated
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));

create policy "Staff replace shop pictures" on storage.objects for update to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')))
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));

create policy "Staff delete shop pictures" on storage.objects for delete to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));
