import { useToast } from '@shop/ui'
import { useEffect } from 'react'

/** Shows a toast 'Error' with the message whenever a query has failed. @param error of the query; null while there is none */
export function useErrorToast(error: Error | null, message: string): void {
  const toast = useToast()
  useEffect(() => {
    if (error) toast({ title: 'Error', description: message, status: 'error' })
  }, [error, message, toast])
}
