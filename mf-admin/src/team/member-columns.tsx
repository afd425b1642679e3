import { Badge, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDateTime } from '../kit/dates'
import { roleLabels } from '../staff/role-words'
import type { Member } from './office-staff'

const Words = chakra('span', { base: { overflowWrap: 'anywhere' } })

/**
 * The columns of staff.
 *
 * @param me the user who looks
 * @param actionsOf the menu of a row
 */
export function memberColumns(me: string, actionsOf: (member: Member) => ReactNode): DataColumn<Member>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      narrow: 'title',
      cell: ({ name, userId }) => (
        <Words>
          <Text as="span" fontWeight={520}>
            {name}
          </Text>
          {userId === me && (
            <Text as="span" color="muted">
              {' '}
              (you)
            </Text>
          )}
        </Words>
      ),
    },
    { id: 'email', header: 'Email', narrow: 'detail', cell: ({ email }) => <Words>{email}</Words> },
    {
      id: 'role',
      header: 'Role',
      narrow: 'asideDetail',
      cell: ({ role }) => roleLabels[role],
    },
    {
      id: 'state',
      header: 'Access',
      narrow: 'aside',
      cell: ({ isActive }) =>
        isActive ? <Badge status="positive">Active</Badge> : <Badge status="neutral">Ended</Badge>,
    },
    {
      id: 'seen',
      header: 'Last sign-in',
      cell: ({ lastSignIn }) =>
        lastSignIn ? (
          <chakra.time dateTime={lastSignIn.toISOString()} whiteSpace={{ lg: 'nowrap' }}>
            {formatDateTime(lastSignIn)}
          </chakra.time>
        ) : (
          <Text color="muted">Never</Text>
        ),
    },
    { id: 'actions', header: 'Actions', hideHeader: true, align: 'end', narrow: 'actions', cell: actionsOf },
  ]
}
