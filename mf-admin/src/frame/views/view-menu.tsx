import { Button, chakra, Icon, VisuallyHidden, onDemand } from '@shop/ui'
import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import { useEffect, useId, useRef, useState } from 'react'
import type { SavedView } from './saved-views'
import { useViews, type ViewedList } from './use-views'

const ViewDialogs = onDemand(async () => (await import('./view-dialogs')).ViewDialogs, 'The view')

const Sheet = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    margin: '0',
    border: '0',
    width: 'min(20rem, calc(100vw - 16px))',
    maxHeight: '24rem',
    overflow: 'auto',
    padding: '.4rem',
    color: 'ink',
    textAlign: 'start',
    background: 'raised',
    borderRadius: 'panel',
    boxShadow: '2',
    _highContrast: { border: '1px solid' },
    '& hr': { border: '0', borderTop: '1px solid {colors.line}', marginBlock: '.4rem' },
  },
})

const Item = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '.7rem',
    width: '100%',
    minHeight: '44px',
    paddingInline: '.7rem',
    borderRadius: 'control',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '@media (min-width: 900px) and (pointer: fine)': { minHeight: '36px' },
    '&:hover': { background: 'sunken' },
  },
})

const Note = chakra('span', { base: { color: 'muted', textStyle: 'micro' } })

const noteOf = ({ isDefault, isMine, isShared, by }: SavedView) => {
  if (!isMine) return by ? `Shared by ${by}` : 'Shared'
  if (isDefault) return isShared ? 'Default, shared' : 'Default'
  return isShared ? 'Shared' : ''
}

/** The views of a list in the browser's top layer: choose one, save what is shown now, or change the member's own. */
export function ViewMenu(list: ViewedList) {
  const { views, error, current, query, hiddenColumns, apply } = useViews(list)
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'save' | SavedView | null>(null)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // Where the page scrolls below it, it would no longer be at its button.
    const onScroll = ({ target }: Event) => {
      if (target !== sheet.current) sheet.current?.hidePopover()
    }
    addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => removeEventListener('scroll', onScroll, { capture: true })
  }, [isOpen])
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!sheet.current || !at) return
    const { width } = sheet.current.getBoundingClientRect()
    sheet.current.style.left = `${String(Math.max(8, Math.min(at.left, innerWidth - width - 8)))}px`
    sheet.current.style.top = `${String(at.bottom + 4)}px`
  }
  const close = () => {
    sheet.current?.hidePopover()
    button.current?.focus()
  }
  const ask = (what: 'save' | SavedView) => {
    close()
    setDialog(what)
  }
  return (
    <>
      <Button ref={button} variant="quiet" aria-expanded={isOpen} popoverTarget={id}>
        <Icon as={Bookmark} size="s" />
        <chakra.span maxWidth="14rem" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {current ? `View: ${current.name}` : 'Views'}
        </chakra.span>
      </Button>
      <Sheet
        ref={sheet}
        id={id}
        popover="auto"
        role="group"
        aria-label="Views"
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onToggle={({ newState }) => {
          if (newState === 'open') place()
        }}
      >
        {error && !views && <chakra.p padding=".7rem">The views could not be loaded.</chakra.p>}
        {views?.length === 0 && (
          <chakra.p padding=".7rem" color="muted">
            No views yet. Set filters, then save them under a name.
          </chakra.p>
        )}
        {views?.map((view) => (
          <Item
            key={view.id}
            type="button"
            aria-current={view === current || undefined}
            onClick={() => {
              close()
              apply(view)
            }}
          >
            {view === current ? <Icon as={Check} size="s" /> : <span />}
            {view.name}
            <Note>{noteOf(view)}</Note>
          </Item>
        ))}
        <hr />
        <Item type="button" onClick={() => ask('save')}>
          <span />
          Save this view
        </Item>
        {views
          ?.filter(({ isMine }) => isMine)
          .map((view) => (
            <Item key={view.id} type="button" onClick={() => ask(view)}>
              <span />
              <span>
                Change “{view.name}”<VisuallyHidden> or delete it</VisuallyHidden>
              </span>
            </Item>
          ))}
      </Sheet>
      {dialog !== null && (
        <ViewDialogs
          screen={list.screen}
          view={dialog === 'save' ? undefined : dialog}
          shown={{ query, hiddenColumns: [...hiddenColumns] }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
