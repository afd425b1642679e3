import { Drawer } from '@shop/ui-rich'
import { Sidebar } from './sidebar'

/** The sidebar on a phone: a panel of 18rem above the page. */
export default function SidebarDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer side="left" width="18rem" open={open} onClose={onClose} title="Menu">
      <Sidebar inDrawer onChoose={onClose} />
    </Drawer>
  )
}
