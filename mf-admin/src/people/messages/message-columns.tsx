import { Badge, chakra, Text } from '@shop/ui'
import { columnHelper } from '../../kit/columns'
import { formatDateTime } from '../../kit/dates'
import { RowLink } from '../../kit/row-link'
import { ColleagueName } from '../../frame/staff/colleague-name'
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

const column = columnHelper<ListedMessage>()

/** The columns of the messages. */
export const messageColumns = column.columns([
  column.accessor('name', {
    header: 'From',
    meta: { narrow: 'detail' },
    cell: ({ row }) => (
      <chakra.span overflowWrap="anywhere">
        <Text as="span">{row.original.name}</Text>
        <chakra.span display={{ base: 'none', lg: 'block' }} textStyle="micro" color="muted">
          {row.original.email}
        </chakra.span>
      </chakra.span>
    ),
  }),
  column.accessor('subject', {
    header: 'Subject',
    meta: { narrow: 'title' },
    cell: ({ row: { id, original } }) => (
      <>
        <RowLink id={id} fontWeight={original.state === 'new' ? 600 : 'inherit'}>
          {original.subject}
        </RowLink>
        <Excerpt>{original.excerpt}</Excerpt>
      </>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    meta: { narrow: 'aside' },
    cell: ({ getValue }) => <Badge status={stateColours[getValue()]}>{stateLabels[getValue()]}</Badge>,
  }),
  column.accessor('assignee', {
    header: 'Assigned to',
    cell: ({ getValue }) => {
      const assignee = getValue()
      return assignee === null ? <Text color="muted">Nobody</Text> : <ColleagueName userId={assignee} />
    },
  }),
  column.accessor('at', {
    header: 'Received',
    meta: { narrow: 'asideDetail' },
    cell: ({ getValue }) => (
      <chakra.time dateTime={getValue().toISOString()} whiteSpace={{ lg: 'nowrap' }}>
        {formatDateTime(getValue())}
      </chakra.time>
    ),
  }),
])
