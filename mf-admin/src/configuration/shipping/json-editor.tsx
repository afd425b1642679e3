import { chakra, Field, Text, Textarea } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { jsonText, problemText, readJsonObject } from './json-text'

export type Json = Readonly<Record<string, unknown>>
/** Sets a key, or removes it with undefined; other keys stay. */
export type Patch = (key: string, value: unknown) => void

const Group = chakra('fieldset', {
  base: {
    display: 'grid',
    minWidth: '0',
    gap: '1.1rem 1.5rem',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    paddingTop: '1.1rem',
    borderTop: '1px solid {colors.line}',
  },
})
const Inputs = chakra('div', { base: { display: 'grid', gap: '.9rem', minWidth: '0' } })

interface JsonEditorProps {
  name: string
  title: string
  text: string
  /** A hint such as {"free_shipping": true}. */
  example: string
  /** Whether invalid JSON shows an error; otherwise leaving the field restores the last valid JSON. It is never saved. */
  showsErrors: boolean
  /** The inputs of the known keys; they show the last valid JSON. */
  children: (json: Json, patch: Patch) => ReactNode
}

/** The known keys of a JSON object as inputs, and the whole object as text beside them: a change of one updates the other. */
export function JsonEditor({ name, title, text, example, showsErrors, children }: JsonEditorProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const reading = readJsonObject(field.value ?? '')
  const [valid, setValid] = useState<{ of: string; json: Json }>({ of: '', json: {} })
  if (!reading.problem && valid.of !== field.value) setValid({ of: field.value ?? '', json: reading.value })
  const json = reading.problem ? valid.json : reading.value
  const patch: Patch = (key, value) => {
    const { [key]: _, ...others } = json
    // A key that is changed keeps its place.
    const next = value === undefined ? others : { ...json, [key]: value }
    field.onChange(jsonText(next))
  }
  const problem = reading.problem && problemText(reading.problem)
  return (
    <Group>
      <legend style={{ display: 'contents' }}>
        <chakra.span gridColumn="1 / -1" display="block">
          <chakra.span display="block" fontWeight={540}>
            {title}
          </chakra.span>
          <chakra.span display="block" textStyle="small" color="muted">
            {text}
          </chakra.span>
        </chakra.span>
      </legend>
      <Inputs>{children(json, patch)}</Inputs>
      <div>
        <Field
          label={`${title} (JSON)`}
          hint={`For example ${example}`}
          error={showsErrors ? (problem ?? fieldState.error?.message) : undefined}
        >
          <Textarea
            {...field}
            value={field.value ?? ''}
            rows={9}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            fontFamily="ui-monospace, monospace"
            fontSize=".875rem"
            onBlur={() => {
              if (problem && !showsErrors) field.onChange(jsonText(json))
              field.onBlur()
            }}
          />
        </Field>
        {showsErrors && problem && (
          <Text textStyle="micro" color="muted" marginTop=".3rem">
            The fields show what was valid last; nothing is saved until this is mended.
          </Text>
        )}
      </div>
    </Group>
  )
}
