import { Breadcrumbs, Button, chakra, Icon, IconButton, useColorMode, type Crumb } from '@shop/ui'
import CircleHelp from 'lucide-react/icons/circle-help'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import Sun from 'lucide-react/icons/sun'
import { helpId } from '../help/use-help'
import { KeyCaps } from '../shortcuts/key-caps'
import { commands } from '../shortcuts/shortcuts'
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
    containerType: 'inline-size',
    '@media print': { display: 'none' },
    '@media (max-width: 599.98px)': { gap: '.5rem' },
    // Too narrow for all breadcrumbs beside the greeting and the buttons.
    '& nav li:not(:last-child)': { '@container (max-width: 567.98px)': { display: 'none' } },
  },
})

// Up to three short lines, rather than the start of one.
const Greeting = chakra('p', {
  base: {
    flex: '1 1 0',
    minWidth: 'min-content',
    overflowWrap: 'normal',
    color: 'muted',
    lineHeight: 1.2,
    textAlign: 'end',
    '@container (max-width: 567.98px)': { fontSize: '.8125rem' },
    '@container (max-width: 357.98px)': { display: 'none' },
  },
})

interface TopBarProps {
  breadcrumbs: Crumb[]
  expanded: boolean
  onToggle: () => void
  /** The help of the screen; undefined where there is no screen. */
  help?: { isOpen: boolean; toggle: () => void }
  /** Opens the command palette. */
  onSearch: () => void
}

/** Breadcrumbs with the help of the screen, a greeting, the command palette and the colour scheme. */
export function TopBar({ breadcrumbs, expanded, onToggle, help, onSearch }: TopBarProps) {
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
      {help && (
        <IconButton
          label="Help"
          icon={CircleHelp}
          size="s"
          aria-expanded={help.isOpen}
          aria-controls={help.isOpen ? helpId : undefined}
          onClick={help.toggle}
          marginInlineStart="-.5rem"
        />
      )}
      <Greeting>Welcome back, {member.firstName}</Greeting>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        marginInlineStart="auto"
        flex="none"
      >
        <Icon as={Search} size="s" />
        <chakra.span srOnly={{ base: true, lg: false }}>{commands.palette.label}</chakra.span>
        <chakra.span display={{ base: 'none', lg: 'inline-flex' }} aria-hidden>
          <KeyCaps keys={commands.palette.keys} />
        </chakra.span>
      </Button>
      <IconButton
        label={dark ? 'Use the light theme' : 'Use the dark theme'}
        icon={dark ? Sun : Moon}
        size="s"
        onClick={() => setMode(dark ? 'light' : 'dark')}
      />
    </Bar>
  )
}
