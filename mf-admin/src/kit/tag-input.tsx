import { chakra, Icon, Input, type InputProps } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react'

/** The entries of a text separated by commas or line breaks: trimmed, without empty ones and repetitions. */
function splitTags(text: string): string[] {
  const entries = text.split(/[,\n]/).map((entry) => entry.trim())
  return [...new Set(entries.filter(Boolean))]
}

const List = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '.4rem' } })
const Tag = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    maxWidth: '100%',
    background: 'accentSoft',
    color: 'accentSoftInk',
    borderRadius: 'control',
    paddingInlineStart: '.6rem',
    textStyle: 'small',
    overflowWrap: 'anywhere',
  },
})
const Remove = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    minWidth: '44px',
    minHeight: '44px',
    cursor: 'pointer',
    '@media (min-width: 900px) and (pointer: fine)': { minWidth: '28px', minHeight: '28px' },
  },
})

export interface TagInputProps extends Omit<InputProps, 'value' | 'onChange' | 'ref'> {
  value: readonly string[]
  onChange: (tags: string[]) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * Several short texts. A comma, Enter or leaving the field adds what was typed; pasted lists are split; Backspace in the
 * empty field removes the last one.
 */
export function TagInput({ value, onChange, onBlur, disabled, ref, ...rest }: TagInputProps) {
  const [text, setText] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const add = (added: string) => {
    const next = [...new Set([...value, ...splitTags(added)])]
    setText('')
    if (next.length > value.length) onChange(next)
  }
  const remove = (tag: string) => {
    root.current?.querySelector('input')?.focus()
    onChange(value.filter((other) => other !== tag))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    // Enter twice would otherwise send the form.
    if (event.key === ',' || event.key === 'Enter') {
      event.preventDefault()
      add(text)
    }
    const last = value.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  return (
    <chakra.div ref={root} display="grid" gap=".5rem">
      {value.length > 0 && (
        <List>
          {value.map((tag) => (
            <Tag key={tag}>
              {tag}
              <Remove
                type="button"
                aria-label={`Remove ${tag}`}
                disabled={disabled}
                onClick={() => remove(tag)}
              >
                <Icon as={X} size="s" />
              </Remove>
            </Tag>
          ))}
        </List>
      )}
      <Input
        {...rest}
        ref={ref}
        disabled={disabled}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={(event) => {
          add(text)
          onBlur?.(event)
        }}
      />
    </chakra.div>
  )
}
