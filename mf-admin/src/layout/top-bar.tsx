import { useLocation, useMatches } from '@shop/router'
import { Box, Breadcrumbs, chakra, IconButton, useColorMode } from '@shop/ui'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import Sun from 'lucide-react/icons/sun'
import { useStaff } from '../staff/use-staff'
import { breadcrumbsOf, notFoundBreadcrumbs } from './breadcrumbs'
import { notFoundRouteId } from './not-found-route'

const Bar = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '.75rem',
    minHeight: '56px',
    paddingInline: 'clamp(1rem, 2vw, 2rem)',
    borderBottom: '1px solid {colors.line}',
    '& nav': { padding: '0', minWidth: '0' },
    // Too narrow for all breadcrumbs beside the greeting and the buttons.
    '@media (max-width: 599.98px)': { gap: '.5rem', '& nav li:not(:last-child)': { display: 'none' } },
  },
})

const Greeting = chakra('p', {
  base: {
    flex: '1 1 0',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'muted',
    '@media (max-width: 359.98px)': { display: 'none' },
  },
})

/** Breadcrumbs, a greeting and the colour scheme. */
export function TopBar({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { member } = useStaff()
  const { pathname } = useLocation()
  const isNotFound = useMatches().some(({ id }) => id === notFoundRouteId)
  const { resolved, setMode } = useColorMode()
  const dark = resolved === 'dark'
  return (
    <Bar>
      <IconButton
        label="Toggle sidebar"
        icon={PanelLeft}
        size="s"
        aria-expanded={expanded}
        onClick={onToggle}
        marginInlineStart="-.6rem"
      />
      <Breadcrumbs items={isNotFound ? notFoundBreadcrumbs() : breadcrumbsOf(pathname)} />
      <Greeting>Welcome back, {member.firstName}</Greeting>
      <Box marginInlineStart="auto">
        <IconButton
          label={dark ? 'Use the light theme' : 'Use the dark theme'}
          icon={dark ? Sun : Moon}
          size="s"
          onClick={() => setMode(dark ? 'light' : 'dark')}
        />
      </Box>
    </Bar>
  )
}
