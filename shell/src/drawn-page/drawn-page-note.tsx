import { Button, chakra, useHydrated } from '@shop/ui'
import { useEffect, useRef } from 'react'
import { useDrawnNote, useDrawnPage } from './drawn-page'

const Note = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: '1rem',
    bottom: '1rem',
    zIndex: '1',
    width: 'fit-content',
    maxWidth: 'calc(100% - 2rem)',
    marginInline: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: '1rem',
    padding: '.5rem 1rem',
    border: '1px solid {colors.line}',
    borderRadius: '4px',
    background: 'bg',
    fontSize: '.9375rem',
    '& > button': { flexShrink: '0' },
  },
})

const notLoaded = 'Part of this page could not be loaded.'

/** A quiet word below a drawn page whose scripts are late or cannot be had. It moves nothing. */
export function DrawnPageNote() {
  const drawn = useDrawnPage()
  const note = useDrawnNote()
  const isHydrated = useHydrated()
  // The server drew none.
  if (!drawn || !isHydrated) return null
  if (!note) return <div role="status" />
  return (
    <div role="status">
      <Note>
        <span>{note === 'late' ? 'Part of this page is still on its way.' : notLoaded}</span>
        <Button variant="quiet" onClick={drawn.retry}>
          Try again
        </Button>
      </Note>
    </div>
  )
}

/** The drawn page once more, after its code has thrown, with a retry. */
export function DrawnContent({ content, onRetry }: { content: DocumentFragment; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(content.cloneNode(true))
  }, [content])
  return (
    <>
      <div ref={place} />
      <div role="status">
        <Note>
          <span>{notLoaded}</span>
          <Button variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        </Note>
      </div>
    </>
  )
}
