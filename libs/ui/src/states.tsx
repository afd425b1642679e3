import { chakra } from '@chakra-ui/react/styled-system'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Heading } from './heading'
import { Icon, type IconComponent } from './icon'

const Room = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    textAlign: 'center',
    gap: '1rem',
    padding: 'clamp(2rem, 5vw, 4rem) 1rem',
  },
})

interface StateProps {
  title: ReactNode
  /** One sentence. */
  text?: ReactNode
  /** Heading level of the title. */
  level?: 1 | 2 | 3
}

/** An empty state: an illustration, a sentence and one action. */
export function EmptyState({ title, text, action, level = 2 }: StateProps & { action?: ReactNode }) {
  return (
    <Room>
      <chakra.svg
        viewBox="0 0 88 88"
        width="88px"
        height="88px"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        color="lineStrong"
        aria-hidden
      >
        <chakra.circle cx="44" cy="34" r="22" stroke="brass" />
        <path d="M10 66h68M22 66c0-14 9-24 22-24s22 10 22 24" />
      </chakra.svg>
      <StateText title={title} text={text} level={level} />
      {action}
    </Room>
  )
}

export interface ErrorStateProps extends StateProps {
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  /** A second action, such as a link home. */
  action?: ReactNode
  icon?: IconComponent
}

/** An error state: what happened, what is safe, and "Try again". */
export function ErrorState({
  title,
  text,
  level = 2,
  onRetry,
  retryLabel = 'Try again',
  retrying,
  action,
  icon = CloudOff,
}: ErrorStateProps) {
  return (
    <Room role="alert">
      <chakra.span color="danger">
        <Icon as={icon} />
      </chakra.span>
      <StateText title={title} text={text} level={level} />
      {onRetry && (
        <Button variant="quiet" busy={retrying} onClick={onRetry}>
          <Icon as={RefreshCw} size="s" />
          {retryLabel}
        </Button>
      )}
      {action}
    </Room>
  )
}

function StateText({ title, text, level }: StateProps) {
  return (
    <>
      <Heading level={level} look="h3">
        {title}
      </Heading>
      {text && (
        <chakra.p color="muted" maxWidth="36ch">
          {text}
        </chakra.p>
      )}
    </>
  )
}
