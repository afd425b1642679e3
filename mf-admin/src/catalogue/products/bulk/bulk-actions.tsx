import { Button } from '@shop/ui'
import Archive from 'lucide-react/icons/archive'
import Star from 'lucide-react/icons/star'
import StarOff from 'lucide-react/icons/star-off'
import { useState, type ReactNode } from 'react'
import { BulkBar } from '../../../kit/bulk-bar'
import { MenuButton } from '../../../kit/menu-button'
import type { CategoryChoice } from '../list-categories'
import type { ListedProduct } from '../list-products'
import { maxBulk, type BulkChange } from './bulk-products'
import { CategoryDialog } from './category-dialog'
import { PriceDialog } from './price-dialog'
import { StockDialog } from './stock-dialog'
import type { BulkChanges } from './use-bulk-change'

interface BulkActionsProps {
  products: readonly ListedProduct[]
  categories: readonly CategoryChoice[]
  changes: Omit<BulkChanges, 'report'>
  onArchive: (products: readonly ListedProduct[]) => void
  /** Ends the selection. */
  onClear: () => void
  /** Selects what is on other pages too. */
  aside?: ReactNode
}

/** The actions on all selected products at once. */
export function BulkActions({ products, categories, changes, onArchive, onClear, aside }: BulkActionsProps) {
  const [open, setOpen] = useState<'category' | 'price' | 'stock' | null>(null)
  const { apply, isPending } = changes
  const isTooMany = products.length > maxBulk
  const change = (asked: BulkChange) => void apply(products, asked)
  const dialog = { products, apply, onClose: () => setOpen(null) }
  const button = (label: string, onClick: () => void) => (
    <Button variant="quiet" disabled={isPending} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <BulkBar count={products.length} onClear={onClear}>
      {isTooMany ? (
        <span>At most {maxBulk} can be changed at once.</span>
      ) : (
        <>
          {aside}
          {button('Activate', () => change({ is_active: true }))}
          {button('Deactivate', () => change({ is_active: false }))}
          {button('Move to category', () => setOpen('category'))}
          {button('Change price', () => setOpen('price'))}
          {button('Change stock', () => setOpen('stock'))}
          <MenuButton
            label="More for the selected products"
            items={[
              { label: 'Feature', icon: Star, onChoose: () => change({ is_featured: true }) },
              { label: 'Stop featuring', icon: StarOff, onChoose: () => change({ is_featured: false }) },
              {
                label: 'Archive',
                icon: Archive,
                danger: true,
                onChoose: () => {
                  onArchive(products.filter(({ isArchived }) => !isArchived))
                  onClear()
                },
              },
            ]}
          />
        </>
      )}
      {open === 'category' && <CategoryDialog {...dialog} categories={categories} />}
      {open === 'price' && <PriceDialog {...dialog} />}
      {open === 'stock' && <StockDialog {...dialog} />}
    </BulkBar>
  )
}
