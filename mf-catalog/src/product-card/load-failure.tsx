import { ErrorState } from '@shop/ui'
import { useEffect } from 'react'

interface LoadFailureProps {
  what: string
  error: Error
  retrying: boolean
  onRetry: () => void
}

/** A read that failed: logged, told, and tried again on request. */
export function LoadFailure({ what, error, retrying, onRetry }: LoadFailureProps) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return <ErrorState title={`${what} could not be loaded`} text="Your cart is safe. Please try again." retrying={retrying} onRetry={onRetry} />
}
