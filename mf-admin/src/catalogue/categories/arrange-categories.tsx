import { BackendError, row, useAppMutation, type Backend } from '@shop/supabase'
import { Button, chakra, Dialog, IconButton, useAnnounce, useToast } from '@shop/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState, type KeyboardEvent } from 'react'
import { DialogActions } from '../../kit/confirm-dialog'
import { errorWords } from '../../kit/error-words'
import { useRefresh } from '../../frame/staff/use-refresh'
import { inShopOrder, type OfficeCategory } from './office-categories'

const List = chakra('ol', { base: { display: 'grid', listStyle: 'none', marginTop: '1rem' } })

const Item = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1.75rem minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '.5rem',
    minHeight: '48px',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** @throws BackendError with hint 'stale_order' if a category was added or deleted meanwhile */
async function orderCategories(db: Backend, ids: readonly string[]): Promise<void> {
  await row(db.rpc('order_categories', { p_ids: [...ids] }))
}

interface ArrangeCategoriesProps {
  categories: readonly OfficeCategory[]
  onClose: () => void
}

/** The dialog that puts the categories into the order in which shoppers see them. Mount it to open it. */
export function ArrangeCategories({ categories, onClose }: ArrangeCategoriesProps) {
  const [arranged, setArranged] = useState(() => inShopOrder(categories))
  const announce = useAnnounce()
  const toast = useToast()
  const refresh = useRefresh()
  const save = useAppMutation({
    mutationFn: orderCategories,
    onSuccess: () => {
      toast({ title: 'Success', description: 'The order of the categories is saved.', status: 'success' })
    },
    onError: (error) => {
      if (!(error instanceof BackendError && error.hint === 'stale_order')) console.error(error)
      const description = errorWords(error, 'The order was not saved.')
      toast({ title: 'Error', description, status: 'error' })
    },
    onSettled: () => refresh('categories'),
  })
  const move = (from: number, to: number) => {
    const moved = arranged[from]
    if (!moved || to < 0 || to >= arranged.length) return
    const next = arranged.filter((each) => each !== moved)
    next.splice(to, 0, moved)
    setArranged(next)
    announce(`${moved.name} is now number ${String(to + 1)} of ${String(next.length)}`)
  }
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(place, place + step)
  }
  const close = () => {
    if (!save.isPending) onClose()
  }
  return (
    <Dialog
      open
      title="Order of the categories"
      description="Shoppers see the categories in this order: in the menu, on the home page and in lists."
      onClose={close}
    >
      <List>
        {arranged.map(({ id, name, is_active: isActive }, place) => (
          <Item key={id} onKeyDown={(event) => onKeyDown(event, place)}>
            <chakra.span color="muted" fontVariantNumeric="tabular-nums">
              {place + 1}
            </chakra.span>
            <chakra.span overflowWrap="anywhere">
              {name}
              {!isActive && <chakra.span color="muted"> (inactive)</chakra.span>}
            </chakra.span>
            <span>
              <IconButton
                label={`Move ${name} up`}
                icon={ArrowUp}
                size="s"
                aria-disabled={place === 0}
                onClick={() => move(place, place - 1)}
              />
              <IconButton
                label={`Move ${name} down`}
                icon={ArrowDown}
                size="s"
                aria-disabled={place === arranged.length - 1}
                onClick={() => move(place, place + 1)}
              />
            </span>
          </Item>
        ))}
      </List>
      <DialogActions>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        <Button
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() =>
            save.mutate(
              arranged.map(({ id }) => id),
              { onSuccess: onClose },
            )
          }
        >
          Save order
        </Button>
      </DialogActions>
    </Dialog>
  )
}
