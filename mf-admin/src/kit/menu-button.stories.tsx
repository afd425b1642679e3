import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { MenuButton } from './menu-button'

export default {}

const items = [
  { label: 'Edit', icon: Pencil, onChoose: () => undefined },
  { label: 'Delete', icon: Trash, danger: true, onChoose: () => undefined },
]

export const TwoEntries = () => <MenuButton label="Actions for Silk Robe" items={items} />
