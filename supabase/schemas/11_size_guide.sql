-- Size guides: the table of measures in a product's details.

-- Whether p_guide is a table with as many cells in each row as columns, the first of which names the row:
-- {"columns": ["Size", "Bust"], "rows": [["S", "81 cm"]], "note": "…"}. The rule of parseSizeGuide in mf-catalog.
create function private.is_size_guide(p_guide jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(p_guide) = 'object' and p_guide - array['columns', 'rows', 'note'] = '{}'
    and jsonb_typeof(p_guide -> 'columns') = 'array' and jsonb_array_length(p_guide -> 'columns') between 1 and 12
    and jsonb_typeof(p_guide -> 'rows') = 'array' and jsonb_array_length(p_guide -> 'rows') between 1 and 50
    and not exists (
      select from jsonb_array_elements(p_guide -> 'columns') as heading
      where not private.is_size_guide_text(heading, 1, 60))
    and not exists (
      select from jsonb_array_elements(p_guide -> 'rows') as row
      where case when jsonb_typeof(row) = 'array' then
        jsonb_array_length(row) <> jsonb_array_length(p_guide -> 'columns')
        or not private.is_size_guide_text(row -> 0, 1, 60)
        or exists (select from jsonb_array_elements(row) as cell where not private.is_size_guide_text(cell, 0, 60))
        else true end)
    and (not p_guide ? 'note' or private.is_size_guide_text(p_guide -> 'note', 0, 500)), false);
$$;

-- Text of at most p_max characters, of which at least p_min are not spaces around it.
create function private.is_size_guide_text(p_value jsonb, p_min integer, p_max integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string' and char_length(btrim(p_value #>> '{}')) >= p_min
    and char_length(p_value #>> '{}') <= p_max, false);
$$;

alter table public.products add constraint products_size_guide check (size_guide is null or private.is_size_guide(size_guide));

grant execute on function private.is_size_guide_text(jsonb, int4, int4) to authenticated, service_role;
grant execute on function private.is_size_guide(jsonb) to authenticated, service_role;
