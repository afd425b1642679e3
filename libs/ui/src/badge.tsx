import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import { useDensity } from './density'
import { badgeRecipe } from './theme/recipes/badge'

export type BadgeStatus = 'positive' | 'warning' | 'danger' | 'info' | 'neutral' | 'outline'

const Root = chakra('span', badgeRecipe)

export interface BadgeProps extends HTMLChakraProps<'span'> {
  status?: BadgeStatus
  /** Without the dot: roles and counts. */
  plain?: boolean
}

/** A status as text with a dot. */
export function Badge(props: BadgeProps) {
  return <Root density={useDensity()} {...props} />
}

const statuses: Record<string, BadgeStatus> = {
  paid: 'positive',
  succeeded: 'positive',
  delivered: 'positive',
  completed: 'positive',
  active: 'positive',
  online: 'positive',
  'in stock': 'positive',
  pending: 'warning',
  'low stock': 'warning',
  'needs attention': 'warning',
  failed: 'danger',
  refunded: 'danger',
  exception: 'danger',
  cancelled: 'danger',
  processing: 'info',
  shipped: 'info',
  in_transit: 'info',
  out_for_delivery: 'info',
  'sold out': 'neutral',
  'out of stock': 'neutral',
}

/** The badge colour of a status of the shop; unknown statuses are outlined. */
export function badgeStatus(status: string): BadgeStatus {
  return statuses[status.toLowerCase()] ?? 'outline'
}
