import { counted, type Pence, type PromotionGift } from '@shop/pricing'
import { promotionText } from '@shop/pricing/promotion-text'
import type { BadgeStatus } from '@shop/ui'

/** What a promotion is at the moment; each is in one state. */
export const states = ['scheduled', 'live', 'ended', 'used_up', 'off'] as const

export type PromotionState = (typeof states)[number]

export const stateLabels: Readonly<Record<PromotionState, string>> = {
  scheduled: 'Scheduled',
  live: 'Live',
  ended: 'Ended',
  used_up: 'Used up',
  off: 'Switched off',
}

export const stateColours: Readonly<Record<PromotionState, BadgeStatus>> = {
  scheduled: 'info',
  live: 'positive',
  ended: 'neutral',
  used_up: 'warning',
  off: 'outline',
}

/** What a promotion may give, by the name that the database has for it. */
export const kindLabels = {
  percent: 'Percentage',
  amount: 'Amount',
  buy_get: 'Buy some, get some',
  free_delivery: 'Free delivery',
} as const

export const kinds = ['percent', 'amount', 'buy_get', 'free_delivery'] as const

/** How shoppers get a promotion, by whether it is automatic. */
export const wayLabels = { false: 'With a code', true: 'Automatically' } as const

/** What a promotion may be for, by the name that the database has for it. */
export const scopeLabels = {
  order: 'The whole order',
  products: 'Chosen products',
  categories: 'Chosen categories',
} as const

export const scopes = ['order', 'products', 'categories'] as const

/** What a promotion gives, as the database stores it. */
export interface StoredGift {
  kind: (typeof kinds)[number]
  percent: number | null
  amountPence: Pence | null
  buy: number | null
  get: number | null
}

/** The terms of a promotion, as the database stores them. */
export interface Terms extends StoredGift {
  appliesTo: (typeof scopes)[number]
  productIds: readonly string[]
  categoryIds: readonly string[]
}

/** What a promotion gives, to calculate with; null while a figure is missing. */
export function giftOf({ kind, percent, amountPence, buy, get }: StoredGift): PromotionGift | null {
  switch (kind) {
    case 'free_delivery':
      return { kind }
    case 'percent':
      return percent === null ? null : { kind, percent }
    case 'amount':
      return amountPence === null ? null : { kind, amountPence }
    case 'buy_get':
      return percent === null || buy === null || get === null ? null : { kind, buy, get, percent }
  }
}

/** What a promotion gives in words: "10% off", "£5.00 off", "Buy 2, get 1 free". */
export function givesInWords(stored: StoredGift): string {
  const gift = giftOf(stored)
  return gift ? promotionText(gift) : ''
}

/** What a promotion is for, in words: "The whole order", "2 products". */
export function forInWords({ appliesTo, productIds, categoryIds }: Terms): string {
  switch (appliesTo) {
    case 'order':
      return scopeLabels.order
    case 'products':
      return counted(productIds.length, 'product')
    case 'categories':
      return counted(categoryIds.length, 'category', 'categories')
  }
}
