import { BackendError, useAppQuery } from '@shop/supabase'
import { Dialog, ErrorState, Loading, Skeleton } from '@shop/ui'
import { useState } from 'react'
import { ProductEditor } from './product-editor'
import { productRecordQuery, type ProductRecord } from './product-record'

interface ProductFormProps {
  /** Undefined adds a product. */
  id?: string
  onClose: () => void
}

const isGone = (error: Error | null) => error instanceof BackendError && error.status === 404

/** The dialog that adds, changes or shows a product. Mount it anew for another one. */
export function ProductForm({ id, onClose }: ProductFormProps) {
  return id === undefined ? (
    <ProductEditor onClose={onClose} />
  ) : (
    <ExistingProduct id={id} onClose={onClose} />
  )
}

function ExistingProduct({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, isStale, refetch } = useAppQuery(productRecordQuery(id), { staleMs: 0 })
  // A cached record may be older than the list: the form starts from what the database says now, and keeps that.
  const [product, setProduct] = useState<ProductRecord>()
  if (!product && data && !(isFetching && isStale)) setProduct(data)
  if (product) return <ProductEditor key={product.id} product={product} onClose={onClose} />
  return (
    <Dialog open placement="wide" title="Edit Product" onClose={onClose}>
      {isGone(error) ? (
        <ErrorState title="This product no longer exists" text="It was deleted meanwhile." />
      ) : error ? (
        <ErrorState
          title="The product could not be loaded"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading product">
          <Skeleton height="36px" />
          <Skeleton height="96px" marginTop="1.1rem" />
          <Skeleton height="36px" marginTop="1.1rem" />
          <Skeleton height="140px" marginTop="1.1rem" />
        </Loading>
      )}
    </Dialog>
  )
}
