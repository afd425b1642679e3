import { Button } from '@shop/ui'
import Archive from 'lucide-react/icons/archive'
import Star from 'lucide-react/icons/star'
import StarOff from 'lucide-react/icons/star-off'
import { useState } from 'react'
import { BulkBar } from '../../kit/bulk-bar'
import { MenuButton } from '../../kit/menu-button'
import type { CategoryChoice } from '../list-categories'
import type { ListedProduct } from '../list-products'
import { useProductChanges } from '../use-product-changes'
import { maxBulk } from './bulk-products'
import { CategoryDialog } from './category-dialog'
import { PriceDialog } from './price-dialog'
import { StockDialog } from './stock-dialog'
import { useBulkChange } from './use-bulk-change'

interface BulkActionsProps {
  products: readonly ListedProduct[]
  categories: readonly CategoryChoice[]
  /** Called when the products were changed, to end the selection. */
  onDone: () => void
}

/** What can be done with the selected products at once. */
export function BulkActions({ products, categories, onDone }: BulkActionsProps) {
  const [open, setOpen] = useState<'category' | 'price' | 'stock' | null>(null)
  const { archive } = useProductChanges()
  const close = () => setOpen(null)
  const { apply, isPending, report } = useBulkChange(() => {
    close()
    onDone()
  })
  const isTooMany = products.length > maxBulk
  const dialog = { products, apply, busy: isPending, onClose: close }
  return (
    <BulkBar count={products.length} onClear={onDone}>
      {isTooMany ? (
        <span>At most {maxBulk} can be changed at once.</span>
      ) : (
        <>
          <Button variant="quiet" disabled={isPending} onClick={() => apply(products, { is_active: true })}>
            Activate
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={() => apply(products, { is_active: false })}>
            Deactivate
          </Button>
          <Button variant="quiet" onClick={() => setOpen('category')}>
            Move to category
          </Button>
          <Button variant="quiet" onClick={() => setOpen('price')}>
            Change price
          </Button>
          <Button variant="quiet" onClick={() => setOpen('stock')}>
            Change stock
          </Button>
          <MenuButton
            label="More for the selected products"
            items={[
              { label: 'Feature', icon: Star, onChoose: () => apply(products, { is_featured: true }) },
              {
                label: 'Stop featuring',
                icon: StarOff,
                onChoose: () => apply(products, { is_featured: false }),
              },
              {
                label: 'Archive',
                icon: Archive,
                onChoose: () => {
                  archive(products.filter(({ isArchived }) => !isArchived))
                  onDone()
                },
              },
            ]}
          />
        </>
      )}
      {open === 'category' && <CategoryDialog {...dialog} categories={categories} />}
      {open === 'price' && <PriceDialog {...dialog} />}
      {open === 'stock' && <StockDialog {...dialog} />}
      {report}
    </BulkBar>
  )
}
