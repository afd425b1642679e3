-- Scheduled publishing: an inactive product becomes active at publish_at, any product inactive at unpublish_at. The status is what all
-- policies and lists read, so the sweep, which runs every minute, changes it: a product goes live within a minute of its time.

-- What is wrong with the times of a product: [{field, message}]. p_old: as it was, all null for a new one. A time that is not changed
-- may have passed, and ends when staff make the product active.
create function private.schedule_problems(p_product public.products, p_old public.products)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when p_product.publish_at is distinct from p_old.publish_at and p_product.is_active and p_product.publish_at is not null
    then private.file_problem('publish_at', 'A product that goes live later cannot be active now. Make it inactive, or leave the time empty.')
    when p_product.publish_at is distinct from p_old.publish_at and p_product.publish_at <= now()
    then private.file_problem('publish_at', 'This time has passed. Choose a later one, or make the product active.')
    when p_product.unpublish_at is distinct from p_old.unpublish_at and p_product.unpublish_at <= now()
    then private.file_problem('unpublish_at', 'This time has passed. Choose a later one, or make the product inactive.')
    when p_product.unpublish_at <= p_product.publish_at
    then private.file_problem('unpublish_at', 'Choose a time after the product goes live.')
    else '[]' end;
$$;

-- Raises 422 for the first of them.
create function private.require_schedule(p_product public.products, p_old public.products)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problem constant jsonb := private.schedule_problems(p_product, p_old) -> 0;
begin
  if v_problem is not null then
    perform private.reject('PT422', v_problem ->> 'message', v_problem ->> 'field');
  end if;
end;
$$;

-- Whoever makes a product active ends its schedule; and what leaves the archive after its time does not go live unasked.
create function private.end_schedule()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_active or (new.archived_at is null and old.archived_at is not null and new.publish_at <= now()) then
    new.publish_at := null;
  end if;
  return new;
end;
$$;

create trigger end_schedule before update of is_active, archived_at on public.products
  for each row when (new.publish_at is not null) execute function private.end_schedule();

-- Makes products active and inactive whose time has come, 1,000 of each at most. Answers {published, unpublished}.
create function private.publish_products()
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_published integer;
  v_unpublished integer;
begin
  -- One whose end has passed too stays inactive.
  update public.products set is_active = true, publish_at = null where id in (
    select id from public.products
    where publish_at <= now() and archived_at is null and (unpublish_at is null or unpublish_at > now()) order by id
    limit 1000 for update skip locked);
  get diagnostics v_published = row_count;
  update public.products set is_active = false, publish_at = null, unpublish_at = null where id in (
    select id from public.products where unpublish_at <= now() order by id
    limit 1000 for update skip locked);
  get diagnostics v_unpublished = row_count;
  return jsonb_build_object('published', v_published, 'unpublished', v_unpublished);
end;
$$;

grant execute on function private.publish_products() to service_role;
