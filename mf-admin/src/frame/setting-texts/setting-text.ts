import type { settingRules } from '@shop/settings'

/** The key of a setting, such as "pricing.factor". */
export type SettingKey = keyof typeof settingRules

/** The groups of the screen, in order. */
export const subjects = {
  business: 'Business',
  prices: 'Prices and VAT',
  payment: 'Payment',
  checkout: 'Cart and checkout',
  delivery: 'Delivery',
  stock: 'Stock',
  pages: 'Pages of the shop',
  access: 'Signing in',
  office: 'Back office',
} as const
type Subject = keyof typeof subjects

/** What a choice means. */
export interface Reading {
  title: string
  /** What the shop does then. */
  detail: string
}

/** What staff are told about a setting. */
interface SettingText {
  subject: Subject
  label: string
  /** What it decides. */
  text: string
  /** For two readings of the same thing: what each does, by value. */
  readings?: Readonly<Record<string, Reading>>
  /** How a number is entered: an amount in pounds, or a share of 1 in per cent; as it is without. */
  as?: 'pounds' | 'percent'
  /** What a number counts, such as "pieces". */
  unit?: string
}

/** Texts of settings by key. */
export type SettingTexts<Key extends SettingKey = SettingKey> = Readonly<Record<Key, SettingText>>
