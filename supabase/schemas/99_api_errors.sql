-- API errors name the broken rule and nothing of the row. Runs last, over every function above.

-- A constraint that fails inside a security definer function puts the whole row into the error's details ("Failing row contains
-- …"), and PostgREST passes it on; for direct writes under row level security PostgreSQL leaves the row out. So every public
-- function that calls into `private` is wrapped to report the rule only. A migration that adds one calls this at its end.
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

-- New functions are executable by PUBLIC by default; here a grant is required.
revoke all on all functions in schema private from public;
