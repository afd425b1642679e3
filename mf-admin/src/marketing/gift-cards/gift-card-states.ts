import type { BadgeStatus } from '@shop/ui'

/** What a card is at the moment; each is in one state. */
export const states = ['active', 'spent', 'expired', 'void'] as const

export type GiftCardState = (typeof states)[number]

export const stateLabels: Readonly<Record<GiftCardState, string>> = {
  active: 'Active',
  spent: 'Spent',
  expired: 'Expired',
  void: 'Void',
}

export const stateColours: Readonly<Record<GiftCardState, BadgeStatus>> = {
  active: 'positive',
  spent: 'neutral',
  expired: 'warning',
  void: 'danger',
}
