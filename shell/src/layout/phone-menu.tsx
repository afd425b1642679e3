import { IconButton, useToast } from '@shop/ui'
import Menu from 'lucide-react/icons/menu'
import { useState } from 'react'
import type { MenuDrawer } from './menu-drawer'

/** The menu button of narrow windows. The drawer's code comes with the first touch; a failed attempt can be repeated. */
export function PhoneMenu() {
  const [open, setOpen] = useState(false)
  const [Drawer, setDrawer] = useState<typeof MenuDrawer | null>(null)
  const toast = useToast()
  const prepare = async () => {
    const loaded = await import('./menu-drawer')
    setDrawer(() => loaded.MenuDrawer)
  }
  const show = () => {
    prepare().then(
      () => { setOpen(true) },
      () => { toast({ title: 'Error', description: 'The menu could not be opened. Please try again.', status: 'error' }) },
    )
  }
  return (
    <>
      <IconButton
        display={{ lg: 'none' }}
        marginInlineStart="-.75rem"
        label="Menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => { prepare().catch(() => undefined) }}
        onClick={show}
      />
      {Drawer && <Drawer open={open} onClose={() => { setOpen(false) }} />}
    </>
  )
}
