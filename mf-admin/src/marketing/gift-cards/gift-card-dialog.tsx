import { BackendError, useAppQuery } from '@shop/supabase'
import { Button, Dialog, EmptyState, ErrorState, Loading, Skeleton } from '@shop/ui'
import { useState } from 'react'
import { DialogActions } from '../../kit/confirm-dialog'
import { GiftCardLedger } from './gift-card-ledger'
import { giftCardQuery } from './gift-card-record'
import { VoidDialog } from './void-dialog'

interface GiftCardDialogProps {
  id: string
  onClose: () => void
}

/** A card and its ledger in a dialog. */
export function GiftCardDialog({ id, onClose }: GiftCardDialogProps) {
  const { data: card, error, isFetching, refetch } = useAppQuery(giftCardQuery(id))
  const [isVoiding, setVoiding] = useState(false)
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
  return (
    <>
      <Dialog
        open
        placement="wide"
        title={card ? `Gift card ending ${card.hint}` : 'Gift card'}
        onClose={onClose}
      >
        {card ? (
          <>
            <GiftCardLedger card={card} />
            <DialogActions>
              {card.state !== 'void' && (
                <Button variant="danger" onClick={() => setVoiding(true)}>
                  Void this card
                </Button>
              )}
              <Button variant="quiet" onClick={onClose}>
                Close
              </Button>
            </DialogActions>
          </>
        ) : isGone ? (
          <EmptyState level={3} title="This gift card does not exist" text="Its address may be mistyped." />
        ) : error ? (
          <ErrorState
            level={3}
            title="The gift card could not be loaded"
            text="Nothing was changed. Please try again."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label="Loading gift card">
            <Skeleton height="12rem" />
          </Loading>
        )}
      </Dialog>
      {card && isVoiding && <VoidDialog card={card} onClose={() => setVoiding(false)} />}
    </>
  )
}
