import { Badge, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDate, formatDateTime } from '../kit/dates'
import { roleLabels } from '../staff/role-words'
import type { OpenInvitation } from './office-staff'

const Words = chakra('span', { base: { overflowWrap: 'anywhere' } })

function state({ mail, expiresAt }: OpenInvitation, now: number): ReactNode {
  if (mail === 'failed') return <Badge status="danger">Email failed</Badge>
  if (expiresAt.getTime() <= now) return <Badge status="neutral">Expired</Badge>
  return <Badge status="info">Invited</Badge>
}

/**
 * The columns of open invitations.
 *
 * @param now the time, in milliseconds
 * @param actionsOf the menu of a row
 */
export function invitationColumns(
  now: number,
  actionsOf: (invitation: OpenInvitation) => ReactNode,
): DataColumn<OpenInvitation>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      narrow: 'title',
      cell: ({ name }) => (
        <Words>
          <Text as="span" fontWeight={520}>
            {name}
          </Text>
        </Words>
      ),
    },
    { id: 'email', header: 'Email', narrow: 'detail', cell: ({ email }) => <Words>{email}</Words> },
    { id: 'role', header: 'Role', narrow: 'asideDetail', cell: ({ role }) => roleLabels[role] },
    { id: 'state', header: 'State', narrow: 'aside', cell: (invitation) => state(invitation, now) },
    {
      id: 'until',
      header: 'Sent',
      cell: ({ sentAt, expiresAt }) => (
        <>
          <chakra.time dateTime={sentAt.toISOString()} whiteSpace={{ lg: 'nowrap' }}>
            {formatDateTime(sentAt)}
          </chakra.time>
          <Text textStyle="micro" color="muted">
            {`Valid until ${formatDate(expiresAt)}`}
          </Text>
        </>
      ),
    },
    { id: 'actions', header: 'Actions', hideHeader: true, align: 'end', narrow: 'actions', cell: actionsOf },
  ]
}
