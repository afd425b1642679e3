import { chakra, useAnnounce } from '@shop/ui'
import { useRef, useState, type ReactNode } from 'react'

const Zone = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    minHeight: '76px',
    padding: '.8rem 1rem',
    border: '1px dashed {colors.lineStrong}',
    borderRadius: 'panel',
    cursor: 'pointer',
    '&:hover': { borderColor: 'ink' },
    '&[data-over]': { background: 'accentSoft', borderColor: 'accent' },
    '&:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    '&:has(:disabled)': { color: 'disabled', cursor: 'not-allowed' },
    '& > input': { position: 'absolute', inset: '0', opacity: 0, cursor: 'inherit' },
  },
})

export interface FileDropProps {
  /** The accessible name of the file input, such as 'Category Image'. */
  label: string
  /** What may be chosen, such as 'JPEG, PNG or WebP under 5MB'. */
  hint: ReactNode
  /** As in `<input accept>`: a help for choosing, not a check. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  /** Gets the chosen or dropped files: one, unless `multiple`. Check them. */
  onFiles: (files: File[]) => void
}

/** Chooses files by a dialog or by dropping them. */
export function FileDrop({ label, hint, accept, multiple = false, disabled, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const announce = useAnnounce()
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
    if (files.length === 0 || disabled) return
    announce(files.map(({ name }) => name).join(', '))
    onFiles(files)
  }
  return (
    <Zone
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={({ target }) => take(target.files)}
      />
      <span>
        <chakra.span textDecoration="underline" textUnderlineOffset=".28em">
          {multiple ? 'Choose files' : 'Choose a file'}
        </chakra.span>{' '}
        or drop {multiple ? 'them' : 'it'} here
      </span>
      <chakra.span textStyle="small" color="muted">
        {hint}
      </chakra.span>
    </Zone>
  )
}
