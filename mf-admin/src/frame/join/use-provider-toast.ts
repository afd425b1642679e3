import { useToast } from '@shop/ui'

/** What to say when the provider refuses, or cannot be reached. @returns a function for `onRefused` of a form */
export function useProviderToast(title: string): (error: unknown) => true {
  const toast = useToast()
  return (error) => {
    // After a network failure the provider's message only dumps the response.
    const isRefusal =
      error instanceof Error && error.name.startsWith('Auth') && error.name !== 'AuthRetryableFetchError'
    if (!isRefusal) console.error(error)
    const description = isRefusal ? error.message : 'Something went wrong. Please try again.'
    toast({ title, description, status: 'error' })
    return true
  }
}
