import type { BadgeStatus } from '@shop/ui'

/** The states of a message: new until somebody has read it. */
export const states = ['new', 'open', 'answered', 'closed'] as const
export type MessageState = (typeof states)[number]

/** What each state is called. */
export const stateLabels: Readonly<Record<MessageState, string>> = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

/** The colour of each state's badge. */
export const stateColours: Readonly<Record<MessageState, BadgeStatus>> = {
  new: 'info',
  open: 'warning',
  answered: 'positive',
  closed: 'outline',
}
