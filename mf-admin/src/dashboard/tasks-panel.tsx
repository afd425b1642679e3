import { counted } from '@shop/pricing'
import { Link } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { chakra, Icon, Loading, Panel, Skeleton, Text, type IconComponent } from '@shop/ui'
import ChevronRight from 'lucide-react/icons/chevron-right'
import MessageSquare from 'lucide-react/icons/message-square'
import PackageSearch from 'lucide-react/icons/package-search'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Star from 'lucide-react/icons/star'
import Truck from 'lucide-react/icons/truck'
import Undo2 from 'lucide-react/icons/undo-2'
import Wallet from 'lucide-react/icons/wallet'
import { UncheckedNotice } from './notice-line'
import { officeTasksQuery, type OfficeTasks } from './office-tasks'

interface Task {
  of: keyof OfficeTasks
  words: (count: number) => string
  icon: IconComponent
  /** The list that holds them, as it is filtered. */
  to: string
}

const tasks: readonly Task[] = [
  {
    of: 'ordersToSend',
    words: (count) => `${counted(count, 'order')} to send`,
    icon: Truck,
    to: '/admin/orders?unshipped=true',
  },
  {
    of: 'returnsToDecide',
    words: (count) => `${counted(count, 'return')} to decide`,
    icon: Undo2,
    to: '/admin/returns',
  },
  {
    of: 'returnsToRefund',
    words: (count) => `${counted(count, 'return')} to refund`,
    icon: Wallet,
    to: '/admin/returns?state=received',
  },
  {
    of: 'messages',
    words: (count) => `${counted(count, 'message')} to answer`,
    icon: MessageSquare,
    to: '/admin/messages',
  },
  {
    of: 'reviews',
    words: (count) => `${counted(count, 'review')} to approve`,
    icon: Star,
    to: '/admin/reviews',
  },
  {
    of: 'abandonedCheckouts',
    words: (count) => `${counted(count, 'abandoned checkout')} to email`,
    icon: ShoppingCart,
    to: '/admin/abandoned',
  },
  {
    of: 'lowStock',
    words: (count) => `${counted(count, 'product')} low in stock`,
    icon: PackageSearch,
    to: '/admin/low-stock',
  },
]

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))',
    listStyle: 'none',
  },
})
const TaskLink = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 16px',
    gap: '.75rem',
    alignItems: 'center',
    minHeight: '52px',
    padding: '.6rem 1.25rem',
    fontWeight: 520,
    '&:hover': { background: 'sunken' },
  },
})

/** What waits for the member, each a link to the list of it. */
export function TasksPanel() {
  const { data, error, isFetching, refetch } = useAppQuery(officeTasksQuery)
  const title = 'To do'
  if (error && !data)
    return (
      <UncheckedNotice
        title={title}
        text="We couldn’t check what is to be done."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <Panel title={title}>
        <Loading label="Loading what is to be done">
          <Skeleton height="52px" />
        </Loading>
      </Panel>
    )
  const waiting = tasks.flatMap((task) => {
    const count = data[task.of]
    return count === null || count === 0 ? [] : [{ ...task, text: task.words(count) }]
  })
  return (
    <Panel flush title={title}>
      {waiting.length === 0 ? (
        <Text color="muted" padding=".9rem 1.25rem">
          Nothing waits for you.
        </Text>
      ) : (
        <List>
          {waiting.map(({ of, text, icon, to }) => (
            <li key={of}>
              <TaskLink to={to}>
                <Icon as={icon} />
                {text}
                <Icon as={ChevronRight} size="s" />
              </TaskLink>
            </li>
          ))}
        </List>
      )}
    </Panel>
  )
}
