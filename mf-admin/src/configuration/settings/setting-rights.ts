import type { Right } from '../../frame/staff/rights'
import type { MoneyKey } from '../../frame/setting-texts/money-texts'
import type { SettingKey } from '../../frame/setting-texts/setting-text'

const moneySections = ['pricing', 'payment', 'revenue']
const sectionOf = (key: SettingKey) => key.split('.', 1)[0] ?? ''

/** Whether a setting decides about money. */
export const isAboutMoney = (key: SettingKey): key is MoneyKey => moneySections.includes(sectionOf(key))

/** The right that changing a setting needs (`private.right_of_setting`). */
export function rightOf(key: SettingKey): Right {
  if (isAboutMoney(key)) return 'money_settings'
  return sectionOf(key) === 'staff' ? 'staff' : 'settings'
}

/** Why somebody may only read a setting. */
export const onlyReadable = (key: SettingKey): string =>
  `Only a super admin may change this, since it decides about ${isAboutMoney(key) ? 'money' : 'what staff may do'}.`
