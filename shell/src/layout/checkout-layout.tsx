import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { shop } from '@shop/settings'
import { badgeCount, chakra, Flex, Icon, IconButton, Wordmark, Wrap } from '@shop/ui'
import Lock from 'lucide-react/icons/lock'
import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useHasStaffSession } from '../staff-session/use-has-staff-session'
import { FooterFrame, LastLine } from './footer'
import { HeaderLink, HeaderRow, menuPopover } from './header'
import { footerColumns, mainLinks, mainNavId, menuLinks, type ShopLink } from './shop-links'
import { ThemeToggle } from './theme-toggle'

/** Whether a page is a step of the checkout, whose layout has few links so that shoppers finish. */
export const isCheckoutStep = (pathname: string): boolean =>
  pathname === '/checkout' || pathname === '/checkout/payment'

// The browser opens it, so it needs no scripts.
const MorePages = chakra(
  'nav',
  {
    base: {
      margin: '0',
      border: '0',
      color: 'ink',
      textStyle: 'body',
      '&:popover-open': { ...menuPopover, inset: '0 0 0 auto' },
    },
  },
  { forwardProps: ['popover'] },
)

const Folded = chakra('details', {
  base: {
    textStyle: 'small',
    color: 'inkSoft',
    '& > summary': { width: 'fit-content', lineHeight: '44px', cursor: 'pointer' },
    '& > nav': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 1.5rem' },
  },
})

function Links({ places }: { places: readonly ShopLink[] }) {
  return places.map(({ to, label }) => (
    <HeaderLink key={to} to={to}>
      {label}
    </HeaderLink>
  ))
}

/** The header of the checkout, one row: the way back, the shop's name, a lock and a menu of other pages. */
export function CheckoutHeader() {
  const { status } = useAuth()
  const { count } = useCart()
  const isStaff = useHasStaffSession()
  return (
    <chakra.div borderBottom="1px solid {colors.line}" background="bg">
      <HeaderRow columnGap=".5rem" textStyle={{ base: 'micro', md: 'small' }}>
        <HeaderLink to="/cart">Back to cart ({badgeCount(count)})</HeaderLink>
        <HeaderLink to="/" aria-label={`${shop.name}, home`}>
          <Wordmark />
        </HeaderLink>
        <Flex justifyContent="flex-end" alignItems="center" gap=".35rem" marginInlineEnd="-.75rem">
          <chakra.p display="inline-flex" alignItems="center" gap=".35rem" color="inkSoft">
            <Icon as={Lock} size="s" />
            {/* A phone has room for the lock alone. */}
            <chakra.span srOnly={{ base: true, md: false }}>Secure checkout</chakra.span>
          </chakra.p>
          <IconButton label="More pages" icon={Menu} popoverTarget={mainNavId} />
        </Flex>
      </HeaderRow>
      <MorePages id={mainNavId} popover="auto" aria-label="Main">
        <Flex justifyContent="space-between" alignItems="center">
          <ThemeToggle />
          <IconButton label="Close menu" icon={X} popoverTarget={mainNavId} popoverTargetAction="hide" />
        </Flex>
        <Links
          places={[
            ...mainLinks,
            ...menuLinks,
            status === 'signed-out'
              ? { to: '/auth', label: 'Sign in' }
              : { to: '/account', label: 'Account' },
            ...(isStaff ? [{ to: '/admin/dashboard', label: 'Admin Dashboard' }] : []),
          ]}
        />
      </MorePages>
    </chakra.div>
  )
}

/** The footer of the checkout: its links are folded. */
export function CheckoutFooter() {
  return (
    <FooterFrame>
      <Wrap>
        <Folded>
          <summary>Help and information</summary>
          <nav aria-label="Footer">
            <Links places={footerColumns.flatMap(({ places }) => places)} />
          </nav>
        </Folded>
        <LastLine>
          <p>
            © {shop.copyrightYear} {shop.name}
          </p>
          <p>Adult content for people 18 or older. UK delivery only.</p>
        </LastLine>
      </Wrap>
    </FooterFrame>
  )
}
