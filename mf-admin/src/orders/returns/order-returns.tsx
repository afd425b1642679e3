import { useAppQuery } from '@shop/supabase'
import {
  Badge,
  Button,
  chakra,
  ErrorState,
  Loading,
  onDemand,
  Skeleton,
  Text,
  TextLink,
  type BadgeStatus,
} from '@shop/ui'
import { useState } from 'react'
import { formatDate } from '../../kit/dates'
import { useLive } from '../../frame/staff/use-live'
import { orderReturnsQuery, stateLabels, type OfficeReturn, type ReturnState } from './office-returns'
import { Exchange, ExchangeStep, NextStep, ReturnStep } from './return-actions'

const OpenReturnDialog = onDemand(
  async () => (await import('./open-return-dialog')).OpenReturnDialog,
  'The return',
)

const badges: Record<ReturnState, BadgeStatus> = {
  requested: 'warning',
  approved: 'info',
  received: 'info',
  refunded: 'positive',
  rejected: 'neutral',
}

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '.5rem 1rem' },
})
const Item = chakra('li', { base: { paddingBlock: '.75rem', borderTop: '1px solid {colors.line}' } })

/** The returns of an order with the next step of each, and the button that opens one. */
export function OrderReturns({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const [isOpen, setIsOpen] = useState(false)
  // It is kept as it was opened, though the list goes on.
  const [step, setStep] = useState<OfficeReturn | null>(null)
  const [exchanged, setExchanged] = useState<OfficeReturn | null>(null)
  // Goods that are here are received next, as soon as the list has their return.
  const [arrivedId, setArrivedId] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useAppQuery(orderReturnsQuery(orderId))
  useLive(['returns'], [['order-returns', orderId]])
  if (!data && error)
    return (
      <ErrorState
        title="The returns could not be loaded"
        text="Nothing was changed. Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <Loading label="Loading returns">
        <Skeleton height="4rem" />
      </Loading>
    )
  const { returns, returnable, replaces } = data
  const opened = step ?? returns.find(({ id, state }) => id === arrivedId && state === 'approved')
  return (
    <div>
      {replaces !== null && (
        <Text paddingBottom=".75rem">
          {'This order replaces what came back of '}
          <TextLink to={`/admin/orders?order=${replaces}`}>{replaces}</TextLink>.
        </Text>
      )}
      <Row alignItems="center" paddingBottom=".75rem">
        <Text color="muted">
          {returns.length > 0
            ? 'What comes back, newest first.'
            : returnable.length > 0
              ? 'Nothing has been returned.'
              : 'Nothing has been sent that could come back.'}
        </Text>
        {returnable.length > 0 && (
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            Open Return...
          </Button>
        )}
      </Row>
      <chakra.ul listStyle="none">
        {returns.map((sent) => (
          <Item key={sent.id}>
            <Row>
              <div>
                {sent.lines.map(({ line, quantity, name }) => (
                  <Text key={line} fontWeight={520} overflowWrap="anywhere">
                    {`${String(quantity)} × ${name}`}
                  </Text>
                ))}
                <Text textStyle="small" color="muted">
                  {formatDate(sent.createdAt)}
                </Text>
                {sent.replacement !== null && (
                  <Text textStyle="small">
                    {'Replaced by '}
                    <TextLink to={`/admin/orders?order=${sent.replacement}`}>{sent.replacement}</TextLink>
                  </Text>
                )}
              </div>
              <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap=".5rem 1rem">
                <Badge status={badges[sent.state]}>
                  {sent.replacement === null ? stateLabels[sent.state] : 'Exchanged'}
                </Badge>
                <ExchangeStep sent={sent} onOpen={setExchanged} />
                <NextStep sent={sent} onOpen={setStep} />
              </chakra.div>
            </Row>
          </Item>
        ))}
      </chakra.ul>
      {isOpen && (
        <OpenReturnDialog
          orderId={orderId}
          orderNumber={orderNumber}
          lines={returnable}
          onOpened={setArrivedId}
          onClose={() => setIsOpen(false)}
        />
      )}
      {exchanged && <Exchange key={exchanged.id} sent={exchanged} onClose={() => setExchanged(null)} />}
      {opened && (
        <ReturnStep
          key={opened.id}
          sent={opened}
          onClose={() => {
            setStep(null)
            setArrivedId(null)
          }}
        />
      )}
    </div>
  )
}
