import { Dialog, IconButton, onDemand } from '@shop/ui'
import Search from 'lucide-react/icons/search'
import { useEffect, useState, type MouseEvent } from 'react'
import { SearchPopover, searchPopoverId } from './search-popover'

const SearchDialog = onDemand(async () => {
  void Dialog.preload()
  return (await import('./search-dialog')).SearchDialog
}, 'The search')

const isModalOpen = () => document.querySelector('dialog[open], [aria-modal=true]') !== null

/**
 * The header's search: a button, or ⌘K and Ctrl+K. The dialog's code is loaded on first use.
 * Without scripts, and before hydration, the browser opens a field in a popover.
 */
export function SearchOpener() {
  const [open, setOpen] = useState(false)
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
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <>
      <IconButton
        popoverTarget={searchPopoverId}
        label="Search"
        icon={Search}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerDown={() => void SearchDialog.preload()}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          setOpen(true)
        }}
      />
      <SearchPopover />
      <SearchDialog
        open={open}
        onClose={() => {
          setOpen(false)
        }}
      />
    </>
  )
}
