import { Badge, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDateTime } from '../kit/dates'
import { colleagueName, type Colleague } from '../staff/colleagues'
import type { ListedMessage } from './list-messages'
import { stateColours, stateLabels } from './message-states'

const Excerpt = chakra('span', {
  base: {
    display: 'block',
    textStyle: 'micro',
    color: 'muted',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: { base: '60vw', lg: '26rem' },
  },
})

/**
 * The columns of the messages.
 *
 * @param subjectOf the subject as a link
 */
export function messageColumns(
  subjectOf: (message: ListedMessage) => ReactNode,
  colleagues: readonly Colleague[] | undefined,
): DataColumn<ListedMessage>[] {
  return [
    {
      id: 'from',
      header: 'From',
      narrow: 'detail',
      cell: ({ name, email }) => (
        <chakra.span overflowWrap="anywhere">
          <Text as="span">{name}</Text>
          <chakra.span display={{ base: 'none', lg: 'block' }} textStyle="micro" color="muted">
            {email}
          </chakra.span>
        </chakra.span>
      ),
    },
    {
      id: 'subject',
      header: 'Subject',
      narrow: 'title',
      cell: (message) => (
        <>
          {subjectOf(message)}
          <Excerpt>{message.excerpt}</Excerpt>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      narrow: 'aside',
      cell: ({ state }) => <Badge status={stateColours[state]}>{stateLabels[state]}</Badge>,
    },
    {
      id: 'assignee',
      header: 'Assigned to',
      cell: ({ assignee }) =>
        assignee === null ? <Text color="muted">Nobody</Text> : colleagueName(colleagues, assignee),
    },
    {
      id: 'received',
      header: 'Received',
      narrow: 'asideDetail',
      cell: ({ at }) => (
        <chakra.time dateTime={at.toISOString()} whiteSpace={{ lg: 'nowrap' }}>
          {formatDateTime(at)}
        </chakra.time>
      ),
    },
  ]
}
