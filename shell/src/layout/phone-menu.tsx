import { useLocation } from '@shop/router'
import { IconButton, useToast } from '@shop/ui'
import Menu from 'lucide-react/icons/menu'
import { useEffect, useState } from 'react'
import type { MenuDrawer } from './menu-drawer'

/** The menu button of narrow windows. The drawer's code comes with the first touch; a failed attempt can be repeated. */
export function PhoneMenu() {
  const { key: place } = useLocation()
  // On another page it is closed, however one came there.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === place
  const [Drawer, setDrawer] = useState<typeof MenuDrawer | null>(null)
  const toast = useToast()
  const prepare = async () => {
    const loaded = await import('./menu-drawer')
    setDrawer(() => loaded.MenuDrawer)
  }
  const show = () => {
    prepare().then(
      () => {
        setOpenAt(place)
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
    const roomy = matchMedia('(min-width: 900px)')
    const leave = () => {
      if (roomy.matches) setOpenAt(null)
    }
    roomy.addEventListener('change', leave)
    return () => {
      roomy.removeEventListener('change', leave)
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
          prepare().catch(() => undefined)
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
