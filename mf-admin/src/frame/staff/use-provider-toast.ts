import { useToast } from '@shop/ui'
import { StepCancelled } from './staff-store'

/** What to say when the provider rejects, or cannot be reached. @returns a function for `onRejected` of a form */
export function useProviderToast(title: string): (error: unknown) => true {
  const toast = useToast()
  return (error) => {
    if (error instanceof StepCancelled) return true
    // After a network failure the provider's message only dumps the response.
    const isRejection =
      error instanceof Error && error.name.startsWith('Auth') && error.name !== 'AuthRetryableFetchError'
    if (!isRejection) console.error(error)
    const description = isRejection ? error.message : 'Something went wrong. Please try again.'
    toast({ title, description, status: 'error' })
    return true
  }
}
