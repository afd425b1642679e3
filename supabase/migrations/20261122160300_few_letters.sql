-- One or two letters that few products have are looked for once, not for the count and the page each.

-- The first products with one or two letters in their terms: too few for the trigram index, so the narrow list is read once, in the
-- order in which it lies.
create or replace function private.products_with_letters(p_pattern text, p_limit integer)
returns uuid[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = off
set enable_bitmapscan = off
as $$
begin
  return array(select product_id from private.product_list where terms like p_pattern limit p_limit);
end;
$$;

-- The condition of a filter on private.product_list as listed. A rare text is looked up, a frequent one is compared row by row.
-- Security definer functions alone may call it: behind row level security no index would be used.
create or replace function private.product_condition(p_filter jsonb)
returns text
language plpgsql
stable
set search_path = ''
-- The planner must not take a text that it believes to be frequent for one that is found by reading a few rows.
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_low constant integer := coalesce(private.setting_number('stock.adminLowBelow', 5), 5);
  v_pattern constant text := private.search_pattern(private.plain_text(p_filter ->> 'q'));
  v_found uuid[];
  v_parts text[] := array[case p_filter ->> 'status' when 'archived' then 'listed.is_archived' else 'not listed.is_archived' end];
begin
  v_parts := v_parts || case p_filter ->> 'status' when 'active' then 'listed.is_active' when 'inactive' then 'not listed.is_active' end
    || case when p_filter ->> 'category' = 'none' then format('listed.category_id = %L', private.no_category())
      when p_filter ? 'category' then format('listed.category_id = %L', p_filter ->> 'category') end
    || case p_filter ->> 'stock' when 'out' then 'listed.stock = 0' when 'in' then 'listed.stock > 0'
      when 'low' then format('listed.stock > 0 and listed.stock < %s', v_low) end
    || case when p_filter ? 'featured' then 'listed.is_featured' end
    || case when p_filter ? 'picture' then 'not listed.has_picture' end;
  if v_pattern ~ '[[:alnum:]]{3}' then
    v_found := array(select product_id from private.product_search where terms like v_pattern limit v_most + 1);
  elsif v_pattern is not null then
    v_found := private.products_with_letters(v_pattern, v_most + 1);
  end if;
  if cardinality(v_found) <= v_most then
    v_parts := v_parts || format('listed.product_id = any (%L::uuid[])', v_found);
  elsif v_pattern is not null then
    v_parts := v_parts || format('listed.terms like %L', v_pattern);
  end if;
  return array_to_string(array_remove(v_parts, null), ' and ');
end;
$$;
