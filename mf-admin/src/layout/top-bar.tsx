import { Breadcrumbs, chakra, IconButton, useColorMode, type Crumb } from '@shop/ui'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import Sun from 'lucide-react/icons/sun'
import { useStaff } from '../staff/use-staff'

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
    textAlign: 'end',
    '@media (max-width: 359.98px)': { display: 'none' },
  },
})

interface TopBarProps {
  breadcrumbs: Crumb[]
  expanded: boolean
  onToggle: () => void
}

/** Breadcrumbs, a greeting and the colour scheme. */
export function TopBar({ breadcrumbs, expanded, onToggle }: TopBarProps) {
  const { member } = useStaff()
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
      <Breadcrumbs items={breadcrumbs} />
      <Greeting>Welcome back, {member.firstName}</Greeting>
      <IconButton
        label={dark ? 'Use the light theme' : 'Use the dark theme'}
        icon={dark ? Sun : Moon}
        size="s"
        marginInlineStart="auto"
        onClick={() => setMode(dark ? 'light' : 'dark')}
      />
    </Bar>
  )
}
