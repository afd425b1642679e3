import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@shop/router'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { badgeCount } from './badge-count'
import { useDensity } from './density'
import { Icon, type IconComponent } from './icon'
import { iconButtonRecipe } from './theme/recipes/button'

const ButtonRoot = chakra('button', iconButtonRecipe, {
  forwardProps: ['popoverTarget', 'popoverTargetAction'],
})
const LinkRoot = chakra(Link, iconButtonRecipe)

interface Shared {
  /** The accessible name. */
  label: string
  icon: IconComponent
  size?: 's' | 'm' | 'l'
  variant?: 'ghost' | 'quiet'
  filled?: boolean
  /** A number in the corner, hidden at 0. Include it in `label`. */
  count?: number
}

export type IconButtonProps = Shared &
  Omit<HTMLChakraProps<'button'>, 'children'> & { ref?: Ref<HTMLButtonElement> }
export type IconLinkProps = Shared & ComponentProps<typeof LinkRoot>

/** A square button of 44 px (36 with a mouse in the back office) around one icon. */
export function IconButton({ label, icon, size, filled, count, ...rest }: IconButtonProps) {
  return (
    <ButtonRoot type="button" aria-label={label} title={label} density={useDensity()} {...rest}>
      <ButtonContent icon={icon} size={size} filled={filled} count={count} />
    </ButtonRoot>
  )
}

/** A link that looks like an IconButton. */
export function IconLink({ label, icon, size, filled, count, ...rest }: IconLinkProps) {
  return (
    <LinkRoot aria-label={label} title={label} density={useDensity()} {...rest}>
      <ButtonContent icon={icon} size={size} filled={filled} count={count} />
    </LinkRoot>
  )
}

function ButtonContent({ icon, size, filled, count }: Omit<Shared, 'label' | 'variant'>): ReactNode {
  return (
    <>
      <Icon as={icon} size={size} filled={filled} />
      {/* Always rendered, so that its styles are ready for the first count. */}
      {count !== undefined && (
        <Count aria-hidden hidden={count === 0}>
          {badgeCount(count)}
        </Count>
      )}
    </>
  )
}

const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: 'calc(50% - 19px)',
    insetInlineStart: 'calc(50% + 2px)',
    minWidth: '18px',
    height: '18px',
    paddingInline: '4px',
    borderRadius: 'full',
    background: 'accent',
    color: 'accentInk',
    fontSize: '.6875rem',
    fontWeight: 560,
    lineHeight: '18px',
    textAlign: 'center',
  },
})
