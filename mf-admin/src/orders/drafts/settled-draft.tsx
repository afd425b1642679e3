import { formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Badge, Button, chakra, Dialog, Grid, Icon, Input, Field, Text, useToast } from '@shop/ui'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { OrderLink } from '../../frame/order-link'
import { DialogActions } from '../../kit/confirm-dialog'
import { formatDateTime } from '../../kit/dates'
import { useCopy } from '../../kit/use-copy'
import { draftPriceQuery, useEndDraft, useTakePayment, type Draft } from './draft-record'
import { stateColours, stateLabels } from './draft-states'
import { draftValues, pricedFields } from './draft-values'
import { WithdrawDialog } from './withdraw-dialog'

const Lines = chakra('ul', { base: { '& > li': { paddingBlock: '.3rem', overflowWrap: 'anywhere' } } })

interface SettledDraftProps {
  draft: Draft
  onBecame: (draft: Draft) => void
  onClose: () => void
}

/** A draft that cannot be changed: its link is open, or it is paid or withdrawn. */
export function SettledDraft({ draft, onBecame, onClose }: SettledDraftProps) {
  const [withdrawing, setWithdrawing] = useState(false)
  const { data: figures } = useAppQuery(draftPriceQuery(pricedFields(draftValues(draft).values)))
  const address = draft.shipping_address
  return (
    <Dialog open placement="wide" title={`Draft ${draft.label}`} onClose={onClose}>
      <Grid gap="1.1rem" minWidth="0">
        <span>
          <Badge status={stateColours[draft.state]}>{stateLabels[draft.state]}</Badge>
        </span>
        {draft.order_number && (
          <Text>
            It became order <OrderLink number={draft.order_number} />.
          </Text>
        )}
        {draft.state === 'sent' && <OpenLink draft={draft} onBecame={onBecame} />}
        <div>
          <Text fontWeight={540}>{`${draft.first_name} ${draft.last_name}`.trim() || draft.email}</Text>
          <Text overflowWrap="anywhere">{draft.email}</Text>
          {draft.phone && <Text>{draft.phone}</Text>}
          {address && (
            <Text color="muted">
              {[
                address.address_line_1,
                address.address_line_2,
                address.city,
                address.state,
                address.postal_code,
              ]
                .filter(Boolean)
                .join(', ')}
            </Text>
          )}
        </div>
        <Lines aria-label="Products of the draft">
          {draft.lines.map(({ product_id: product, variant_id: variant, quantity }) => {
            const known = figures?.lines.find(
              (line) => line.product_id === product && line.variant_id === variant,
            )
            return (
              <li key={variant ?? product}>
                {`${String(quantity)} × ${[known?.name ?? 'Product', known?.variant_name].filter(Boolean).join(', ')}`}
              </li>
            )
          })}
        </Lines>
        {draft.discount_reason && (
          <Text>
            {draft.discount_percent === null
              ? `Discount of ${formatPence(draft.discount_pence ?? 0)}`
              : `Discount of ${String(draft.discount_percent)}%`}
            : {draft.discount_reason}
          </Text>
        )}
        {draft.note && <Text whiteSpace="pre-line">{draft.note}</Text>}
      </Grid>
      <DialogActions>
        {draft.state === 'sent' && (
          <span style={{ marginInlineEnd: 'auto' }}>
            <Button variant="quiet" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
          </span>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
      {withdrawing && (
        <WithdrawDialog
          draft={draft}
          onDone={(withdrawn) => {
            setWithdrawing(false)
            onBecame(withdrawn)
          }}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Dialog>
  )
}

/** The link of a draft, to be copied, and what else can be done with it. */
function OpenLink({ draft, onBecame }: Pick<SettledDraftProps, 'draft' | 'onBecame'>) {
  const toast = useToast()
  const [copied, copy] = useCopy('The payment link is on your clipboard.')
  const end = useEndDraft()
  const take = useTakePayment()
  const link = `${location.origin}/checkout/link?session=${draft.checkout_session_id ?? ''}`
  const fail = (error: Error) => {
    toast({ title: 'Error', description: `That did not work. ${error.message}`, status: 'error' })
  }
  return (
    <Grid gap=".75rem" minWidth="0">
      <Field
        label="Payment link"
        hint={`Whoever has it can see and pay this order${draft.link_expires_at ? `, until ${formatDateTime(draft.link_expires_at)}` : ''}.`}
      >
        <Input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <chakra.div display="flex" flexWrap="wrap" gap=".6rem">
        <Button onClick={() => void copy(link)}>
          <Icon as={copied ? Check : Copy} size="s" />
          {copied ? 'Copied' : 'Copy Link'}
        </Button>
        <Button
          variant="quiet"
          busy={take.isPending}
          busyLabel="Working..."
          onClick={() => take.mutate(draft, { onSuccess: onBecame, onError: fail })}
        >
          Take Payment
        </Button>
        <Button
          variant="quiet"
          busy={end.isPending}
          busyLabel="Ending..."
          onClick={() => end.mutate({ draft, withdraw: false }, { onSuccess: onBecame, onError: fail })}
        >
          End Link and Edit
        </Button>
      </chakra.div>
    </Grid>
  )
}
