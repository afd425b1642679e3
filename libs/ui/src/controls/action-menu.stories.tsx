import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Button } from '../button'
import { ActionMenu } from './action-menu'

export default {}

const onChoose = () => undefined

export const Kinds = () => (
  <ActionMenu
    trigger={<Button>More</Button>}
    align="start"
    groups={[
      [
        { label: 'Edit', icon: Pencil, onChoose },
        { label: 'Delete', icon: Trash, danger: true, onChoose },
      ],
      [
        { label: 'Cost', checked: true, onChoose },
        { label: 'Weight', checked: false, onChoose },
      ],
    ]}
  />
)
