import { useNavigate } from '@shop/router'
import { IconButton, IconLink } from '@shop/ui'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Boxes from 'lucide-react/icons/boxes'
import Combine from 'lucide-react/icons/combine'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { MenuButton } from '../kit/menu-button'
import type { ListedProduct } from './list-products'
import { companionsPath, stockPath, useProductLinks } from './product-links'
import type { ProductChanges } from './use-product-changes'

/** What can be done with one product: edit, delete and, in a menu, all else. */
export function RowActions({
  product,
  changes,
  onDelete,
}: {
  product: ListedProduct
  changes: Pick<ProductChanges, 'duplicate' | 'archive' | 'restore'>
  onDelete: (product: ListedProduct) => void
}) {
  const { id, name, isArchived } = product
  const links = useProductLinks()
  const navigate = useNavigate()
  const { duplicate, archive, restore } = changes
  return (
    <>
      <IconLink label={`Edit ${name}`} icon={Pencil} size="s" to={links.edit(id)} />
      <span data-only="wide">
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
