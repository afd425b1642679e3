import { Box, chakra, IconButton, Modal, Picture, Text } from '@shop/ui'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useRef, useState, type KeyboardEvent } from 'react'
import { largeSizes, Tools } from './gallery-parts'
import { imageLabel } from './use-carousel'
import { useZoom } from './use-zoom'
import type { Point } from './zoom-view'

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

const Viewport = chakra('div', {
  base: {
    position: 'relative',
    containerType: 'size',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
    cursor: 'zoom-in',
    '&[data-zoomed]': { cursor: 'grab' },
    '&[data-dragging]': { cursor: 'grabbing' },
  },
})

// The largest size at which a picture fits into the viewport.
const ZoomedPicture = chakra('div', {
  base: {
    width: 'min(100cqw, 80cqh)',
    transition: 'transform {durations.quick} {easings.calm}',
    '&[data-dragging]': { transition: 'none' },
    position: 'relative',
    '& picture img': { objectFit: 'contain' },
    // The full-size picture is layered over the one already loaded.
    '& > span + span': { position: 'absolute', inset: '0', background: 'transparent' },
  },
})

const panStep = 80
const panByKey: Record<string, Point> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

interface ZoomDialogProps {
  name: string
  pictures: { src: string | null; alt: string }[]
  /** Index of the first picture shown. */
  start: number
  /** @param index of the picture shown last */
  onClose: (index?: number) => void
}

/** A full-window dialog to zoom into a picture. */
export function ZoomDialog({ name, pictures, start, onClose }: ZoomDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null)
  const [index, setIndex] = useState(start)
  const count = pictures.length
  const shown = pictures[index]
  const go = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to))
    if (next === index) return
    zoom.reset()
    setIndex(next)
  }
  const zoom = useZoom((direction) => {
    go(index + direction)
  })
  const { view, isDragging } = zoom
  const isZoomed = view.scale > 1

  const close = () => {
    onClose(index)
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // React events bubble to the gallery, which handles the same keys.
    event.stopPropagation()
    const pan = panByKey[event.key]
    if (event.key === '+' || event.key === '=') zoom.zoomIn()
    else if (event.key === '-' || event.key === '_') zoom.zoomOut()
    else if (event.key === '0') zoom.reset()
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(count - 1)
    else if (pan && isZoomed) zoom.pan(pan)
    else if (pan?.x) go(index - Math.sign(pan.x))
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      placement="window"
      aria-label={`Pictures of ${name}`}
      initialFocus={closeButton}
      onKeyDown={press}
      onClose={close}
    >
      <Bar>
        <Text role="status" textStyle="small" fontVariantNumeric="tabular-nums">
          {count > 1 && imageLabel(index, count)}
          {isZoomed && <Box as="span" color="muted">{` ${String(Math.round(view.scale * 100))}%`}</Box>}
        </Text>
        <Box display="flex">
          <IconButton
            label="Zoom out"
            icon={ZoomOut}
            aria-keyshortcuts="-"
            aria-disabled={!isZoomed}
            onClick={zoom.zoomOut}
          />
          <IconButton
            label="Zoom in"
            icon={ZoomIn}
            aria-keyshortcuts="+"
            aria-disabled={zoom.isLargest}
            onClick={zoom.zoomIn}
          />
          <IconButton ref={closeButton} label="Close picture" icon={X} onClick={close} />
        </Box>
      </Bar>
      <Box position="relative" display="grid">
        <Viewport
          ref={zoom.viewport}
          data-zoomed={isZoomed || undefined}
          data-dragging={isDragging || undefined}
          onDragStart={(event) => {
            event.preventDefault()
          }}
          {...zoom.handlers}
        >
          <ZoomedPicture
            key={index}
            ref={zoom.picture}
            data-dragging={isDragging || undefined}
            onLoadCapture={zoom.measure}
            style={{
              transform: `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})`,
            }}
          >
            <Picture src={shown?.src} alt="" sizes={largeSizes} priority />
            <Picture src={shown?.src} alt={shown?.alt ?? name} master priority />
          </ZoomedPicture>
        </Viewport>
        {count > 1 && (
          <Tools position="absolute" bottom="1rem" insetInlineEnd="1rem">
            <IconButton
              label="Previous picture"
              icon={ChevronLeft}
              aria-disabled={index === 0}
              onClick={() => {
                go(index - 1)
              }}
            />
            <IconButton
              label="Next picture"
              icon={ChevronRight}
              aria-disabled={index === count - 1}
              onClick={() => {
                go(index + 1)
              }}
            />
          </Tools>
        )}
      </Box>
    </Modal>
  )
}
