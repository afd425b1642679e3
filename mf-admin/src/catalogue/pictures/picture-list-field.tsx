import { chakra, Field, useAnnounce } from '@shop/ui'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useReadOnly } from '../../kit/read-only'
import { movePicture, type FormPicture } from './form-picture'
import { PictureDrop } from './picture-drop'
import { PictureTexts } from './picture-texts'
import { PictureItem } from './picture-item'
import { RejectedFiles } from './rejected-files'
import { useChosenPictures } from './use-chosen-pictures'
import type { Uploads } from './use-uploads'

// As the database has it.
const maxPictures = 20

const List = chakra('ol', {
  base: { border: '1px solid {colors.line}', borderRadius: 'panel', overflow: 'hidden', listStyle: 'none' },
})

export interface PictureListFieldProps {
  /** "Product Image". */
  label: string
  value: readonly FormPicture[]
  onChange: (pictures: FormPicture[]) => void
  /** Of the form, which saves through it. */
  uploads: Uploads
  /** Of the form or the database. */
  error?: ReactNode
}

/** The pictures of a record, the main one first: added, ordered by dragging or keys, described and removed. */
export function PictureListField(props: PictureListFieldProps) {
  return useReadOnly() ? (
    <PictureTexts label={props.label} pictures={props.value} />
  ) : (
    <PictureInput {...props} />
  )
}

function PictureInput({ label, value, onChange, uploads, error }: PictureListFieldProps) {
  const list = useId()
  const announce = useAnnounce()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const uploading = uploads.progress !== null
  // Files are prepared one after another, while the list may change.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  const change = (pictures: FormPicture[]) => {
    latest.current = pictures
    onChange(pictures)
  }
  const { rejected, choose } = useChosenPictures(uploads, (picture) => {
    if (latest.current.length < maxPictures) change([...latest.current, picture])
  })
  // Where the focus goes once the list is rendered anew: the handle of a place, or the file input.
  const focus = useRef<number | null>(null)
  useEffect(() => {
    if (focus.current === null) return
    const handle = frame.current?.querySelector<HTMLElement>(
      `[data-place="${String(focus.current)}"]:not([disabled])`,
    )
    focus.current = null
    ;(handle ?? input.current)?.focus()
  }, [value])

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= value.length) return
    focus.current = to
    change(movePicture(value, from, to))
    announce(`Image ${String(from + 1)} is now image ${String(to + 1)} of ${String(value.length)}.`)
  }
  const remove = (place: number) => {
    focus.current = Math.min(place, value.length - 2)
    change(value.filter((_, each) => each !== place))
    announce(`Image ${String(place + 1)} was removed.`)
  }
  const full = value.length >= maxPictures
  const tooMany = full && `A product has at most ${String(maxPictures)} images.`

  return (
    <Field
      label={label}
      error={rejected.length > 0 ? <RejectedFiles files={rejected} named /> : tooMany || error}
    >
      <chakra.div ref={frame} display="grid" gap=".75rem">
        {value.length > 0 && (
          <List aria-label={`${label}, in the order shown`}>
            {value.map((picture, place) => (
              <PictureItem
                key={picture.key}
                picture={picture}
                place={place}
                count={value.length}
                list={list}
                disabled={uploading}
                onMove={move}
                onAlt={(alt) =>
                  change(value.map((each) => (each.key === picture.key ? { ...each, alt } : each)))
                }
                onRemove={() => remove(place)}
              />
            ))}
          </List>
        )}
        <PictureDrop uploads={uploads} multiple inputRef={input} onFiles={(files) => void choose(files)} />
      </chakra.div>
    </Field>
  )
}
