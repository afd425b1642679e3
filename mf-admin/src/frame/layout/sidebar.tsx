import { NavLink } from '@shop/router'
import { Box, chakra, Icon, VisuallyHidden, Wordmark } from '@shop/ui'
import { UnreadCount } from './unread-count'
import { useStaff } from '../staff/use-staff'
import { groups, notOpen, screens, type Screen } from './screens'
import { StaffFooter } from './staff-footer'

const item = {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '.75rem',
    minHeight: '44px',
    paddingInline: '.6rem',
    borderRadius: 'panel',
    color: 'inkSoft',
    '@media (min-width: 900px) and (pointer: fine)': { minHeight: '36px' },
    '&:is(a):hover': { background: 'sunken' },
    '&[aria-current]': {
      background: 'accentSoft',
      color: 'accentSoftInk',
      fontWeight: 520,
      boxShadow: 'inset 2px 0 0 {colors.accent}',
    },
    '&[aria-disabled]': { color: 'muted' },
    '& svg': { flex: 'none' },
  },
  variants: { rail: { true: { justifyContent: 'center', paddingInline: '0' } } },
} as const

const ItemLink = chakra(NavLink, item)
const ItemText = chakra('span', item)

/** The navigation of the back office; collapsed, it shows only icons. */
export function Sidebar({
  rail = false,
  inDrawer = false,
  onChoose,
}: {
  rail?: boolean
  inDrawer?: boolean
  onChoose?: () => void
}) {
  const { may } = useStaff()
  const shown = groups
    .map(({ label, screens: all }) => ({ label, mine: all.filter(({ right }) => !right || may(right)) }))
    .filter(({ mine }) => mine.length > 0)
  return (
    <Box
      display="flex"
      flexDirection="column"
      minHeight="100%"
      paddingInline={rail ? '.3rem' : inDrawer ? '0' : '.75rem'}
      paddingTop={inDrawer ? '0' : '1.1rem'}
      gap=".4rem"
    >
      {!inDrawer && (
        <Box paddingInline={rail ? '0' : '.6rem'} minHeight="2.4rem" textAlign={rail ? 'center' : undefined}>
          {rail ? null : <Wordmark size="s" />}
        </Box>
      )}
      <nav aria-label="Back office">
        {shown.map(({ label, mine }) => (
          <Box
            key={label}
            paddingBottom=".5rem"
            {...(rail && { borderBottom: '1px solid {colors.line}', paddingTop: '.5rem' })}
          >
            {rail ? (
              <VisuallyHidden>{label}</VisuallyHidden>
            ) : (
              <chakra.p textStyle="micro" fontWeight={500} color="muted" padding=".5rem .6rem .3rem">
                {label}
              </chakra.p>
            )}
            <ul>
              {mine.map((screen) => (
                <li key={screen.label}>
                  <Item screen={screen} rail={rail} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </Box>
        ))}
      </nav>
      <StaffFooter rail={rail} />
    </Box>
  )
}

function Item({ screen, rail, onChoose }: { screen: Screen; rail: boolean; onChoose?: () => void }) {
  const { label, icon, to } = screen
  if (!to) {
    return (
      <ItemText rail={rail} aria-disabled="true" title={rail ? `${label}: ${notOpen}` : undefined}>
        <Icon as={icon} size="s" />
        {rail ? <VisuallyHidden>{label}: </VisuallyHidden> : label}
        {rail ? (
          <VisuallyHidden>{notOpen}</VisuallyHidden>
        ) : (
          <chakra.span marginInlineStart="auto" textStyle="micro">
            {notOpen}
          </chakra.span>
        )}
      </ItemText>
    )
  }
  return (
    <ItemLink to={to} end rail={rail} title={rail ? label : undefined} onClick={onChoose}>
      <Icon as={icon} size="s" />
      {rail ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      {screen === screens.messages && <UnreadCount rail={rail} />}
    </ItemLink>
  )
}
