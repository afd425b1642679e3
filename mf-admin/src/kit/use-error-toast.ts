import { useToast } from '@shop/ui'
import { useEffect } from 'react'

/** Shows a toast 'Error' with the message whenever a query has failed. @param error of the query; null while there is none @param message nothing is shown without it */
export function useErrorToast(error: Error | null, message: string | undefined): void {
  const toast = useToast()
  useEffect(() => {
    if (error && message !== undefined) toast({ title: 'Error', description: message, status: 'error' })
  }, [error, message, toast])
}
