import { useBackCloses } from '@shop/router'
import { IconButton, Modal, onDemand, Picture, Text } from '@shop/ui'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Expand from 'lucide-react/icons/expand'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { GalleryFrame, Thumbnails } from '../product-frame'
import type { Product } from '../read-product'
import { largeSizes, Stage, CarouselTrack, Thumbnail, Tools } from './gallery-parts'
import { keyTarget, imageLabel, useCarousel } from './use-carousel'

const ZoomDialog = onDemand(async () => {
  void Modal.preload()
  return (await import(/* webpackChunkName: "rare-zoom" */ './zoom-dialog')).ZoomDialog
}, 'The picture')

interface GalleryProps {
  name: string
  images: Product['images']
  faded: boolean
}

const pictureId = (index: number) => `picture-${String(index + 1)}`

/**
 * The product's pictures as a carousel (swipe, thumbnails, buttons, arrow keys, Home and End) with a full-window zoom
 * dialog that is loaded on first use.
 */
export function Gallery({ name, images, faded }: GalleryProps) {
  const pictures = images.length > 0 ? images : [{ src: null, alt: name }]
  const count = pictures.length
  const carousel = useCarousel(count)
  const row = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => {
    setOpen(false)
  })

  const zoom = () => {
    setOpen(true)
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && event.target === carousel.ref.current) zoom()
    // Outside the thumbnails these keys scroll the page.
    const inRow = row.current?.contains(document.activeElement) ?? false
    const target =
      inRow || /^Arrow(Left|Right)$/.test(event.key) ? keyTarget(event.key, carousel.shown, count) : undefined
    if (target === undefined || count < 2) return
    event.preventDefault()
    carousel.show(target)
    if (inRow)
      row.current
        ?.querySelectorAll('a')
        [Math.max(0, Math.min(count - 1, target))]?.focus({ preventScroll: true })
  }
  const choose = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    carousel.show(index)
  }
  return (
    <GalleryFrame single={count < 2} onKeyDown={press}>
      <Stage>
        <CarouselTrack
          ref={carousel.ref}
          aria-label={`Pictures of ${name}`}
          tabIndex={0}
          onScroll={carousel.onScroll}
          onPointerDown={carousel.onInteract}
          onWheel={carousel.onInteract}
          onClick={zoom}
        >
          {pictures.map(({ src, alt }, index) => (
            <li key={src} id={pictureId(index)}>
              <Picture
                src={src}
                alt={alt}
                sizes={largeSizes}
                ratio="var(--large-ratio)"
                priority={index === 0}
                faded={faded}
              />
            </li>
          ))}
        </CarouselTrack>
        <Tools position="absolute" top=".75rem" insetInlineEnd=".75rem">
          <IconButton
            label="Enlarge picture"
            icon={Expand}
            aria-haspopup="dialog"
            onPointerDown={() => void ZoomDialog.preload()}
            onClick={zoom}
          />
        </Tools>
        {count > 1 && (
          <Tools position="absolute" bottom=".75rem" insetInlineEnd=".75rem">
            <IconButton
              label="Previous picture"
              icon={ChevronLeft}
              aria-disabled={carousel.shown === 0}
              onClick={() => {
                carousel.show(carousel.shown - 1)
              }}
            />
            <Text
              textStyle="small"
              fontVariantNumeric="tabular-nums"
              aria-hidden
            >{`${String(carousel.shown + 1)} / ${String(count)}`}</Text>
            <IconButton
              label="Next picture"
              icon={ChevronRight}
              aria-disabled={carousel.shown === count - 1}
              onClick={() => {
                carousel.show(carousel.shown + 1)
              }}
            />
          </Tools>
        )}
      </Stage>
      {count > 1 && (
        <Thumbnails ref={row} role="group" aria-label="Choose a picture">
          {pictures.map(({ src }, index) => (
            <Thumbnail
              key={src}
              href={`#${pictureId(index)}`}
              aria-label={imageLabel(index, count)}
              aria-current={index === carousel.shown || undefined}
              onClick={(event) => {
                choose(event, index)
              }}
            >
              <Picture src={src} alt="" sizes="(min-width: 900px) 72px, 22vw" />
            </Thumbnail>
          ))}
        </Thumbnails>
      )}
      {open && (
        <ZoomDialog
          {...{ name, pictures }}
          start={carousel.shown}
          onClose={(index?: number) => {
            setOpen(false)
            if (index !== undefined) carousel.show(index)
          }}
        />
      )}
    </GalleryFrame>
  )
}
