import { useAuth } from '@shop/auth'
import { useLocation } from '@shop/router'
import { Box, Breadcrumbs, chakra, IconButton, Text, useColorMode } from '@shop/ui'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import Sun from 'lucide-react/icons/sun'
import { breadcrumbsOf } from './breadcrumbs'

const Bar = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '.75rem',
    minHeight: '56px',
    paddingInline: 'clamp(1rem, 2vw, 2rem)',
    borderBottom: '1px solid {colors.line}',
    '& nav': { padding: '0', minWidth: '0' },
    '@media print': { display: 'none' },
    // Too narrow for all breadcrumbs beside the buttons.
    '@media (max-width: 400px)': { '& nav li:not(:last-child)': { display: 'none' } },
  },
})

/** Breadcrumbs, the signed-in role and the colour scheme. */
export function TopBar({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { admin } = useAuth()
  const { pathname } = useLocation()
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
      <Breadcrumbs items={breadcrumbsOf(pathname)} />
      <Text color="muted" display={{ base: 'none', lg: 'block' }} paddingInlineStart=".75rem">
        Welcome back, {admin?.firstName}
      </Text>
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
