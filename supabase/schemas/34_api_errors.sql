-- Errors of the API: which rule was broken, and nothing of the row. Runs last, over every function above.

-- A constraint that fails inside of a function with more rights than its caller tells the whole row in the error's details
-- ("Failing row contains …"), and PostgREST passes those on. Direct writes are safe: where row level security applies to the
-- writer, PostgreSQL leaves the row out. So every function of the API that calls into `private` tells which rule was broken,
-- and nothing else.
-- Wraps the functions of the API that are not wrapped yet; a migration that adds one calls this at its end.
create function private.hide_rows_in_api_errors()
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_call record;
begin
  for v_call in
    select format('public.%I', proc.proname) as name, proc.oid as id,
      pg_get_function_arguments(proc.oid) as arguments, pg_get_function_result(proc.oid) as result,
      substring(proc.prosrc from '(private\.\w+\([^;]*\));\s*$') as inner_call
    from pg_catalog.pg_proc as proc join pg_catalog.pg_language as language on language.oid = proc.prolang
    where proc.pronamespace = 'public'::regnamespace and language.lanname = 'sql' and proc.provolatile = 'v'
      and not proc.proretset and proc.prosrc ~ '^\s*select (\* from )?private\.\w+\([^;]*\);\s*$'
  loop
    execute format($sql$
      create or replace function %s(%s) returns %s language plpgsql set search_path = '' as $body$
      begin
        %s %s;
      exception when integrity_constraint_violation then
        raise exception using errcode = sqlstate, message = sqlerrm;
      end;
      $body$
      $sql$, v_call.name, v_call.arguments, v_call.result,
      case when v_call.result = 'void' then 'perform' else 'return' end, v_call.inner_call);
  end loop;
end;
$$;

select private.hide_rows_in_api_errors();

-- The right to call a new function is PUBLIC's by default; here nobody has it without a grant.
revoke all on all functions in schema private from public;
