import { IconButton, useToast } from '@shop/ui'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useState, type MouseEvent } from 'react'
import type { SearchDialog } from './search-dialog'
import { SearchPopover, searchPopoverId } from './search-popover'

const isModalOpen = () => document.querySelector('dialog[open]') !== null

/**
 * The header's search: a button, or ⌘K and Ctrl+K. The dialog's code is loaded on first use.
 * Without scripts, and before hydration, the browser opens a field in a popover.
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
        popoverTarget={searchPopoverId}
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
      <SearchPopover />
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
