import { chakra, Input, useAnnounce } from '@shop/ui'
import { useRef, useState, type ReactNode, type Ref } from 'react'

const Zone = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    gap: '.2rem',
    minHeight: '78px',
    padding: '.8rem 1rem',
    border: '1px dashed {colors.lineStrong}',
    borderRadius: 'panel',
    transition: 'background {durations.quick}, border-color {durations.quick}',
    '&:hover': { borderColor: 'ink' },
    '&[data-over]': { background: 'accentSoft', borderColor: 'accent' },
    '&:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    '&:has([aria-invalid=true])': { borderColor: 'danger' },
    '&:has(:disabled)': { color: 'muted' },
  },
})

// Covers its zone, so that a press, a drop and the keyboard reach the native control.
const FileInput = chakra(Input, {
  base: {
    position: 'absolute',
    inset: '0',
    height: '100%',
    opacity: '0',
    cursor: 'pointer',
    // Disabled fields are opaque, which would show the native control.
    _disabled: { opacity: '0' },
  },
})

export interface FileDropProps {
  /** The accessible name of the file input, such as 'CSV file'; within a Field it is the field's label. */
  label?: string
  /** What may be chosen, such as 'JPEG, PNG or WebP under 5MB', or what is being done with it. */
  hint: ReactNode
  /** As in `<input accept>`: a help for choosing, not a check. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** Gets the chosen or dropped files: one, unless `multiple`. Check them. */
  onFiles: (files: File[]) => void
}

/** Chooses files by a dialog or by dropping them. */
export function FileDrop({
  label,
  hint,
  accept,
  multiple = false,
  disabled,
  inputRef,
  onFiles,
}: FileDropProps) {
  const [isOver, setOver] = useState(false)
  // Counts the elements of the zone that the drag is over, since leaving one for another does not leave the zone.
  const depth = useRef(0)
  const announce = useAnnounce()
  const over = (change: number) => {
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0 && !disabled)
  }
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length === 0 || disabled) return
    announce(files.map(({ name }) => name).join(', '))
    onFiles(files)
  }
  return (
    <Zone
      data-over={isOver || undefined}
      onDragEnter={() => over(1)}
      onDragLeave={() => over(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        over(-depth.current)
        take(event.dataTransfer.files)
      }}
    >
      <span aria-hidden>
        <chakra.span textDecoration="underline" textUnderlineOffset=".28em">
          {multiple ? 'Choose files' : 'Choose a file'}
        </chakra.span>{' '}
        or drop {multiple ? 'them' : 'it'} here
      </span>
      <chakra.span textStyle="small" color="muted" role="status">
        {hint}
      </chakra.span>
      <FileInput
        ref={inputRef}
        type="file"
        {...(label && { 'aria-label': label })}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </Zone>
  )
}
