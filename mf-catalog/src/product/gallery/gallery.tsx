import { IconButton, Picture, Text, useToast } from '@shop/ui'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Expand from 'lucide-react/icons/expand'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { GalleryFrame, Thumbnails } from '../product-frame'
import type { Product } from '../read-product'
import { largeSizes, Stage, StripList, Thumbnail, Tools } from './gallery-parts'
import { keyTarget, placeName, useStrip } from './use-strip'
import type { ZoomDialog } from './zoom-dialog'

interface GalleryProps {
  name: string
  images: Product['images']
  faded: boolean
}

const pictureId = (place: number) => `picture-${String(place + 1)}`

/**
 * The product's pictures, one large: swiped, chosen by thumbnail, button, arrow keys, Home and End, and opened over the
 * whole window to look closer. The dialog's code comes with the first use.
 */
export function Gallery({ name, images, faded }: GalleryProps) {
  const pictures = images.length > 0 ? images : [{ src: null, alt: name }]
  const count = pictures.length
  const strip = useStrip(count)
  const row = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<typeof ZoomDialog | null>(null)
  const toast = useToast()

  const prepare = async () => {
    const { ZoomDialog: loaded } = await import(/* webpackChunkName: "rare-zoom" */ './zoom-dialog')
    setDialog(() => loaded)
  }
  const zoom = () => {
    prepare().then(
      () => {
        setOpen(true)
      },
      () => {
        toast({
          title: 'Error',
          description: 'The picture could not be enlarged. Please try again.',
          status: 'error',
        })
      },
    )
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && event.target === strip.ref.current) zoom()
    // Elsewhere the other keys move the page.
    const inRow = row.current?.contains(document.activeElement) ?? false
    const target =
      inRow || /^Arrow(Left|Right)$/.test(event.key) ? keyTarget(event.key, strip.shown, count) : undefined
    if (target === undefined || count < 2) return
    event.preventDefault()
    strip.show(target)
    if (inRow)
      row.current
        ?.querySelectorAll('a')
        [Math.max(0, Math.min(count - 1, target))]?.focus({ preventScroll: true })
  }
  const choose = (event: MouseEvent, place: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    strip.show(place)
  }
  return (
    <GalleryFrame single={count < 2} onKeyDown={press}>
      <Stage>
        <StripList
          ref={strip.ref}
          aria-label={`Pictures of ${name}`}
          tabIndex={0}
          onScroll={strip.onScroll}
          onPointerDown={strip.onHeld}
          onWheel={strip.onHeld}
          onClick={zoom}
        >
          {pictures.map(({ src, alt }, place) => (
            <li key={src} id={pictureId(place)}>
              <Picture src={src} alt={alt} sizes={largeSizes} priority={place === 0} faded={faded} />
            </li>
          ))}
        </StripList>
        <Tools position="absolute" top=".75rem" insetInlineEnd=".75rem">
          <IconButton
            label="Enlarge picture"
            icon={Expand}
            aria-haspopup="dialog"
            onPointerDown={() => {
              prepare().catch(() => undefined)
            }}
            onClick={zoom}
          />
        </Tools>
        {count > 1 && (
          <Tools position="absolute" bottom=".75rem" insetInlineEnd=".75rem">
            <IconButton
              label="Previous picture"
              icon={ChevronLeft}
              aria-disabled={strip.shown === 0}
              onClick={() => {
                strip.show(strip.shown - 1)
              }}
            />
            <Text
              textStyle="small"
              fontVariantNumeric="tabular-nums"
              aria-hidden
            >{`${String(strip.shown + 1)} / ${String(count)}`}</Text>
            <IconButton
              label="Next picture"
              icon={ChevronRight}
              aria-disabled={strip.shown === count - 1}
              onClick={() => {
                strip.show(strip.shown + 1)
              }}
            />
          </Tools>
        )}
      </Stage>
      {count > 1 && (
        <Thumbnails ref={row} role="group" aria-label="Choose a picture">
          {pictures.map(({ src }, place) => (
            <Thumbnail
              key={src}
              href={`#${pictureId(place)}`}
              aria-label={placeName(place, count)}
              aria-current={place === strip.shown || undefined}
              onClick={(event) => {
                choose(event, place)
              }}
            >
              <Picture src={src} alt="" sizes="(min-width: 900px) 72px, 22vw" />
            </Thumbnail>
          ))}
        </Thumbnails>
      )}
      {open && Dialog && (
        <Dialog
          {...{ name, pictures }}
          start={strip.shown}
          onClose={(place) => {
            setOpen(false)
            strip.show(place)
          }}
        />
      )}
    </GalleryFrame>
  )
}
