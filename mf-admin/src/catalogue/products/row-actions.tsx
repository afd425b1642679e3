import { useNavigate } from '@shop/router'
import { IconButton } from '@shop/ui'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Boxes from 'lucide-react/icons/boxes'
import Combine from 'lucide-react/icons/combine'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { createContext, useContext } from 'react'
import { MenuButton } from '../../kit/menu-button'
import { RowIconLink } from '../../kit/row-link'
import type { ListedProduct } from './list-products'
import { companionsPath, stockPath } from './product-links'
import type { ProductChanges } from './use-product-changes'

/** What the list does with one of its products; null for members who may not change the catalogue. */
export const RowChanges = createContext<
  | (Pick<ProductChanges, 'duplicate' | 'archive' | 'restore'> & {
      onDelete: (product: ListedProduct) => void
    })
  | null
>(null)

/** What can be done with one product: edit, delete and, in a menu, all else. */
export function RowActions({ product }: { product: ListedProduct }) {
  const { id, name, isArchived } = product
  const navigate = useNavigate()
  const changes = useContext(RowChanges)
  if (!changes) return null
  const { duplicate, archive, restore, onDelete } = changes
  return (
    <>
      {/* On a phone the product's name is the link to its form, and the menu has the rest. */}
      <span data-only="wide">
        <RowIconLink id={id} label={`Edit ${name}`} icon={Pencil} />
        <IconButton
          label={`Delete ${name}`}
          icon={Trash2}
          size="s"
          onClick={() => {
            onDelete(product)
          }}
        />
      </span>
      <MenuButton
        label={`More for ${name}`}
        items={[
          { label: 'Stock', icon: Boxes, onChoose: () => void navigate(stockPath(id)) },
          { label: 'Goes with', icon: Combine, onChoose: () => void navigate(companionsPath(id)) },
          { label: 'Duplicate', icon: Copy, onChoose: () => duplicate(product) },
          isArchived
            ? { label: 'Restore', icon: ArchiveRestore, onChoose: () => restore([product]) }
            : { label: 'Archive', icon: Archive, onChoose: () => archive([product]) },
          { label: 'Delete', icon: Trash2, danger: true, onChoose: () => onDelete(product) },
        ]}
      />
    </>
  )
}
