import { settingAllowed } from '@shop/settings'
import { row, useAppMutation, type Backend } from '@shop/supabase'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { SettingKey } from '../../frame/setting-texts/setting-text'
import type { SettingValue } from './setting-values'

interface SavedSetting {
  key: SettingKey
  /** Null goes back to the default. */
  value: SettingValue | null
  /** The value and version that were read; null where there was no row. */
  read: { value: SettingValue; version: number } | null
}

/** @throws BackendError with hint 'stale_version' if somebody else changed it, with the words of the rule for a wrong value */
async function saveSetting(db: Backend, { key, value, read }: SavedSetting): Promise<void> {
  await row(
    db.rpc('save_setting', {
      p_key: key,
      // Some defaults are not allowed as a value, such as no payments at all: for these the row is deleted.
      ...(value !== null && settingAllowed(key, value) && { p_value: value }),
      ...(read && { p_version: read.version, p_seen: read.value }),
    }),
  )
}

/** Saves a setting; the screens that show it are read again. */
export function useSaveSetting() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: saveSetting, onSettled: () => refresh('settings') })
}
