import { useLocation } from '@shop/router'
import { shop } from '@shop/settings'
import { chakra, SkipLink } from '@shop/ui'
import type { ReactNode } from 'react'
import { AnnouncementStrip } from './announcement-strip'
import { Footer } from './footer'
import { Header } from './header'
import { PageBreadcrumbs } from './page-breadcrumbs'
import { isCheckoutStep, CheckoutFooter, CheckoutHeader } from './checkout-layout'
import { useBreadcrumbs } from './use-breadcrumbs'
import { useRouteFocus } from './use-route-focus'

// The announcements above it scroll away, one line of them; the rest stays at the top.
const PageHeader = chakra('header', {
  base: {
    position: 'sticky',
    top: '-2.15rem',
    zIndex: 'header',
    transition: 'transform {durations.calm} {easings.calm}',
    '&[data-away]:not(:focus-within)': { transform: 'translateY(-100%)' },
  },
})

/** Header, breadcrumbs and footer around every page. The back office has its own layout. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const breadcrumbs = useBreadcrumbs()
  const content = useRouteFocus(pathname, breadcrumbs.at(-1)?.label ?? shop.name)
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return children
  return (
    <>
      <SkipLink />
      <PageHeader>
        <AnnouncementStrip />
        {isCheckoutStep(pathname) ? <CheckoutHeader /> : <Header />}
      </PageHeader>
      {breadcrumbs.length > 0 && <PageBreadcrumbs items={breadcrumbs} />}
      {/* Tall enough that the footer starts below the window and never moves while a page loads. */}
      <chakra.main id="main" ref={content} tabIndex={-1} minHeight="calc(100svh - 5.5rem)">
        {children}
      </chakra.main>
      {isCheckoutStep(pathname) ? <CheckoutFooter /> : <Footer />}
    </>
  )
}
