import { Outlet, useLocation, useMatches } from '@shop/router'
import { useServerTime } from '@shop/supabase'
import { Box, chakra, DensityProvider, Dialog, SkipLink } from '@shop/ui'
import { useCallback, useEffect, useState } from 'react'
import { useHelp } from '../help/use-help'
import { RequireRight } from '../staff/require-right'
import { RequireStaff } from '../staff/require-staff'
import { breadcrumbsOf, notFoundBreadcrumbs } from './breadcrumbs'
import { notFoundRouteId } from './not-found-route'
import { useStaff } from '../staff/use-staff'
import { NewOrders } from './new-orders'
import { screenAt } from './screens'
import { Sidebar } from './sidebar'
import { useCollapsed, useNarrow } from './sidebar-state'
import { TopBar } from './top-bar'
import { useScreenFocus } from './use-screen-focus'
import { useTools } from './use-tools'

/** The layout of the back office, for staff only. */
export function Component() {
  return (
    <DensityProvider density="desk">
      <RequireStaff>
        <BackOffice />
      </RequireStaff>
    </DensityProvider>
  )
}

const Side = chakra('aside', {
  base: {
    background: 'surface',
    borderInlineEnd: '1px solid {colors.line}',
    position: 'sticky',
    top: '0',
    height: '100dvh',
    overflowY: 'auto',
    flex: 'none',
    '@media print': { display: 'none' },
  },
})

function BackOffice() {
  const { pathname } = useLocation()
  const { may } = useStaff()
  const right = screenAt(pathname)?.right
  const isNotFound = useMatches().some(({ id }) => id === notFoundRouteId)
  const breadcrumbs = isNotFound ? notFoundBreadcrumbs() : breadcrumbsOf(pathname)
  // Compared before a form asks for it.
  useServerTime()
  const content = useScreenFocus(pathname, breadcrumbs.at(-1)?.label ?? '')
  const narrow = useNarrow()
  const [collapsed, toggleCollapsed] = useCollapsed()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useEffect(() => void Dialog.preload(), [])
  const closeDrawer = () => setDrawerOpen(false)
  const toggle = useCallback(() => {
    if (narrow) setDrawerOpen((open) => !open)
    else toggleCollapsed()
  }, [narrow, toggleCollapsed])

  const { openPalette, dialogs } = useTools(toggle)
  const help = useHelp(pathname, breadcrumbs.at(-1)?.label ?? '')

  return (
    <Box display="flex" minHeight="100dvh" textStyle="deskBody">
      <SkipLink />
      {may('orders') && <NewOrders />}
      {!narrow && (
        <Side width={collapsed ? '3rem' : '16rem'}>
          <Sidebar rail={collapsed} />
        </Side>
      )}
      <Box flex="1" minWidth="0">
        <TopBar
          breadcrumbs={breadcrumbs}
          expanded={narrow ? isDrawerOpen : !collapsed}
          onToggle={toggle}
          help={isNotFound ? undefined : help}
          onSearch={openPalette}
        />
        <chakra.main
          id="main"
          ref={content}
          tabIndex={-1}
          padding="clamp(1.1rem, 2.2vw, 2rem)"
          outline="none"
        >
          {!isNotFound && help.panel}
          {right ? (
            <RequireRight right={right}>
              <Outlet />
            </RequireRight>
          ) : (
            <Outlet />
          )}
        </chakra.main>
      </Box>
      {narrow && (
        <Dialog placement="left" width="18rem" open={isDrawerOpen} onClose={closeDrawer} title="Menu">
          <Sidebar inDrawer onChoose={closeDrawer} />
        </Dialog>
      )}
      {dialogs}
    </Box>
  )
}
