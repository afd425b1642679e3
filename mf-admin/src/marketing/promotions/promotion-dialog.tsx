import { BackendError, useAppQuery } from '@shop/supabase'
import { Dialog, EmptyState, ErrorState, Loading, Skeleton } from '@shop/ui'
import { useState } from 'react'
import { promotionQuery, type OfficePromotion } from './list-promotions'
import { PromotionForm } from './promotion-form'

interface PromotionDialogProps {
  /** Null adds a promotion. */
  id: string | null
  onEnd: (promotion: OfficePromotion) => void
  onClose: () => void
}

/** The form of a promotion in a dialog. */
export function PromotionDialog({ id, ...rest }: PromotionDialogProps) {
  return id === null ? <PromotionForm {...rest} /> : <StoredPromotionDialog id={id} {...rest} />
}

function StoredPromotionDialog({ id, onEnd, onClose }: PromotionDialogProps & { id: string }) {
  const { data, error, isFetching, refetch } = useAppQuery(promotionQuery(id))
  // The form keeps what it was opened with: what is read again later must not move under the hands of whoever types.
  const [opened, setOpened] = useState<OfficePromotion>()
  if (data && !opened && !isFetching) setOpened(data)
  if (opened) {
    return <PromotionForm promotion={opened} uses={data ?? opened} onEnd={onEnd} onClose={onClose} />
  }
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
  return (
    <Dialog open placement="wide" title="Promotion" onClose={onClose}>
      {isGone ? (
        <EmptyState level={3} title="This promotion does not exist" text="Its address may be mistyped." />
      ) : error ? (
        <ErrorState
          level={3}
          title="The promotion could not be loaded"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading promotion">
          <Skeleton height="16rem" />
        </Loading>
      )}
    </Dialog>
  )
}
