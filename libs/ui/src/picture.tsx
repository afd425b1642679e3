import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState } from 'react'
import { pictureSources, placeholderImage } from './picture-sources'

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
  /** `/media/<name>.webp` of our own, or any address. Nothing shows the placeholder. */
  src: string | null | undefined
  /** Empty for decoration. */
  alt: string
  /** How wide it is drawn, as in `<img sizes>`. */
  sizes?: string
  /** Width over height; the place is kept at this shape, so nothing moves when the picture comes. */
  ratio?: number | string
  /** Pixels across the master in our media: 800 for products; 1200 for the category covers, 1920 for the hero. */
  masterWidth?: number
  /** To look at closely: the master itself rather than the smaller copy that would do. */
  master?: boolean
  /** Above the fold: fetched at once and first. */
  priority?: boolean
  /** Sold out: the picture at 62 %. */
  faded?: boolean
  /** Draws no corners, for pictures that bleed. */
  square?: boolean
  className?: string
}

/** A picture of the catalogue in modern formats and several widths, in a well of its final shape. */
export function Picture(props: PictureProps) {
  const {
    src,
    alt,
    sizes = '100vw',
    ratio = '4 / 5',
    masterWidth = 800,
    master,
    priority,
    faded,
    square,
    className,
  } = props
  const [failed, setFailed] = useState<string | null>(null)
  const frame = useRef<HTMLSpanElement>(null)
  const missing = !src || failed === src
  const shown = missing ? placeholderImage : src
  const sources = missing || master ? undefined : pictureSources(shown, masterWidth)

  // A picture that failed before the page came alive has fired its error already.
  useEffect(() => {
    const image = frame.current?.querySelector('img')
    if (!src || !image?.complete || image.naturalWidth > 0) return
    let current = true
    image.decode().catch(() => {
      if (current) setFailed(src)
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
        {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
        {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
        <img
          key={shown}
          src={shown}
          alt={missing && alt ? `${alt} (image not available)` : alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
          onError={() => src && setFailed(src)}
        />
      </picture>
    </Well>
  )
}
