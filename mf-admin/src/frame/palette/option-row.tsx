import { Link } from '@shop/router'
import { chakra } from '@shop/ui'
import { memo } from 'react'
import type { Entry } from './entries'

/** The list of options. It styles its rows, which are plain elements: they are rendered again with each key, and each styled one costs. */
export const OptionList = chakra('div', {
  base: {
    '& > [role=option]': {
      display: 'grid',
      gridTemplateColumns: '20px minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: '.9rem',
      minHeight: '44px',
      paddingInline: '.75rem',
      borderRadius: 'control',
      cursor: 'pointer',
    },
    '& > [aria-selected=true]': {
      background: 'sunken',
      outline: '2px solid {colors.focus}',
      outlineOffset: '-2px',
    },
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: '0' },
    '& span > small': { color: 'muted', fontSize: '.875em', marginInlineStart: '.7rem' },
    '& [role=option] > small': { color: 'muted', textStyle: 'micro' },
  },
})

interface OptionRowProps {
  id: string
  entry: Entry
  selected: boolean
  onHighlight: (id: string) => void
  onChoose: (entry: Entry) => void
}

/** An entry as an option of the list. One that opens something is a real link, so that it can be opened in a new tab. */
export const OptionRow = memo(function OptionRow({
  id,
  entry,
  selected,
  onHighlight,
  onChoose,
}: OptionRowProps) {
  const { label, detail, icon: Glyph, kind, to } = entry
  const option = {
    id,
    role: 'option',
    'aria-selected': selected,
    tabIndex: -1,
    onPointerMove: () => {
      if (!selected) onHighlight(entry.id)
    },
  }
  const face = (
    <>
      <Glyph width={16} height={16} strokeWidth={1.25} aria-hidden />
      <span>
        {label}
        {detail && <small>{detail}</small>}
      </span>
      <small>{kind}</small>
    </>
  )
  if (to === undefined) {
    return (
      <div {...option} onClick={() => onChoose(entry)}>
        {face}
      </div>
    )
  }
  return (
    <Link
      {...option}
      to={to}
      onClick={(event) => {
        // With a modifier the browser opens a new tab, and the palette stays.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onChoose(entry)
      }}
    >
      {face}
    </Link>
  )
})
