import { useLocation } from '@shop/router'
import { shop } from '@shop/settings'
import { chakra, DrawnOnce, SkipLink } from '@shop/ui'
import { useEffect, type ReactNode } from 'react'
import { useDrawnPage } from '../drawn-page/drawn-page'
import { useWebFonts } from '../web-fonts'
import { AnnouncementStrip } from './announcement-strip'
import { Footer } from './footer'
import { Header } from './header'
import { PageBreadcrumbs } from './page-breadcrumbs'
import { isQuiet, QuietFooter, QuietHeader } from './quiet-frame'
import { currentMainLink } from './shop-links'
import { useBreadcrumbs } from './use-breadcrumbs'
import { useRouteFocus } from './use-route-focus'

// React leaves the content of an element alone when it hydrates one with inner HTML of its own.
const drawnContent = { __html: '' }

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

interface LayoutProps {
  /** The content is what the server drew: it stays as it is, and is taken over by nothing yet. */
  isDrawn?: boolean
  children: ReactNode
}

/** Which header a page has: its quiet form, or the link that is the current one. The router decodes a path before it compares. */
const headerOf = (pathname: string) =>
  pathname.includes('%') ? null : [isQuiet(pathname) ? 'quiet header' : 'header', currentMainLink(pathname)]

/** Header, breadcrumbs and footer around every page. The back office has its own layout. */
export function Layout({ isDrawn = false, children }: LayoutProps) {
  const { pathname } = useLocation()
  const breadcrumbs = useBreadcrumbs()
  const content = useRouteFocus(pathname, breadcrumbs.at(-1)?.label ?? shop.name)
  const drawn = useDrawnPage()
  useWebFonts(pathname)
  useEffect(() => {
    const main = content.current
    // Had React drawn the layout anew, the content would be gone with the old one.
    if (isDrawn && drawn && main && !main.hasChildNodes()) main.append(drawn.content.cloneNode(true))
  }, [isDrawn, drawn, content])
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return children
  return (
    <>
      <SkipLink />
      <DrawnOnce as={PageHeader} of={() => headerOf(pathname)}>
        <AnnouncementStrip />
        {isQuiet(pathname) ? <QuietHeader /> : <Header />}
      </DrawnOnce>
      {breadcrumbs.length > 0 && <PageBreadcrumbs items={breadcrumbs} />}
      {/* Tall enough that the footer starts below the window and never moves while a page loads. */}
      <chakra.main
        id="main"
        ref={content}
        tabIndex={-1}
        minHeight="calc(100svh - 5.5rem)"
        {...(isDrawn
          ? { dangerouslySetInnerHTML: drawnContent, suppressHydrationWarning: true }
          : { children })}
      />
      {isQuiet(pathname) ? <QuietFooter /> : <Footer />}
    </>
  )
}
