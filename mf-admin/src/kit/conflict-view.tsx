import { Button, chakra, Icon, Text, VisuallyHidden } from '@shop/ui'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

/** A field of a record that two people edited. */
export interface ConflictField<Values> {
  name: keyof Values & string
  label: string
  /** How its value is shown; as text by default. */
  show?: (value: Values[keyof Values]) => ReactNode
  /** How two versions of a value of several parts become one; by default it is taken as a whole. */
  merge?: (before: unknown, mine: unknown, theirs: unknown) => MergedValue
}

/** Two versions of a value in one. */
export interface MergedValue {
  /** The changes of both; where both changed the same, mine. */
  value: unknown
  /** Both changed the same part, each in their own way. */
  inDoubt: boolean
  /** It has changes of theirs. */
  takenOver: boolean
}

export interface ConflictViewProps<Values extends object> {
  mine: Values
  theirs: Values
  /** The fields that differ, in the order of the form. */
  fields: readonly ConflictField<Values>[]
  /** Fields whose answer is not in doubt, because only they changed them. */
  takenOver?: readonly string[]
  onKeepMine: (name: keyof Values & string) => void
  onTakeTheirs: (name: keyof Values & string) => void
}

const Box = chakra('section', {
  base: {
    display: 'grid',
    gap: '.9rem',
    padding: '1rem 1.1rem',
    border: '1px solid {colors.warning}',
    borderRadius: 'panel',
    background: 'warningSoft',
    outline: 'none',
  },
})

const Options = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    gap: '.5rem',
  },
})

const Option = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    gap: '.1rem',
    alignContent: 'start',
    minHeight: '44px',
    padding: '.55rem .8rem',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'panel',
    background: 'raised',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    '&:hover': { borderColor: 'ink' },
    '&:has(:checked)': {
      background: 'accentSoft',
      borderColor: 'accent',
      boxShadow: 'inset 0 0 0 1px {colors.accent}',
    },
    '&:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    '& > input': { position: 'absolute', inset: '0', opacity: 0, margin: '0', cursor: 'inherit' },
  },
})

/** A value as text, for fields without `show`. */
function plain(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <em>empty</em>
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : <em>empty</em>
  return String(value)
}

/**
 * Somebody else saved the record first: both values of each field that differs, to keep mine or take theirs. It takes the
 * focus when it appears. Nothing is saved by choosing; the form is saved again afterwards.
 */
export function ConflictView<Values extends object>(props: ConflictViewProps<Values>) {
  const { mine, theirs, fields, takenOver = [], onKeepMine, onTakeTheirs } = props
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map())
  useEffect(() => {
    box.current?.focus()
  }, [])
  const choose = (names: readonly (keyof Values & string)[], side: 'mine' | 'theirs') => {
    setChosen(new Map([...chosen, ...names.map((name) => [name, side] as const)]))
    names.forEach(side === 'mine' ? onKeepMine : onTakeTheirs)
  }
  const names = fields.map(({ name }) => name)
  return (
    <Box ref={box} tabIndex={-1} aria-labelledby={id}>
      <div>
        <chakra.h3 id={id} display="flex" alignItems="center" gap=".5rem" fontWeight={540}>
          <Icon as={CircleAlert} size="s" />
          Somebody else changed this
        </chakra.h3>
        <Text textStyle="small">
          It was saved by somebody else while you were editing. Nothing of yours is lost
          {fields.length > 0 ? ': choose for each field, then save again.' : ': please save again.'}
        </Text>
        {takenOver.length > 0 && <Text textStyle="small">Taken over from them: {takenOver.join(', ')}.</Text>}
      </div>
      {fields.map(({ name, label, show = plain }) => (
        <chakra.fieldset key={name} minWidth="0">
          <chakra.legend textStyle="small" fontWeight={500} paddingBottom=".3rem">
            {label}
          </chakra.legend>
          <Options>
            {(['mine', 'theirs'] as const).map((side) => (
              <Option key={side}>
                <input
                  type="radio"
                  name={`${id}-${name}`}
                  checked={chosen.get(name) === side}
                  onChange={() => choose([name], side)}
                />
                <chakra.span textStyle="micro" color="muted">
                  {side === 'mine' ? 'Keep mine' : 'Take theirs'}
                  <VisuallyHidden>: </VisuallyHidden>
                </chakra.span>
                <span>{show(side === 'mine' ? mine[name] : theirs[name])}</span>
              </Option>
            ))}
          </Options>
        </chakra.fieldset>
      ))}
      {fields.length > 1 && (
        <chakra.div display="flex" flexWrap="wrap" gap=".5rem">
          <Button variant="quiet" onClick={() => choose(names, 'mine')}>
            Keep all of mine
          </Button>
          <Button variant="quiet" onClick={() => choose(names, 'theirs')}>
            Take all of theirs
          </Button>
        </chakra.div>
      )}
    </Box>
  )
}
