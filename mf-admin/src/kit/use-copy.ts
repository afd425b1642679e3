import { useToast } from '@shop/ui'
import { useEffect, useState } from 'react'

const indicatorMs = 2_000

/** Copies text to the clipboard with a toast. @param done what the toast says @returns whether it was copied in the last two seconds, and the function */
export function useCopy(done: string): [copied: boolean, copy: (text: string) => Promise<void>] {
  const toast = useToast()
  const [copies, setCopies] = useState({ count: 0, shown: false })
  useEffect(() => {
    if (!copies.shown) return
    const timer = setTimeout(() => {
      setCopies(({ count }) => ({ count, shown: false }))
    }, indicatorMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopies(({ count }) => ({ count: count + 1, shown: true }))
      toast({ title: 'Copied!', description: done, status: 'success' })
    } catch (error) {
      console.error(error)
      toast({ title: 'Copy Failed', description: 'Unable to copy to clipboard', status: 'error' })
    }
  }
  return [copies.shown, copy]
}
