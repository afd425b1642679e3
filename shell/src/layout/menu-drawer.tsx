import { useAuth } from '@shop/auth'
import { NavLink } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Dialog, Icon, Stack, Text, useColorMode, useToast, Wordmark } from '@shop/ui'
import { Fragment, useEffect, useState, type MouseEvent } from 'react'
import { useHasStaffSession } from '../staff-session/use-has-staff-session'
import { menuCategoriesQuery } from './list-menu-categories'
import { mainLinks, menuLinks, type ShopLink } from './shop-links'
import { themes } from './theme-toggle'

const MenuItem = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '48px',
    borderBottom: '1px solid {colors.line}',
    '&[aria-current]': { fontWeight: 520 },
  },
})

const ThemeButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '.5rem',
    flex: '1',
    minHeight: '48px',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    textStyle: 'small',
    cursor: 'pointer',
    '&[aria-pressed=true]': { layerStyle: 'selected' },
  },
})

function visitorLinks(status: ReturnType<typeof useAuth>['status']): ShopLink[] {
  if (status === 'signed-out') return [{ to: '/auth', label: 'Sign in' }]
  return [
    { to: '/account', label: 'Account' },
    ...(status === 'signed-in' ? [{ to: '/orders', label: 'My Orders' }] : []),
  ]
}

interface MenuDrawerProps {
  open: boolean
  onClose: () => void
  /** A link was followed, in this tab. It takes the place of the menu in the browser's history. */
  onFollow: () => void
}

/** The shop's links, the visitor's own ones and the theme, for windows too narrow for the header. */
export function MenuDrawer({ open, onClose, onFollow }: MenuDrawerProps) {
  useCloseInWideWindow(open, onClose)
  const { status } = useAuth()
  const isStaff = useHasStaffSession()
  const links = [
    ...mainLinks,
    ...menuLinks,
    ...visitorLinks(status),
    ...(isStaff ? [{ to: '/admin/dashboard', label: 'Admin Dashboard' }] : []),
  ]
  const follow = (event: MouseEvent) => {
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) onFollow()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      placement="left"
      title={<Wordmark size="s" />}
      closeLabel="Close menu"
    >
      <Stack gap="6">
        <nav aria-label="Menu">
          {links.map(({ to, label }) => (
            <Fragment key={to}>
              <MenuItem to={to} end={to === '/categories'} replace onClick={follow}>
                {label}
              </MenuItem>
              {to === '/categories' && <Categories onFollow={follow} />}
            </Fragment>
          ))}
        </nav>
        <ThemeChoice />
        {status === 'signed-in' && <SignOut onDone={onClose} />}
      </Stack>
    </Dialog>
  )
}

function useCloseInWideWindow(open: boolean, close: () => void) {
  useEffect(() => {
    if (!open) return
    const wideWindow = matchMedia('(min-width: 900px)')
    const closeIfWide = () => {
      if (wideWindow.matches) close()
    }
    wideWindow.addEventListener('change', closeIfWide)
    return () => {
      wideWindow.removeEventListener('change', closeIfWide)
    }
  }, [open, close])
}

/** The categories, below the link to all of them. */
function Categories({ onFollow }: { onFollow: (event: MouseEvent) => void }) {
  const { data = [] } = useAppQuery(menuCategoriesQuery)
  return data.map(({ slug, name }) => (
    <MenuItem
      key={slug}
      to={`/categories/${slug}`}
      replace
      paddingInlineStart="1.25rem"
      color="inkSoft"
      onClick={onFollow}
    >
      {name}
    </MenuItem>
  ))
}

function ThemeChoice() {
  const { mode: chosen, setMode } = useColorMode()
  return (
    <Stack gap="2" role="group" aria-label="Theme">
      <Text textStyle="small" color="muted" aria-hidden>
        Theme
      </Text>
      <chakra.div display="flex" gap=".5rem">
        {themes.map(({ mode, label, icon }) => (
          <ThemeButton
            key={mode}
            type="button"
            aria-pressed={mode === chosen}
            onClick={() => {
              setMode(mode)
            }}
          >
            <Icon as={icon} size="s" />
            {label}
          </ThemeButton>
        ))}
      </chakra.div>
    </Stack>
  )
}

function SignOut({ onDone }: { onDone: () => void }) {
  const { signOut } = useAuth()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
      toast({ title: 'Signed out successfully', description: 'You have been signed out.', status: 'success' })
      onDone()
    } catch (error) {
      toast({
        title: 'Error signing out',
        description: error instanceof Error ? error.message : undefined,
        status: 'error',
      })
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      full
      busy={busy}
      busyLabel="Signing out..."
      onClick={() => {
        void leave()
      }}
    >
      Sign Out
    </Button>
  )
}
