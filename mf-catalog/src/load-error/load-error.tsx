import { ErrorState } from '@shop/ui'

interface LoadErrorProps {
  /** What failed to load: "The products", "This category". */
  what: string
  onRetry: () => void
  retrying: boolean
  level?: 1 | 2 | 3
}

/** An error state with "Try again". */
export function LoadError({ what, onRetry, retrying, level }: LoadErrorProps) {
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      text="Nothing is lost, and your cart is safe."
      level={level}
      onRetry={onRetry}
      retrying={retrying}
    />
  )
}
