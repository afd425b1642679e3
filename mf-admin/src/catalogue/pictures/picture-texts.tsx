import { chakra } from '@shop/ui'
import { ReadValue } from '../../kit/read-only'
import type { FormPicture } from './form-picture'
import { Thumbnail } from './thumbnail'

const List = chakra('ol', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '.75rem', listStyle: 'none', '& > li': { width: '72px' } },
})

/** The pictures of a record that may only be read, the main one first. */
export function PictureTexts({ label, pictures }: { label: string; pictures: readonly FormPicture[] }) {
  return (
    <ReadValue label={label}>
      {pictures.length > 0 ? (
        <List>
          {pictures.map((picture, place) => (
            <li key={picture.key}>
              <Thumbnail picture={picture} alt={picture.alt || `Image ${String(place + 1)}`} />
            </li>
          ))}
        </List>
      ) : undefined}
    </ReadValue>
  )
}
