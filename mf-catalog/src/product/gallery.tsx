import { chakra, Picture } from '@shop/ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import { GalleryFrame, Thumbnails } from './product-frame'
import type { Product } from './read-product'

const Thumbnail = chakra('button', {
  base: {
    display: 'block',
    minHeight: '44px',
    borderRadius: 'image',
    cursor: 'pointer',
    '&[aria-current]': { outline: '1px solid {colors.ink}', outlineOffset: '2px' },
    '&:focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  },
})

interface GalleryProps {
  name: string
  images: Product['images']
  faded: boolean
}

/** The product's pictures, one large; choose by pointer, or with the arrow keys, Home and End. */
export function Gallery({ name, images, faded }: GalleryProps) {
  const [chosen, setChosen] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const shown = images[chosen] ?? images[0]
  const choose = (place: number) => {
    const next = Math.max(0, Math.min(images.length - 1, place))
    setChosen(next)
    row.current?.querySelectorAll('button')[next]?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, chosen, images.length)
    if (target === undefined) return
    event.preventDefault()
    choose(target)
  }
  return (
    <GalleryFrame single={images.length < 2}>
      <Picture
        src={shown?.src}
        alt={shown?.alt ?? name}
        sizes="(min-width: 1440px) 660px, (min-width: 900px) 46vw, 92vw"
        priority
        faded={faded}
      />
      {images.length > 1 && (
        <Thumbnails ref={row} role="group" aria-label={`Pictures of ${name}`} onKeyDown={press}>
          {images.map(({ src }, place) => (
            <Thumbnail
              key={src}
              type="button"
              aria-label={`Image ${String(place + 1)} of ${String(images.length)}`}
              aria-current={place === chosen || undefined}
              onClick={() => { setChosen(place) }}
            >
              <Picture src={src} alt="" sizes="(min-width: 900px) 72px, 22vw" />
            </Thumbnail>
          ))}
        </Thumbnails>
      )}
    </GalleryFrame>
  )
}

function keyTarget(key: string, chosen: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return chosen + 1
    case 'ArrowLeft':
    case 'ArrowUp':
      return chosen - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
