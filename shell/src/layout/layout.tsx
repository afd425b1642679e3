import { useLocation } from '@shop/router'
import { shop } from '@shop/settings'
import { chakra, SkipLink } from '@shop/ui'
import type { ReactNode } from 'react'
import { AnnouncementStrip } from './announcement-strip'
import { Footer } from './footer'
import { Header } from './header'
import { Trail } from './trail'
import { useCrumbs } from './use-crumbs'
import { useRouteFocus } from './use-route-focus'

/** What stands around every page of the shop. The back office brings its own surroundings. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const crumbs = useCrumbs()
  const content = useRouteFocus(pathname, crumbs.at(-1)?.label ?? shop.name)
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return children
  return (
    <>
      <SkipLink />
      <chakra.header>
        <AnnouncementStrip />
        <Header />
      </chakra.header>
      {crumbs.length > 0 && <Trail crumbs={crumbs} />}
      {/* Tall enough that the footer starts below the window and never moves while a page loads. */}
      <chakra.main id="main" ref={content} tabIndex={-1} minHeight="calc(100svh - 9rem)">
        {children}
      </chakra.main>
      <Footer />
    </>
  )
}
