import { IconButton, useToast } from '@shop/ui'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { DrawnSearch, drawnSearchId, typedEarly } from './drawn-search'
import type { SearchDialog } from './search-dialog'

const isModalOpen = () => document.querySelector('dialog[open]') !== null

/**
 * The header's search: a button, or ⌘K and Ctrl+K. The dialog's code is loaded on first use.
 * Without scripts, and before hydration, the browser opens a field in a popover; once its code is there the dialog takes its place.
 */
export function SearchOpener() {
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<typeof SearchDialog | null>(null)
  const [typed, setTyped] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const loadDialog = useCallback(async () => {
    const loaded = await import('./search-dialog')
    setDialog(() => loaded.SearchDialog)
  }, [])
  const show = useCallback(() => {
    loadDialog().then(
      () => {
        const early = typedEarly()
        // The dialog gives the focus back to it.
        if (early !== null) opener.current?.focus()
        // At once: what is typed meanwhile would be lost.
        flushSync(() => {
          setTyped(early ?? '')
          setOpen(true)
        })
      },
      () => {
        toast({
          title: 'Error',
          description: 'The search could not be opened. Please try again.',
          status: 'error',
        })
      },
    )
  }, [loadDialog, toast])
  useEffect(() => {
    if (typedEarly() !== null) show()
  }, [show])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey ||
        isModalOpen()
      )
        return
      event.preventDefault()
      show()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  }, [show])
  return (
    <>
      <IconButton
        ref={opener}
        popoverTarget={drawnSearchId}
        label="Search"
        icon={Search}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerDown={() => {
          loadDialog().catch(() => undefined)
        }}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          show()
        }}
      />
      <DrawnSearch />
      {Dialog && (
        <Dialog
          open={open}
          typed={typed}
          onClose={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
