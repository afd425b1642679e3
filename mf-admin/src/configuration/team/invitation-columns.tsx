import { Badge, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import { columnHelper } from '../../kit/columns'
import { formatDate, formatDateTime } from '../../kit/dates'
import { roleLabels } from '../../frame/staff/role-words'
import type { OpenInvitation } from './office-staff'

const Words = chakra('span', { base: { overflowWrap: 'anywhere' } })

function state({ mail, expiresAt }: OpenInvitation, now: number): ReactNode {
  if (mail === 'failed') return <Badge status="danger">Email failed</Badge>
  if (expiresAt.getTime() <= now) return <Badge status="neutral">Expired</Badge>
  return <Badge status="info">Invited</Badge>
}

const column = columnHelper<OpenInvitation>()

/**
 * The columns of open invitations.
 *
 * @param now the time, in milliseconds
 * @param actionsOf the menu of a row
 */
export const invitationColumns = (now: number, actionsOf: (invitation: OpenInvitation) => ReactNode) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { narrow: 'title' },
      cell: ({ getValue }) => (
        <Words>
          <Text as="span" fontWeight={520}>
            {getValue()}
          </Text>
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
    column.display({
      id: 'state',
      header: 'State',
      meta: { narrow: 'aside' },
      cell: ({ row }) => state(row.original, now),
    }),
    column.accessor('sentAt', {
      header: 'Sent',
      cell: ({ getValue, row: { original } }) => (
        <>
          <chakra.time dateTime={getValue().toISOString()} whiteSpace={{ lg: 'nowrap' }}>
            {formatDateTime(getValue())}
          </chakra.time>
          <Text textStyle="micro" color="muted">
            {`Valid until ${formatDate(original.expiresAt)}`}
          </Text>
        </>
      ),
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { hideHeader: true, align: 'end', narrow: 'actions' },
      cell: ({ row }) => actionsOf(row.original),
    }),
  ])
