import { useLocation } from '@shop/router'
import { IconButton, useToast } from '@shop/ui'
import Menu from 'lucide-react/icons/menu'
import { useEffect, useState } from 'react'
import type { MenuDrawer } from './menu-drawer'

/** The menu button of narrow windows. The drawer's code is loaded on first touch; a failed load can be retried. */
export function PhoneMenu() {
  const { key: locationKey } = useLocation()
  // Any navigation closes the menu.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === locationKey
  const [Drawer, setDrawer] = useState<typeof MenuDrawer | null>(null)
  const toast = useToast()
  const loadDrawer = async () => {
    const loaded = await import('./menu-drawer')
    setDrawer(() => loaded.MenuDrawer)
  }
  const show = () => {
    loadDrawer().then(
      () => {
        setOpenAt(locationKey)
      },
      () => {
        toast({
          title: 'Error',
          description: 'The menu could not be opened. Please try again.',
          status: 'error',
        })
      },
    )
  }
  useEffect(() => {
    if (!open) return
    const wideWindow = matchMedia('(min-width: 900px)')
    const closeIfWide = () => {
      if (wideWindow.matches) setOpenAt(null)
    }
    wideWindow.addEventListener('change', closeIfWide)
    return () => {
      wideWindow.removeEventListener('change', closeIfWide)
    }
  }, [open])
  return (
    <>
      <IconButton
        display={{ lg: 'none' }}
        marginInlineStart="-.75rem"
        label="Menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => {
          loadDrawer().catch(() => undefined)
        }}
        onClick={show}
      />
      {Drawer && (
        <Drawer
          open={open}
          onClose={() => {
            setOpenAt(null)
          }}
        />
      )}
    </>
  )
}
