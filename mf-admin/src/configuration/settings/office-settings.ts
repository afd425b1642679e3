import { parseSettings, settingAllowed, type StoredSettings } from '@shop/settings'
import { queryOptions, rows } from '@shop/supabase'
import * as v from 'valibot'
import type { SettingKey } from '../../frame/setting-texts/setting-text'
import { settingKeys } from '../../frame/setting-texts/setting-texts'
import { defaultOf, type SettingValue } from './setting-values'

/** A setting as it is now. */
export interface OfficeSetting {
  key: SettingKey
  value: SettingValue
  /** Null while it has its default and no row. */
  version: number | null
  isDefault: boolean
}

/** All settings, by key and as the shop reads them. */
export interface OfficeSettings {
  list: OfficeSetting[]
  settings: StoredSettings
}

const valueSchema = v.union([v.string(), v.number(), v.boolean()])

/** A setting from its row; as the shop, the default for a row that no rule allows. */
export function settingOf(key: SettingKey, row: { value: unknown; version: number | null } | undefined) {
  const value = row && settingAllowed(key, row.value) ? v.parse(valueSchema, row.value) : defaultOf(key)
  return { key, value, version: row?.version ?? null, isDefault: value === defaultOf(key) }
}

/** Every setting with its present value. */
export const officeSettingsQuery = queryOptions({
  key: ['office-settings'],
  queryFn: async (db, signal): Promise<OfficeSettings> => {
    const found = await rows(db.from('shop_settings').select('key, value, version').abortSignal(signal))
    const byKey = new Map(found.map((row) => [row.key, row]))
    return {
      list: settingKeys.map((key) => settingOf(key, byKey.get(key))),
      settings: parseSettings(found),
    }
  },
})
