-- Settings in the back office: saving one by the version that was read.

-- Saves a setting, or with a null value goes back to its default by deleting the row. p_version is that of the row that was read,
-- null where there was none, and p_seen its value: rows are deleted and made again, so a version alone could mean another row.
-- Returns the version; null for the default.
create function private.save_setting(p_key text, p_value jsonb, p_version integer, p_seen jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- An API argument of null arrives as either.
  v_value constant jsonb := nullif(p_value, 'null');
  v_now public.shop_settings;
  v_version integer;
begin
  perform private.require_right('settings');
  if private.right_of_setting(p_key) <> 'settings' then
    perform private.require_right(private.right_of_setting(p_key));
  end if;
  if not exists (select from private.setting_rules where key = p_key) then
    perform private.reject('PT422', 'There is no such setting.', 'key');
  end if;
  select * into v_now from public.shop_settings where key = p_key for update;
  if v_now.version is distinct from p_version or v_now.value is distinct from nullif(p_seen, 'null') then
    perform private.reject('PT409', 'Someone has changed this setting since you opened it.', 'stale_version',
      jsonb_build_object('key', p_key, 'value', v_now.value, 'version', v_now.version)::text);
  end if;
  if v_value is null then
    delete from public.shop_settings where key = p_key;
  elsif v_now.key is not null then
    update public.shop_settings set value = v_value where key = p_key returning version into v_version;
  else
    insert into public.shop_settings (key, value) values (p_key, v_value)
    on conflict do nothing returning version into v_version;
    if v_version is null then
      -- Somebody else added it in this moment.
      select * into v_now from public.shop_settings where key = p_key;
      perform private.reject('PT409', 'Someone has changed this setting since you opened it.', 'stale_version',
        jsonb_build_object('key', p_key, 'value', v_now.value, 'version', v_now.version)::text);
    end if;
  end if;
  return v_version;
end;
$$;

grant execute on function private.save_setting(text, jsonb, int4, jsonb) to authenticated, service_role;

create function public.save_setting(p_key text, p_value jsonb default null, p_version integer default null, p_seen jsonb default null)
returns integer
language sql
set search_path = ''
as $$ select private.save_setting(p_key, p_value, p_version, p_seen); $$;

grant execute on function public.save_setting(text, jsonb, int4, jsonb) to authenticated, service_role;
