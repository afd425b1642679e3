import { Button, chakra, Field, Input } from '@shop/ui'
import { useRef, type ReactNode } from 'react'
import { useReadOnly } from '../../kit/read-only'
import type { FormPicture } from './form-picture'
import { PictureDrop } from './picture-drop'
import { PictureTexts } from './picture-texts'
import { RejectedFiles } from './rejected-files'
import { RecordPicture, Thumbnail } from './thumbnail'
import { useChosenPictures } from './use-chosen-pictures'
import type { Uploads } from './use-uploads'

const Row = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: '72px minmax(0, 1fr)', gap: '1rem', alignItems: 'start' },
})

export interface PictureFieldProps {
  /** "Category Image". */
  label: string
  value: FormPicture | null
  onChange: (picture: FormPicture | null) => void
  /** Of the form, which saves through it. */
  uploads: Uploads
  /** Of the form or the database. */
  error?: ReactNode
  optional?: boolean
  /** Without a field for the alternative text. */
  decorative?: boolean
}

/** The one picture of a record: what it has now, another one in its place, or none. */
export function PictureField(props: PictureFieldProps) {
  const { label, value } = props
  return useReadOnly() ? (
    <PictureTexts label={label} pictures={value ? [value] : []} />
  ) : (
    <PictureInput {...props} />
  )
}

function PictureInput(props: PictureFieldProps) {
  const { label, value, onChange, uploads, error, optional, decorative } = props
  const input = useRef<HTMLInputElement>(null)
  const { rejected, choose, forget } = useChosenPictures(uploads, (picture) =>
    onChange({ ...picture, alt: value?.alt ?? '' }),
  )
  const removed = () => {
    forget()
    onChange(null)
    input.current?.focus()
  }
  return (
    <chakra.div display="grid" gap="1rem">
      <Field
        label={label}
        optional={optional}
        error={rejected.length > 0 ? <RejectedFiles files={rejected} /> : error}
      >
        <Row>
          {value ? (
            <Thumbnail picture={value} alt={value.alt || 'The current image'} />
          ) : (
            <RecordPicture address={null} alt="" />
          )}
          <chakra.div display="grid" gap=".4rem" justifyItems="start">
            <chakra.div width="100%">
              <PictureDrop
                uploads={uploads}
                inputRef={input}
                onFiles={(files) => void choose(files.slice(0, 1))}
              />
            </chakra.div>
            {value && uploads.progress === null && (
              <Button variant="text" onClick={removed}>
                Remove image
              </Button>
            )}
          </chakra.div>
        </Row>
      </Field>
      {value && !decorative && (
        <Field label="Alt text" optional hint="What the image shows, for people who do not see it.">
          <Input
            value={value.alt}
            maxLength={300}
            onChange={({ currentTarget }) => onChange({ ...value, alt: currentTarget.value })}
          />
        </Field>
      )}
    </chakra.div>
  )
}
