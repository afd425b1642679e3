import { IconButton, type MenuAction } from '@shop/ui'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { ActionMenu } from './controls'

/** A button that opens a menu of what else can be done. */
export function MenuButton({ label, items }: { label: string; items: readonly MenuAction[] }) {
  return <ActionMenu trigger={<IconButton label={label} icon={Ellipsis} size="s" />} groups={[items]} />
}
