import { useAppQuery } from '@shop/supabase'
import { Badge, badgeCount, chakra, VisuallyHidden } from '@shop/ui'
import { useLive } from '../staff/use-live'
import { messagesKey, unreadCountQuery } from './unread-messages'

const live = ['contact_messages']
const keys = [messagesKey]

/** How many messages nobody has read, kept up to date; nothing if all are read. Needs the right 'messages'. */
export function UnreadCount({ rail = false }: { rail?: boolean }) {
  const { data: unread = 0 } = useAppQuery(unreadCountQuery)
  useLive(live, keys)
  if (unread === 0) return null
  const count = badgeCount(unread)
  const label = <VisuallyHidden> unread</VisuallyHidden>
  if (!rail)
    return (
      <Badge plain status="info" marginInlineStart="auto" fontVariantNumeric="tabular-nums">
        {count}
        {label}
      </Badge>
    )
  return (
    <chakra.span
      position="absolute"
      top=".2rem"
      insetInlineEnd=".15rem"
      minWidth="1rem"
      padding="0 .2rem"
      borderRadius="full"
      background="accent"
      color="accentInk"
      fontSize=".65rem"
      lineHeight="1rem"
      textAlign="center"
    >
      {count}
      {label}
    </chakra.span>
  )
}
