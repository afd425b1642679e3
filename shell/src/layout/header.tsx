import { counted } from '@shop/pricing'
import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { Link, NavLink } from '@shop/router'
import { shop } from '@shop/settings'
import { chakra, Flex, IconButton, IconLink, Wordmark, Wrap } from '@shop/ui'
import Heart from 'lucide-react/icons/heart'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import User from 'lucide-react/icons/user'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { SearchOpener } from '../search/search-opener'
import { useHasStaffSession } from '../staff-session/use-has-staff-session'
import { PhoneMenu } from './phone-menu'
import { mainLinks, mainNavId, menuLinks } from './shop-links'
import { ThemeToggle } from './theme-toggle'
import { useReturningHeader } from './use-returning-header'

const Bar = chakra('div', { base: { borderBottom: '1px solid {colors.line}', background: 'bg' } })

/** Three cells: tools, name, tools. */
export const HeaderRow = chakra(Wrap, {
  base: {
    display: 'grid',
    gridTemplateColumns: '1fr auto 1fr',
    alignItems: 'center',
    height: { base: '60px', lg: '72px' },
  },
})

/** A navigation that the browser opens as a popover: it looks like the drawer. */
export const menuPopover = {
  display: 'block',
  position: 'fixed',
  inset: '0 auto 0 0',
  width: 'min(22rem, 100vw)',
  height: '100dvh',
  padding: '1.1rem',
  overflow: 'auto',
  background: 'raised',
  boxShadow: '3',
  '&::backdrop': { background: 'scrim' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '48px',
    borderBottom: '1px solid {colors.line}',
  },
} as const

// In wide windows a row of links. In others the menu's button opens it as a popover where there are no scripts yet, and it then looks
// like the drawer.
const MainNav = chakra(
  'nav',
  {
    base: {
      position: 'static',
      margin: '0',
      border: '0',
      padding: '0',
      background: 'none',
      color: 'ink',
      overflow: 'visible',
      display: { base: 'none', lg: 'flex' },
      gap: 'clamp(.7rem, 4vw - 1.5rem, 1.75rem)',
      '&:popover-open': menuPopover,
      '&:popover-open a::after': { display: 'none' },
    },
  },
  { forwardProps: ['popover'] },
)

const NavItem = chakra(NavLink, {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    fontSize: '.9375rem',
    whiteSpace: 'nowrap',
    '&:is([aria-current], :hover)::after': {
      content: '""',
      position: 'absolute',
      insetInline: '0',
      bottom: '.6rem',
      height: '1px',
      background: 'currentColor',
    },
  },
})

/** A link of the header's height. */
export const HeaderLink = chakra(Link, {
  base: { display: 'inline-flex', alignItems: 'center', minHeight: '44px' },
})

const wide = { base: 'none', lg: 'inline-grid' }

/** Navigation, logo and tools; nothing changes its size while session and cart load. */
export function Header() {
  return (
    <Bar>
      <HeaderRow>
        <MainNav id={mainNavId} popover="auto" aria-label="Main">
          {/* The narrowest windows have no room beside the menu to tap. */}
          <IconButton
            display={{ base: 'grid', lg: 'none' }}
            marginInlineStart="auto"
            label="Close menu"
            icon={X}
            popoverTarget={mainNavId}
            popoverTargetAction="hide"
          />
          {mainLinks.map(({ to, label }) => (
            <NavItem key={to} to={to}>
              {label}
            </NavItem>
          ))}
          <chakra.div display={{ lg: 'none' }}>
            {menuLinks.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </chakra.div>
        </MainNav>
        <PhoneMenu />
        <HeaderLink to="/" aria-label={`${shop.name}, home`}>
          <Wordmark />
        </HeaderLink>
        <Flex justifyContent="flex-end" alignItems="center" marginInlineEnd="-.75rem">
          <SearchOpener />
          <AccountTools />
          <CartLink />
        </Flex>
      </HeaderRow>
    </Bar>
  )
}

function AccountTools() {
  const { status } = useAuth()
  const isStaff = useHasStaffSession()
  // While the session is loading this links to the account page, which redirects guests to the sign-in.
  const account =
    status === 'signed-out' ? { to: '/auth', label: 'Sign in' } : { to: '/account', label: 'Account' }
  return (
    <>
      {isStaff && (
        <IconLink display={wide} to="/admin/dashboard" label="Admin Dashboard" icon={LayoutDashboard} />
      )}
      <ThemeToggle display={wide} />
      <IconLink display={wide} {...account} icon={User} />
      <IconLink display={wide} to="/wishlist" label="Wishlist" icon={Heart} />
    </>
  )
}

function CartLink() {
  const { count, status } = useCart()
  const items = counted(count, 'item')
  const link = useRef<HTMLAnchorElement>(null)
  useReturningHeader(link, count > 0)
  return (
    <IconLink
      ref={link}
      data-cart
      to="/cart"
      label={status === 'ready' ? `Cart, ${items}` : 'Cart'}
      icon={ShoppingBag}
      count={count}
    />
  )
}
