import { chakra } from '@chakra-ui/react/styled-system'
import { pictureSources, pictureUrl, useSite } from '@shop/settings'
import { useEffect, useRef, useState } from 'react'

/** Shown when there is no picture. */
const placeholderImage = '/media/placeholder.webp'

const Well = chakra('span', {
  base: {
    display: 'block',
    position: 'relative',
    width: '100%',
    overflow: 'hidden',
    background: 'sunken',
    borderRadius: 'image',
    '& img': {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      filter: 'brightness(var(--art-dim))',
    },
  },
})

export interface PictureProps {
  /** An address of the database, or any URL. Null shows the placeholder. */
  src: string | null | undefined
  /** Empty for decorative pictures. */
  alt: string
  /** As in `<img sizes>`. */
  sizes?: string
  /** Width / height, which reserves the space before the picture loads. */
  ratio?: number | string
  /** Width of the master of a `/media` picture in pixels: 1600 for products, 1800 for category covers, 2400 for the hero. */
  masterWidth?: number
  /** Shows the master rather than a smaller copy, for zooming. */
  master?: boolean
  /** Above the fold: loaded eagerly with high priority. */
  priority?: boolean
  /** Sold out: 62 % opacity. */
  faded?: boolean
  /** No rounded corners, for full-bleed pictures. */
  square?: boolean
  className?: string
}

/** A picture in AVIF and WebP and several widths, with its space reserved. */
export function Picture(props: PictureProps) {
  const {
    src,
    alt,
    sizes = '100vw',
    ratio = '4 / 5',
    masterWidth = 1600,
    master,
    priority,
    faded,
    square,
    className,
  } = props
  const [failed, setFailed] = useState<{ src: string; times: number } | null>(null)
  const frame = useRef<HTMLSpanElement>(null)
  const times = failed && failed.src === src ? failed.times : 0
  const missing = !src || times > 1
  const { backendUrl } = useSite()
  const shown = missing ? placeholderImage : pictureUrl(src, backendUrl)
  const sources = missing || master ? [] : pictureSources(src, masterWidth, backendUrl)

  const onFail = ({ currentSrc }: HTMLImageElement) => {
    if (!src || missing) return
    const fails = (after: number) => () => setFailed({ src, times: after })
    if (times > 0) fails(2)()
    // Browsers keep a damaged picture as long as a whole one, so it is asked for once more past their caches.
    else fetch(currentSrc, { cache: 'reload', mode: 'no-cors' }).then(fails(1), fails(2))
  }

  // A picture that failed before hydration has fired its error event already.
  useEffect(() => {
    const image = frame.current?.querySelector('img')
    if (!src || !image?.complete || image.naturalWidth > 0) return
    let current = true
    image.decode().catch(() => {
      if (current) image.dispatchEvent(new Event('error'))
    })
    return () => {
      current = false
    }
  }, [src])

  return (
    <Well
      ref={frame}
      className={className}
      aspectRatio={ratio}
      opacity={faded ? 0.62 : undefined}
      borderRadius={square ? '0' : undefined}
    >
      <picture>
        {sources.map((source) => (
          <source key={source.type} {...source} sizes={sizes} />
        ))}
        <img
          key={`${shown} ${String(times)}`}
          src={shown}
          alt={missing && alt ? `${alt} (image not available)` : alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
          onError={({ currentTarget }) => onFail(currentTarget)}
        />
      </picture>
    </Well>
  )
}
