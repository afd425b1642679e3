import { chakra } from '@chakra-ui/react/styled-system'
import { TagsInput } from '@chakra-ui/react/tags-input'
import X from 'lucide-react/icons/x'
import { useState, type ClipboardEvent, type Ref } from 'react'
import { useFieldWiring } from '../field'
import { Icon } from '../icon'
import { Input } from '../input'

export interface TagInputProps {
  value: readonly string[]
  onChange: (tags: string[]) => void
  onBlur?: () => void
  disabled?: boolean
  placeholder?: string
  /** Of each. */
  maxLength?: number
  /** The field's. */
  ref?: Ref<HTMLInputElement>
}

const Tag = chakra(TagsInput.ItemPreview, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    maxWidth: '100%',
    paddingInlineStart: '.6rem',
    borderRadius: 'control',
    background: 'accentSoft',
    color: 'accentSoftInk',
    textStyle: 'small',
    overflowWrap: 'anywhere',
    _highlighted: { outline: '2px solid {colors.focus}' },
  },
})
const Remove = chakra(TagsInput.ItemDeleteTrigger, {
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

/** The entries of texts with commas or line breaks: trimmed, without empty ones and repetitions. */
function split(texts: readonly string[]): string[] {
  const entries = texts.flatMap((text) => text.split(/[,\n]/)).map((entry) => entry.trim())
  return [...new Set(entries.filter(Boolean))]
}

/** Several short texts. A comma, Enter or leaving the field adds what was typed; pasted lists are split. */
export function TagInput({ value, onChange, onBlur, disabled, placeholder, maxLength, ref }: TagInputProps) {
  const field = useFieldWiring()
  const [text, setText] = useState('')
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!pasted.includes('\n')) return
    // A browser would join the lines.
    event.preventDefault()
    onChange(split([...value, pasted]))
  }
  return (
    <TagsInput.Root
      ids={{ input: field.id }}
      value={[...value]}
      onValueChange={(details) => onChange(split(details.value))}
      inputValue={text}
      onInputValueChange={(details) => setText(details.inputValue)}
      addOnPaste
      editable={false}
      disabled={disabled}
      invalid={field['aria-invalid']}
      maxLength={maxLength}
      placeholder={placeholder}
      translations={{ deleteTagTriggerLabel: (tag) => `Remove ${tag}` }}
    >
      <TagsInput.Control display="grid" gap=".5rem">
        {value.length > 0 && (
          <chakra.ul display="flex" flexWrap="wrap" gap=".4rem">
            {value.map((tag, index) => (
              <TagsInput.Item key={tag} as="li" index={index} value={tag} maxWidth="100%">
                <Tag>
                  <TagsInput.ItemText>{tag}</TagsInput.ItemText>
                  <Remove>
                    <Icon as={X} size="s" />
                  </Remove>
                </Tag>
              </TagsInput.Item>
            ))}
          </chakra.ul>
        )}
        <TagsInput.Input asChild>
          <Input
            ref={ref}
            onPaste={onPaste}
            onBlur={({ currentTarget }) => {
              // Zag would add it a moment later, when the form that was left for its button has been sent.
              if (currentTarget.value) onChange(split([...value, currentTarget.value]))
              setText('')
              onBlur?.()
            }}
          />
        </TagsInput.Input>
      </TagsInput.Control>
    </TagsInput.Root>
  )
}
