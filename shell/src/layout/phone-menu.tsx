import { useBackCloses, useLocation } from '@shop/router'
import { Dialog, IconButton, onDemand } from '@shop/ui'
import Menu from 'lucide-react/icons/menu'
import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react'
import { mainNavId } from './shop-links'

const MenuDrawer = onDemand(async () => {
  void Dialog.preload()
  return (await import(/* webpackChunkName: "frame" */ './menu-drawer')).MenuDrawer
}, 'The menu')

/**
 * The menu button of narrow windows. The drawer's code is loaded on first touch; a failed load can be retried. Without scripts, and
 * before hydration, the browser itself opens the header's navigation as a popover; that stays until it is closed.
 */
export function PhoneMenu() {
  const { key: locationKey } = useLocation()
  // Any navigation closes the menu.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const [followed, setFollowed] = useState(false)
  const isHere = openAt === locationKey
  const open = isHere && !followed
  const close = useCallback(() => {
    setOpenAt(null)
  }, [])
  useBackCloses(isHere, close)
  const firstKey = useRef(locationKey)
  useEffect(() => {
    if (locationKey === firstKey.current) return
    firstKey.current = locationKey
    const menu = document.getElementById(mainNavId)
    if (menu?.matches(':popover-open')) menu.hidePopover()
  }, [locationKey])
  const show = (event: MouseEvent) => {
    event.preventDefault()
    setFollowed(false)
    setOpenAt(locationKey)
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
        popoverTarget={mainNavId}
        onPointerDown={() => void MenuDrawer.preload()}
        onClick={show}
      />
      <MenuDrawer
        open={open}
        onFollow={() => {
          setFollowed(true)
        }}
        onClose={close}
      />
    </>
  )
}
