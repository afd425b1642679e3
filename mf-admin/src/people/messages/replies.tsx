import { Badge, chakra, Heading, Text } from '@shop/ui'
import { formatDateTime } from '../../kit/dates'
import { colleagueName, type Colleague } from '../../frame/staff/colleagues'
import type { Reply } from './message-record'

const Item = chakra('li', {
  base: {
    display: 'grid',
    gap: '.4rem',
    paddingInlineStart: '1rem',
    borderInlineStart: '2px solid {colors.accent}',
  },
})

/** The answers to a message, oldest first. */
export function Replies({
  replies,
  colleagues,
}: {
  replies: readonly Reply[]
  colleagues: readonly Colleague[] | undefined
}) {
  if (replies.length === 0) return null
  return (
    <section>
      <Heading level={3} marginBottom=".7rem">
        {replies.length === 1 ? 'Answer' : 'Answers'}
      </Heading>
      <chakra.ul display="grid" gap="1.1rem" aria-label="Answers">
        {replies.map(({ id, text, author, at, mail }) => (
          <Item key={id}>
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
              {text}
            </Text>
            <Text textStyle="micro" color="muted">
              {colleagueName(colleagues, author)},{' '}
              <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>{' '}
              {mail === 'pending' && <Badge status="warning">Waiting to be sent</Badge>}
              {mail === 'failed' && <Badge status="danger">Could not be sent</Badge>}
            </Text>
          </Item>
        ))}
      </chakra.ul>
    </section>
  )
}
