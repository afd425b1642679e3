import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { shop } from '@shop/settings'
import { badgeCount, chakra, Icon, Wordmark, Wrap } from '@shop/ui'
import Lock from 'lucide-react/icons/lock'
import { useHasStaffSession } from '../staff-session/use-has-staff-session'
import { Closing, Root } from './footer'
import { Home, Row } from './header'
import { footerColumns, mainLinks, type ShopLink } from './shop-links'
import { ThemeToggle } from './theme-toggle'

/** Whether a page stands in the quiet frame: the steps of a purchase, where other links would only lead away. */
export const isQuiet = (pathname: string): boolean =>
  pathname === '/checkout' || pathname === '/checkout/payment'

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
    <Home key={to} to={to}>
      {label}
    </Home>
  ))
}

/** The header of the checkout: the way back, the house and a lock. The header's links are folded beneath. */
export function QuietHeader() {
  const { status } = useAuth()
  const { count } = useCart()
  const isStaff = useHasStaffSession()
  return (
    <chakra.div borderBottom="1px solid {colors.line}" background="bg" textStyle="small">
      <Row columnGap=".5rem" textStyle={{ base: 'micro', md: 'small' }}>
        <Home to="/cart">Back to cart ({badgeCount(count)})</Home>
        <Home to="/" aria-label={`${shop.name}, home`}>
          <Wordmark />
        </Home>
        <chakra.p
          display="inline-flex"
          alignItems="center"
          justifySelf="end"
          gap=".35rem"
          color="inkSoft"
          lineHeight={1.3}
          textAlign="end"
        >
          {/* A phone has room for the words alone. */}
          <chakra.span display={{ base: 'none', md: 'inline' }}>
            <Icon as={Lock} size="s" />
          </chakra.span>
          Secure checkout
        </chakra.p>
      </Row>
      <Wrap>
        <Folded>
          <summary>More pages</summary>
          <nav aria-label="Main">
            <Links
              places={[
                ...mainLinks,
                { to: '/search', label: 'Search' },
                { to: '/wishlist', label: 'Wishlist' },
                status === 'signed-out'
                  ? { to: '/auth', label: 'Sign in' }
                  : { to: '/account', label: 'Account' },
                ...(isStaff ? [{ to: '/admin/dashboard', label: 'Admin Dashboard' }] : []),
              ]}
            />
            <ThemeToggle />
          </nav>
        </Folded>
      </Wrap>
    </chakra.div>
  )
}

/** The footer of the checkout: its links are folded. */
export function QuietFooter() {
  return (
    <Root>
      <Wrap>
        <Folded>
          <summary>Help and information</summary>
          <nav aria-label="Footer">
            <Links places={footerColumns.flatMap(({ places }) => places)} />
          </nav>
        </Folded>
        <Closing>
          <p>
            © {shop.copyrightYear} {shop.name}
          </p>
          <p>Adult content for people 18 or older. UK delivery only.</p>
        </Closing>
      </Wrap>
    </Root>
  )
}
