import { Badge, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import { columnHelper } from '../../kit/columns'
import { formatDateTime } from '../../kit/dates'
import { roleLabels } from '../../frame/staff/role-words'
import type { Member } from './office-staff'

const Words = chakra('span', { base: { overflowWrap: 'anywhere' } })

const column = columnHelper<Member>()

/**
 * The columns of staff.
 *
 * @param me the user who looks
 * @param actionsOf the menu of a row
 */
export const memberColumns = (me: string, actionsOf: (member: Member) => ReactNode) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { original } }) => (
        <Words>
          <Text as="span" fontWeight={520}>
            {getValue()}
          </Text>
          {original.userId === me && (
            <Text as="span" color="muted">
              {' '}
              (you)
            </Text>
          )}
        </Words>
      ),
    }),
    column.accessor('email', {
      header: 'Email',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) => <Words>{getValue()}</Words>,
    }),
    column.accessor(({ role }) => roleLabels[role], {
      id: 'role',
      header: 'Role',
      meta: { narrow: 'asideDetail' },
    }),
    column.accessor('isActive', {
      header: 'Access',
      meta: { narrow: 'aside' },
      cell: ({ getValue }) =>
        getValue() ? <Badge status="positive">Active</Badge> : <Badge status="neutral">Ended</Badge>,
    }),
    column.accessor(({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off'), {
      id: 'twoFactor',
      header: 'Two-factor sign-in',
    }),
    column.accessor('lastSignIn', {
      header: 'Last sign-in',
      cell: ({ getValue }) => {
        const time = getValue()
        if (!time) return <Text color="muted">Never</Text>
        return (
          <chakra.time dateTime={time.toISOString()} whiteSpace={{ lg: 'nowrap' }}>
            {formatDateTime(time)}
          </chakra.time>
        )
      },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { hideHeader: true, align: 'end', narrow: 'actions' },
      cell: ({ row }) => actionsOf(row.original),
    }),
  ])
