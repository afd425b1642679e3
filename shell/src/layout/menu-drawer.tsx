import { useAuth } from '@shop/auth'
import { NavLink } from '@shop/router'
import { Button, chakra, Dialog, Icon, Stack, Text, useColorMode, useToast, Wordmark } from '@shop/ui'
import { useState } from 'react'
import { useHasStaffSession } from '../staff-session/use-has-staff-session'
import { mainLinks, type ShopLink } from './shop-links'
import { themes } from './theme-toggle'

const Item = chakra(NavLink, {
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
}

/** The shop's links, the visitor's own ones and the theme, for windows too narrow for the header. */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  const { status } = useAuth()
  const isStaff = useHasStaffSession()
  const links = [
    ...mainLinks,
    { to: '/search', label: 'Search' },
    { to: '/wishlist', label: 'Wishlist' },
    { to: '/cart', label: 'Cart' },
    ...visitorLinks(status),
    ...(isStaff ? [{ to: '/admin/dashboard', label: 'Admin Dashboard' }] : []),
  ]
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
            <Item key={to} to={to} onClick={onClose}>
              {label}
            </Item>
          ))}
        </nav>
        <ThemeChoice />
        {status === 'signed-in' && <SignOut onDone={onClose} />}
      </Stack>
    </Dialog>
  )
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
