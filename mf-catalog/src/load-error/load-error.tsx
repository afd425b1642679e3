import { ErrorState } from '@shop/ui'

interface LoadErrorProps {
  /** What did not come: "The products", "This category". */
  what: string
  onRetry: () => void
  retrying: boolean
  level?: 1 | 2 | 3
}

/** Stands where something could not be read, with a way to try again. */
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
