import { NativeSelect } from '@shop/ui'

interface FilterSelectProps<Value extends string> {
  label: string
  value: Value
  /** Each choice and its name, in the order in which they are listed. */
  labels: Readonly<Record<Value, string>>
  onChoose: (value: Value) => void
}

/** A filter that is one of several choices. */
export function FilterSelect<Value extends string>({
  label,
  value,
  labels,
  onChoose,
}: FilterSelectProps<Value>) {
  const isChoice = (text: string): text is Value => Object.hasOwn(labels, text)
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        if (isChoice(target.value)) onChoose(target.value)
      }}
    >
      {Object.entries<string>(labels).map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
