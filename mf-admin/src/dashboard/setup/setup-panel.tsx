import { Link } from '@shop/router'
import { useAppMutation, useAppQuery, useQueryClient } from '@shop/supabase'
import { Button, chakra, Icon, Panel, Text, useToast, VisuallyHidden } from '@shop/ui'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useUndoToast } from '../../kit/undo-toast'
import { screens } from '../../frame/layout/screens'
import { dismissSetup, setupChecklistQuery } from './setup-checklist'

interface Step {
  title: string
  text: string
  /** The screen where it is done, once there is one. */
  at: string
}

const steps: Readonly<Record<string, Step>> = {
  business: {
    title: 'Enter the facts of your business',
    text: 'Name, address, email and VAT number appear on receipts and on the legal pages.',
    at: '/admin/settings',
  },
  product: {
    title: 'Add a product with a picture',
    text: 'It is for sale as soon as it is active.',
    at: '/admin/products',
  },
  shipping: {
    title: 'Set up delivery',
    text: 'Customers need one zone and one method that are active.',
    at: '/admin/shipping',
  },
  payment: {
    title: 'Take payments',
    text: 'Without a live payment provider nothing can be sold.',
    at: '/admin/settings',
  },
  email: {
    title: 'Send your first email',
    text: 'Order confirmations need a mail server; this ticks itself once an email has gone out.',
    at: '/admin/email',
  },
  legal: {
    title: 'Check the legal pages',
    text: 'They name your business, and no page shows sample ratings or sample tracking.',
    at: '/admin/settings',
  },
}

const open = new Set(Object.values(screens).map(({ to }) => to))

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '.1rem 1rem',
    padding: '.7rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
    '& > svg': { marginTop: '.2rem' },
  },
})
const StepLink = chakra(Link, {
  base: { textDecoration: 'underline', textUnderlineOffset: '.28em', textDecorationColor: 'lineStrong' },
})

/** The steps to a shop that trades, each ticked by what the database knows. Gone when all are done, or when the member hides it. */
export function SetupPanel() {
  const { data: list } = useAppQuery(setupChecklistQuery)
  const queries = useQueryClient()
  const toast = useToast()
  const undoToast = useUndoToast()
  const dismiss = useAppMutation({
    mutationFn: dismissSetup,
    onSuccess: (_done, dismissed: boolean) => {
      if (dismissed) undoToast({ title: 'First steps hidden', onUndo: () => dismiss.mutate(false) })
    },
    onError: (error: Error) => {
      console.error(error)
      toast({
        title: 'Error',
        description: 'Failed to hide the first steps. Please try again.',
        status: 'error',
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: setupChecklistQuery.key }),
  })
  // A step of a newer database is one that this release cannot explain.
  const known = (list?.items ?? []).flatMap(({ key, done }) => {
    const step = steps[key]
    return step ? [{ ...step, key, done }] : []
  })
  const left = known.filter(({ done }) => !done).length
  if (!list || list.isDismissed || left === 0) return null
  return (
    <Panel
      flush
      title={`First steps: ${String(known.length - left)} of ${String(known.length)} done`}
      actions={
        <Button
          variant="text"
          busy={dismiss.isPending}
          busyLabel="Hiding..."
          onClick={() => dismiss.mutate(true)}
        >
          Hide
        </Button>
      }
    >
      <ul aria-label="First steps">
        {known.map(({ key, title, text, at, done }) => (
          <Line key={key}>
            <Icon as={done ? CircleCheck : Circle} size="s" />
            <div>
              <Text fontWeight={520} color={done ? 'muted' : undefined}>
                <VisuallyHidden>{done ? 'Done: ' : 'To do: '}</VisuallyHidden>
                {!done && open.has(at) ? <StepLink to={at}>{title}</StepLink> : title}
              </Text>
              {!done && <Text textStyle="micro">{text}</Text>}
            </div>
          </Line>
        ))}
      </ul>
    </Panel>
  )
}
