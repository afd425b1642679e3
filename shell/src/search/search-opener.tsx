import { Dialog, IconButton, onDemand } from '@shop/ui'
import Search from 'lucide-react/icons/search'
import { useEffect, useState, type MouseEvent } from 'react'
import { useLoadFragment } from '../fragments/fragment-host'
import { SearchPopover, searchPopoverId } from './search-popover'

/** After this time without its code the search gives way to the browser's, in milliseconds. */
const lateMs = 1000

function Late({ onLate }: { onLate: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onLate, lateMs)
    return () => {
      clearTimeout(timer)
    }
  }, [onLate])
  return null
}

const isModalOpen = () => document.querySelector('dialog[open], [aria-modal=true]') !== null
const popover = () => document.getElementById(searchPopoverId)

/**
 * The header's search: a button, or ⌘K and Ctrl+K. It opens a fragment of the remote that serves the search. Where that is late,
 * cannot be had or throws, as before hydration and without scripts, there is a field in a popover of the browser's.
 */
export function SearchOpener() {
  const [open, setOpen] = useState(false)
  const loadFragment = useLoadFragment()
  const [SearchDialog] = useState(() => {
    const openPopover = () => {
      setOpen(false)
      popover()?.showPopover()
    }
    const load = async () => {
      void Dialog.preload()
      return loadFragment('/search', 'search')
    }
    return onDemand(load, openPopover, <Late onLate={openPopover} />)
  })
  const preload = () => {
    void SearchDialog.preload()
  }
  const openSearch = (event: Event | MouseEvent) => {
    event.preventDefault()
    popover()?.hidePopover()
    setOpen(true)
  }
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
      openSearch(event)
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
        onPointerEnter={preload}
        onPointerDown={preload}
        onClick={openSearch}
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
