import type { ListedProduct } from '../list-products'
import type { ApplyBulk } from './use-bulk-change'

/** What the dialogs of bulk changes have in common. */
export interface BulkDialogProps {
  products: readonly ListedProduct[]
  apply: ApplyBulk
  onClose: () => void
}
