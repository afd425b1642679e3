import { formatPence, type Pence, type Promotion } from '@shop/pricing'
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
  free_delivery: 'Free delivery',
} as const

export const kinds = ['percent', 'amount', 'free_delivery'] as const

/** The terms of a promotion, as the database stores them. */
export interface Terms {
  kind: (typeof kinds)[number]
  percent: number | null
  amountPence: Pence | null
}

/** The promotion to calculate with; null while a figure is missing. */
export function promotionOf({ kind, percent, amountPence }: Terms): Promotion | null {
  if (kind === 'free_delivery') return { kind }
  if (kind === 'percent') return percent === null ? null : { kind, percent }
  return amountPence === null ? null : { kind, amountPence }
}

/** What a code gives in words: "10% off", "£5.00 off", "Free delivery". */
export function givesInWords(terms: Terms): string {
  if (terms.kind === 'free_delivery') return 'Free delivery'
  return terms.kind === 'percent'
    ? `${String(terms.percent)}% off`
    : `${formatPence(terms.amountPence ?? 0)} off`
}
