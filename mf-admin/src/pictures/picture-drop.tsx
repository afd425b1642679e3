import { Button, chakra, Flex, Input, Text } from '@shop/ui'
import { useState, type Ref } from 'react'
import type { Uploads } from './use-uploads'

const Zone = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    gap: '.2rem',
    minHeight: '78px',
    padding: '1rem',
    border: '1px dashed {colors.lineStrong}',
    borderRadius: 'panel',
    transition: 'background {durations.quick}, border-color {durations.quick}',
    '&:hover': { borderColor: 'ink' },
    '&[data-over]': { background: 'accentSoft', borderColor: 'accent' },
    '&:focus-within': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    '&:has([aria-invalid=true])': { borderColor: 'danger' },
  },
})

// Covers its zone, so that a press, a drop and the keyboard reach the native control.
const FileInput = chakra(Input, {
  base: { position: 'absolute', inset: '0', height: '100%', opacity: '0', cursor: 'pointer' },
})

interface PictureDropProps {
  uploads: Uploads
  /** Takes several files at once. */
  multiple?: boolean
  onFiles: (files: File[]) => void
  inputRef?: Ref<HTMLInputElement>
}

/** Where pictures are chosen or dropped; the control of its Field. While a save uploads, its progress and a cancel button. */
export function PictureDrop({ uploads, multiple = false, onFiles, inputRef }: PictureDropProps) {
  const [over, setOver] = useState(false)
  if (uploads.progress !== null) return <UploadProgress share={uploads.progress} onCancel={uploads.cancel} />
  return (
    <Zone
      data-over={over || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <span aria-hidden>
        <chakra.span borderBottom="1px solid {colors.lineStrong}">
          {multiple ? 'Choose files' : 'Choose a file'}
        </chakra.span>{' '}
        {multiple ? 'or drop them here' : 'or drop it here'}
      </span>
      <Text as="span" textStyle="small" color="muted" role="status">
        {uploads.preparing ? 'Preparing...' : 'JPEG, PNG or WebP under 5MB'}
      </Text>
      <FileInput
        ref={inputRef}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple={multiple}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </Zone>
  )
}

const Bar = chakra('progress', {
  base: {
    width: '100%',
    height: '6px',
    border: '0',
    borderRadius: 'full',
    overflow: 'hidden',
    appearance: 'none',
    background: 'sunken',
    '&::-webkit-progress-bar': { background: 'sunken' },
    '&::-webkit-progress-value': { background: 'accent', transition: 'width {durations.quick}' },
    '&::-moz-progress-bar': { background: 'accent' },
  },
})

function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100)
  return (
    <Zone borderStyle="solid">
      <Flex alignItems="center" gap="1rem">
        <chakra.div flex="1" display="grid" gap=".5rem">
          <span>Uploading... {percent}%</span>
          <Bar aria-label="Upload" max={100} value={percent} />
        </chakra.div>
        <Button variant="quiet" onClick={onCancel}>
          Cancel upload
        </Button>
      </Flex>
    </Zone>
  )
}
