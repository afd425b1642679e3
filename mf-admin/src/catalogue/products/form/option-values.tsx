import { chakra, IconButton, Input } from '@shop/ui'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { TagInput } from '../../../kit/controls'
import { limits } from './product-schema'

const List = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '.5rem', listStyle: 'none' } })
const Value = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    maxWidth: '100%',
    background: 'accentSoft',
    borderRadius: 'control',
  },
})

interface OptionValuesProps {
  ref?: Ref<HTMLInputElement>
  value: readonly string[]
  onChange: (values: string[]) => void
  /** A value gets other words; what has it keeps it. */
  onRename: (before: string, after: string) => void
  onBlur: () => void
}

/** The values of an option in their order: added, renamed, moved and removed. */
export function OptionValues({ value, onChange, onRename, ...input }: OptionValuesProps) {
  const root = useRef<HTMLDivElement>(null)
  const others = (text: string) => value.filter((each) => each !== text)
  const remove = (text: string) => {
    onChange(others(text))
    root.current?.querySelector<HTMLInputElement>('input:last-of-type')?.focus()
  }
  const moveUp = (place: number) => {
    const moved = [...value]
    moved.splice(place - 1, 0, ...moved.splice(place, 1))
    onChange(moved)
  }
  return (
    <chakra.div display="grid" gap=".5rem">
      {value.length > 0 && (
        <List aria-label="Values, in their order">
          {value.map((text, place) => (
            <Value key={text}>
              <ValueName text={text} taken={others(text)} onRename={(after) => onRename(text, after)} />
              <IconButton
                label={`Move ${text} before ${value[place - 1] ?? 'the others'}`}
                icon={ArrowLeft}
                size="s"
                disabled={place === 0}
                onClick={() => moveUp(place)}
              />
              <IconButton label={`Remove ${text}`} icon={X} size="s" onClick={() => remove(text)} />
            </Value>
          ))}
        </List>
      )}
      <div ref={root}>
        <TagInput
          {...input}
          value={[]}
          maxLength={limits.option_value}
          placeholder="Add a value"
          onChange={(added) => onChange([...new Set([...value, ...added])])}
        />
      </div>
    </chakra.div>
  )
}

interface ValueNameProps {
  text: string
  taken: readonly string[]
  onRename: (text: string) => void
}

/** The words of a value; they count once the field is left or Enter is pressed. */
function ValueName({ text, taken, onRename }: ValueNameProps) {
  // The id of the field is that of the one that adds values.
  const id = useId()
  const [entered, setEntered] = useState(text)
  const settle = () => {
    const after = entered.trim()
    const isFree = taken.every((other) => other.toLowerCase() !== after.toLowerCase())
    if (after === text || after === '' || !isFree) setEntered(text)
    else onRename(after)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It would send the form.
    event.preventDefault()
    settle()
  }
  return (
    <Input
      id={id}
      aria-label={`Rename ${text}`}
      value={entered}
      maxLength={limits.option_value}
      width={`${String(Math.max(4, entered.length) + 3)}ch`}
      maxWidth="100%"
      minWidth="0"
      background="transparent"
      border="0"
      onChange={({ currentTarget }) => setEntered(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={settle}
    />
  )
}
