import type { BadgeStatus } from '@shop/ui'
import type { DraftState } from './draft-record'

export const stateLabels: Readonly<Record<DraftState, string>> = {
  open: 'Open',
  sent: 'Link sent',
  paid: 'Paid',
  withdrawn: 'Withdrawn',
}

export const stateColours: Readonly<Record<DraftState, BadgeStatus>> = {
  open: 'info',
  sent: 'warning',
  paid: 'positive',
  withdrawn: 'outline',
}
