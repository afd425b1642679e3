import { ErrorState } from '@shop/ui'
import { useEffect } from 'react'

interface LoadErrorProps {
  /** What did not come: "The products", "This category". */
  what: string
  error: unknown
  onRetry: () => void
  retrying: boolean
  level?: 1 | 2 | 3
}

/** Stands where something could not be read: logged, and with a way to try again. */
export function LoadError({ what, error, onRetry, retrying, level }: LoadErrorProps) {
  useEffect(() => {
    console.error(error)
  }, [error])
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
