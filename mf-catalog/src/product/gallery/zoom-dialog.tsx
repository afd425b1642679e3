import { Box, chakra, IconButton, Modal, Picture, Text } from '@shop/ui'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useRef, useState, type KeyboardEvent } from 'react'
import { largeSizes, Tools } from './gallery-parts'
import { placeName } from './use-strip'
import { useZoom } from './use-zoom'
import { nearest, type Point } from './zoom-view'

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '.5rem',
    padding: '.5rem',
    paddingInlineStart: 'gutter',
    borderBottom: '1px solid {colors.line}',
  },
})

const Room = chakra('div', {
  base: {
    position: 'relative',
    containerType: 'size',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
    cursor: 'zoom-in',
    '&[data-near]': { cursor: 'grab' },
    '&[data-held]': { cursor: 'grabbing' },
  },
})

// The largest shape of a picture that the room holds.
const Fitting = chakra('div', {
  base: {
    width: 'min(100cqw, 80cqh)',
    transition: 'transform {durations.quick} {easings.calm}',
    '&[data-held]': { transition: 'none' },
    position: 'relative',
    '& picture img': { objectFit: 'contain' },
    // The master comes over what the page has shown already.
    '& > span + span': { position: 'absolute', inset: '0', background: 'transparent' },
  },
})

const panStep = 80
const ways: Record<string, Point> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

interface ZoomDialogProps {
  name: string
  pictures: { src: string | null; alt: string }[]
  /** Place of the picture to begin with. */
  start: number
  /** @param place of the picture that was looked at last */
  onClose: (place: number) => void
}

/** A picture over the whole window, to look at closely. */
export function ZoomDialog({ name, pictures, start, onClose }: ZoomDialogProps) {
  const out = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState(start)
  const count = pictures.length
  const shown = pictures[place]
  const go = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to))
    if (next === place) return
    zoom.whole()
    setPlace(next)
  }
  const zoom = useZoom((direction) => {
    go(place + direction)
  })
  const { view, isHeld } = zoom
  const isNear = view.scale > 1

  const close = () => {
    onClose(place)
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // The page's own gallery stands around this one and hears its keys.
    event.stopPropagation()
    const way = ways[event.key]
    if (event.key === '+' || event.key === '=') zoom.nearer()
    else if (event.key === '-' || event.key === '_') zoom.further()
    else if (event.key === '0') zoom.whole()
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(count - 1)
    else if (way && isNear) zoom.pan(way)
    else if (way?.x) go(place - Math.sign(way.x))
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      placement="window"
      aria-label={`Pictures of ${name}`}
      initialFocus={out}
      onKeyDown={press}
      onClose={close}
    >
      <Bar>
        <Text role="status" textStyle="small" fontVariantNumeric="tabular-nums">
          {count > 1 && placeName(place, count)}
          {isNear && <Box as="span" color="muted">{` ${String(Math.round(view.scale * 100))}%`}</Box>}
        </Text>
        <Box display="flex">
          <IconButton
            label="Zoom out"
            icon={ZoomOut}
            aria-keyshortcuts="-"
            aria-disabled={!isNear}
            onClick={zoom.further}
          />
          <IconButton
            label="Zoom in"
            icon={ZoomIn}
            aria-keyshortcuts="+"
            aria-disabled={view.scale >= nearest}
            onClick={zoom.nearer}
          />
          <IconButton ref={out} label="Close picture" icon={X} onClick={close} />
        </Box>
      </Bar>
      <Box position="relative" display="grid">
        <Room
          ref={zoom.room}
          data-near={isNear || undefined}
          data-held={isHeld || undefined}
          onDragStart={(event) => {
            event.preventDefault()
          }}
          {...zoom.handlers}
        >
          <Fitting
            key={place}
            ref={zoom.picture}
            data-held={isHeld || undefined}
            style={{
              transform: `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})`,
            }}
          >
            <Picture src={shown?.src} alt="" sizes={largeSizes} priority />
            <Picture src={shown?.src} alt={shown?.alt ?? name} master priority />
          </Fitting>
        </Room>
        {count > 1 && (
          <Tools position="absolute" bottom="1rem" insetInlineEnd="1rem">
            <IconButton
              label="Previous picture"
              icon={ChevronLeft}
              aria-disabled={place === 0}
              onClick={() => {
                go(place - 1)
              }}
            />
            <IconButton
              label="Next picture"
              icon={ChevronRight}
              aria-disabled={place === count - 1}
              onClick={() => {
                go(place + 1)
              }}
            />
          </Tools>
        )}
      </Box>
    </Modal>
  )
}
