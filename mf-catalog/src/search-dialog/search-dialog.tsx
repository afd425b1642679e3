import { useNavigate, type FragmentProps } from '@shop/router'
import { Dialog } from '@shop/ui'
import { useRef } from 'react'
import { SearchBox } from './search-box'

/** Search above the page: its field has the focus at once. */
export function Component({ open, onClose }: FragmentProps['search']) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const openPage = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Search" closeLabel="Close search" initialFocus={field}>
      <div data-member="mf-catalog">
        <SearchBox field={field} onOpen={openPage} onFollow={onClose} />
      </div>
    </Dialog>
  )
}
