import { IconButton, useToast } from '@shop/ui'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useState, type MouseEvent } from 'react'
import { isPopoverOpen } from '../drawn-page/use-drawn-popover'
import { DrawnSearch, drawnSearchId } from './drawn-search'
import type { SearchDialog } from './search-dialog'

const isModalOpen = () => document.querySelector('dialog[open]') !== null

/**
 * The header's search: a button, or ⌘K and Ctrl+K. The dialog's code is loaded on first use.
 * Without scripts, and before hydration, the browser opens a field in a popover; once its code is there the dialog takes its place.
 */
export function SearchOpener() {
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<typeof SearchDialog | null>(null)
  const toast = useToast()
  const loadDialog = useCallback(async () => {
    const loaded = await import('./search-dialog')
    setDialog(() => loaded.SearchDialog)
  }, [])
  const show = useCallback(() => {
    loadDialog().then(
      () => {
        setOpen(true)
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
    if (isPopoverOpen(drawnSearchId)) show()
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
          onClose={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
