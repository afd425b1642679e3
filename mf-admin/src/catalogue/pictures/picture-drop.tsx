import { uploadTypes } from '@shop/settings/uploads'
import { Button, chakra } from '@shop/ui'
import type { Ref } from 'react'
import { FileDrop } from '../../kit/file-drop'
import { ProgressBar } from '../../kit/progress-bar'
import type { Uploads } from './use-uploads'

const Uploading = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1rem',
    minHeight: '78px',
    padding: '1rem',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'panel',
  },
})

interface PictureDropProps {
  uploads: Uploads
  /** Takes several files at once. */
  multiple?: boolean
  onFiles: (files: File[]) => void
  inputRef?: Ref<HTMLInputElement>
}

/** Where pictures are chosen or dropped; the control of its Field. While a save uploads, its progress and a cancel button. */
export function PictureDrop({ uploads, multiple, onFiles, inputRef }: PictureDropProps) {
  if (uploads.progress === null)
    return (
      <FileDrop
        hint={uploads.preparing ? 'Preparing...' : 'JPEG, PNG or WebP under 5MB'}
        accept={uploadTypes.join(',')}
        multiple={multiple}
        inputRef={inputRef}
        onFiles={onFiles}
      />
    )
  const percent = Math.round(uploads.progress * 100)
  return (
    <Uploading>
      <chakra.div flex="1" display="grid" gap=".5rem">
        <span>Uploading... {percent}%</span>
        <ProgressBar aria-label="Upload" max={100} value={percent} />
      </chakra.div>
      <Button variant="quiet" onClick={uploads.cancel}>
        Cancel upload
      </Button>
    </Uploading>
  )
}
