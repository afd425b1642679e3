-- Taking an archiving back makes active again what was active.
drop function public.archive_products(uuid[], bool);
drop function private.archive_products(uuid[], bool);

create function private.archive_products(p_ids uuid[], p_archived boolean, p_active uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_right('catalogue');
  if p_archived is null or coalesce(cardinality(p_ids), 0) not between 1 and 500 or cardinality(p_active) > 500 then
    perform private.refuse('PT422', 'Choose 1 to 500 products.', 'ids');
  end if;
  perform from public.products where id = any (p_ids) order by id for no key update;
  update public.products
  set archived_at = case when p_archived then now() end, is_active = not p_archived and id = any (coalesce(p_active, '{}'))
  where id = any (p_ids) and (archived_at is not null) <> p_archived;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

grant execute on function private.archive_products(uuid[], bool, uuid[]) to authenticated, service_role;

create function public.archive_products(p_ids uuid[], p_archived boolean default true, p_active uuid[] default '{}')
returns integer
language sql
set search_path = ''
as $$ select private.archive_products(p_ids, p_archived, p_active); $$;

grant execute on function public.archive_products(uuid[], bool, uuid[]) to authenticated, service_role;

revoke all on function private.archive_products(uuid[], bool, uuid[]) from public;
select private.hide_rows_in_api_errors();
