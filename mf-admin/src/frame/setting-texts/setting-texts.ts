import { settingRules } from '@shop/settings'
import { moneyTexts } from './money-texts'
import { pageTexts } from './page-texts'
import type { SettingKey, SettingTexts } from './setting-text'
import { shopTexts } from './shop-texts'

/** What staff are told about each setting. The compiler asks for that of a new one. */
export const settingTexts: SettingTexts = { ...shopTexts, ...moneyTexts, ...pageTexts }

/** All settings in the order of the screen. */
export const settingKeys: readonly SettingKey[] = Object.keys(settingTexts).filter(isSettingKey)

/** Whether a text is the key of a setting. */
export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(settingRules, text)
}
