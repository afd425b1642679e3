import type { ListedProduct } from '../list-products'
import type { ApplyBulk } from './use-bulk-change'

/** The common props of the dialogs of bulk changes. */
export interface BulkDialogProps {
  products: readonly ListedProduct[]
  apply: ApplyBulk
  onClose: () => void
}
