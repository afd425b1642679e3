import { useNavigate } from '@shop/router'
import { Dialog } from '@shop/ui'
import { useRef } from 'react'
import { SearchBox } from './search-box'

interface SearchDialogProps {
  open: boolean
  /** What was typed before the dialog was there. */
  typed: string
  onClose: () => void
}

/** Search above the page: its field has the focus at once. */
export function SearchDialog({ open, typed, onClose }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const openPage = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Search" closeLabel="Close search" initialFocus={field}>
      <SearchBox initial={typed} field={field} onOpen={openPage} onFollow={onClose} />
    </Dialog>
  )
}
