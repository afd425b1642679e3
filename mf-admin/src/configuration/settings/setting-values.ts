import { formatPence, toPence } from '@shop/pricing'
import { defaultSettings, settingAllowed, settingRules, type SettingRule } from '@shop/settings'
import { isUkVatNumber } from '@shop/settings/vat-number'
import * as v from 'valibot'
import type { SettingKey } from '../../frame/setting-texts/setting-text'
import { settingTexts } from '../../frame/setting-texts/setting-texts'

/** The value of a setting, as the database has it: money in pounds. */
export type SettingValue = string | number | boolean

/** The form of a setting: what its input holds. */
export interface SettingInput {
  value: string | boolean
}

const ruleOf = (key: SettingKey): SettingRule => settingRules[key]

/** The default of a setting. */
export function defaultOf(key: SettingKey): SettingValue {
  const [section = '', name = ''] = key.split('.')
  return (
    v.parse(
      v.record(v.string(), v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
      defaultSettings,
    )[section]?.[name] ?? ''
  )
}

// Binary fractions would show 28.999999999999996 per cent.
const exact = (value: number) => Number(value.toPrecision(12))

/** A value as its input holds it. */
export function inputOf(key: SettingKey, value: SettingValue): string | boolean {
  const { as, readings } = settingTexts[key]
  if (typeof value === 'boolean') return readings ? String(value) : value
  if (typeof value === 'string') return value
  if (as === 'percent') return String(exact(value * 100))
  return as === 'pounds' ? value.toFixed(2) : String(value)
}

/** The value that an input holds, whether the rule allows it or not. */
export function valueOf(key: SettingKey, input: string | boolean): SettingValue {
  if (typeof input === 'boolean') return input
  const { kind } = ruleOf(key)
  if (kind === 'boolean') return input === 'true'
  if (kind !== 'number') return input.trim()
  const number = /^-?\d+(\.\d+)?$/.test(input.trim()) ? Number(input) : Number.NaN
  return settingTexts[key].as === 'percent' ? exact(number / 100) : number
}

const count = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 4 })
const pounds = (value: number) => formatPence(toPence(value))

/** A value as the screen shows it. */
export function shownValue(key: SettingKey, value: SettingValue): string {
  const { as, readings, unit } = settingTexts[key]
  const reading = readings?.[String(value)]
  if (reading) return reading.title
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'string') return value === '' ? 'Empty' : value
  if (as === 'percent') return `${count(exact(value * 100))}%`
  if (as === 'pounds') return pounds(value)
  return unit ? `${count(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}` : count(value)
}

/** What is wrong with a value that the rule rejects. */
function problemOf(key: SettingKey, value: SettingValue): string {
  const rule = ruleOf(key)
  const { as, label } = settingTexts[key]
  switch (rule.kind) {
    case 'number': {
      const { min, max, decimals } = rule
      if (as === 'pounds') return `Enter an amount from ${pounds(min)} to ${pounds(max)}, such as 24.50.`
      if (as === 'percent')
        return `Enter a percentage from ${count(exact(min * 100))} to ${count(exact(max * 100))} with at most ${String(decimals - 2)} decimals.`
      const range = `from ${count(min)} to ${count(max)}`
      return decimals === 0
        ? `Enter a whole number ${range}.`
        : `Enter a number ${range} with at most ${String(decimals)} decimals.`
    }
    case 'text':
      if (key === vatNumber) return 'Check the digits: GB or XI, and 9 digits or 12 for a branch.'
      return value === '' ? `Please enter the ${label}.` : `Use at most ${String(rule.max)} characters.`
    case 'choice':
    case 'boolean':
      return 'Please choose one.'
  }
}

const vatNumber: SettingKey = 'business.vatNumber'

/** Whether the database takes a value; the default is always right, also where only the missing row stands for it. */
const isRight = (key: SettingKey, value: SettingValue) =>
  value === defaultOf(key) ||
  (settingAllowed(key, value) && (key !== vatNumber || isUkVatNumber(String(value))))

/** The rule of a setting's form: the same as the database has. */
export const inputSchema = (key: SettingKey) =>
  v.object({
    value: v.pipe(
      v.union([v.string(), v.boolean()]),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const value = valueOf(key, dataset.value)
        if (isRight(key, value)) return value
        addIssue({ message: problemOf(key, value) })
        return NEVER
      }),
    ),
  })
