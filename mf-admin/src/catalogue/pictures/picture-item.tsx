import { Badge, chakra, Field, IconButton, Input } from '@shop/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Trash2 from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import type { FormPicture } from './form-picture'
import { Thumbnail } from './thumbnail'
import { useSortable } from './use-sortable'

const Item = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 56px minmax(0, 1fr)',
    alignItems: 'start',
    gap: '.5rem .75rem',
    padding: '.75rem .75rem .75rem .25rem',
    background: 'raised',
    '& + &': { borderTop: '1px solid {colors.line}' },
    '&[data-over]': { background: 'accentSoft' },
  },
})

interface PictureItemProps {
  picture: FormPicture
  place: number
  count: number
  /** Identifies the list. */
  list: string
  disabled: boolean
  onMove: (from: number, to: number) => void
  onAlt: (alt: string) => void
  onRemove: () => void
}

/** One picture of a list: its handle, alternative text, and buttons to move and remove it. */
export function PictureItem(props: PictureItemProps) {
  const { picture, place, count, list, disabled, onMove, onAlt, onRemove } = props
  const { item, handle, over } = useSortable({ list, place, onMove })
  const name = `image ${String(place + 1)}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || disabled) return
    event.preventDefault()
    onMove(place, place + step)
  }
  return (
    <Item ref={item} data-over={over || undefined}>
      <IconButton
        ref={handle}
        data-place={place}
        label={`Move ${name}: drag it, or press the up and down arrow keys`}
        icon={GripVertical}
        cursor="grab"
        disabled={disabled || count < 2}
        onKeyDown={onKeyDown}
      />
      <Thumbnail picture={picture} alt={picture.alt || `Image ${String(place + 1)}`} />
      <chakra.div display="grid" gap=".25rem" minWidth="0">
        <Field label={`Alt text of ${name}`} hideLabel>
          <Input
            value={picture.alt}
            placeholder="Alt text: what the image shows"
            maxLength={300}
            onChange={({ currentTarget }) => onAlt(currentTarget.value)}
          />
        </Field>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap=".25rem">
          <IconButton
            label={`Move ${name} up`}
            icon={ArrowUp}
            size="s"
            disabled={disabled || place === 0}
            onClick={() => onMove(place, place - 1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={ArrowDown}
            size="s"
            disabled={disabled || place === count - 1}
            onClick={() => onMove(place, place + 1)}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={Trash2}
            size="s"
            disabled={disabled}
            onClick={onRemove}
          />
          {place === 0 && (
            <Badge plain marginInlineStart="auto">
              Main
            </Badge>
          )}
        </chakra.div>
      </chakra.div>
    </Item>
  )
}
