import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { useDensity } from './density'
import { Spinner } from './spinner'
import { buttonRecipe } from './theme/recipes/button'

const ButtonRoot = chakra('button', buttonRecipe)

const Labels = chakra('span', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    // Both labels are laid out, so that switching between them does not change the width.
    '&[data-while-busy]::after': {
      content: 'attr(data-while-busy)',
      height: '0',
      overflow: 'hidden',
      visibility: 'hidden',
      paddingInlineStart: 'calc(14px + .6rem)',
    },
  },
})

type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'text'

export interface ButtonProps extends HTMLChakraProps<'button'> {
  ref?: Ref<HTMLButtonElement>
  variant?: ButtonVariant
  /** Shows a spinner and ignores clicks, but stays focusable. */
  busy?: boolean
  /** The label while busy ("Saving..."). */
  busyLabel?: string
  /** As wide as its container. */
  full?: boolean
}

/** A button. One primary per view; the rest quiet or text. */
export function Button({ busy, busyLabel, children, onClick, type = 'button', ...rest }: ButtonProps) {
  const density = useDensity()
  if (rest.asChild) {
    return (
      <ButtonRoot density={density} {...rest}>
        {children}
      </ButtonRoot>
    )
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <ButtonRoot
      density={density}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busyLabel === undefined ? (
        <ButtonContent busy={busy}>{children}</ButtonContent>
      ) : (
        <Labels data-while-busy={busy ? undefined : busyLabel}>
          {busy ? <BusyLabel rest={children}>{busyLabel}</BusyLabel> : <Inline>{children}</Inline>}
        </Labels>
      )}
    </ButtonRoot>
  )
}

const Inline = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '.6rem' } })

function BusyLabel({ children, rest }: { children: string; rest: ReactNode }) {
  return (
    <>
      <Inline>
        <Spinner />
        {children}
      </Inline>
      <Inline aria-hidden height="0" overflow="hidden" visibility="hidden">
        {rest}
      </Inline>
    </>
  )
}

/** Without a busy label the spinner replaces the label visually; screen readers still read it. */
function ButtonContent({ busy, children }: { busy?: boolean; children: ReactNode }) {
  if (!busy) return children
  return (
    <>
      <chakra.span position="absolute" display="inline-flex">
        <Spinner />
      </chakra.span>
      <Inline opacity={0}>{children}</Inline>
    </>
  )
}
