import { IconButton, useToast } from '@shop/ui'
import Copy from 'lucide-react/icons/copy'

/** Copies a tracking number and announces the result. */
export function CopyButton({ text }: { text: string }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'The tracking number has been copied.', status: 'success' })
    } catch {
      // Rejected by the browser, or the page is not on https.
      toast({
        title: 'Not copied',
        description: 'Your browser didn’t allow it. Please select the number and copy it yourself.',
        status: 'error',
      })
    }
  }
  // Rendered for browsers without scripts alone, in which it could do nothing.
  if (typeof document === 'undefined') return null
  return <IconButton label="Copy number" icon={Copy} size="s" onClick={() => void copy()} />
}
