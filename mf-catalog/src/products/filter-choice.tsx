import { Field, Flex, NativeSelect, RadioCardGroup, RadioChip } from '@shop/ui'

/** Values beyond this many are a list to pull down. */
const maxChips = 8

interface FilterChoiceProps {
  label: string
  /** Of its parameter in the address. */
  name: string
  /** The choice of none of the values. */
  all: string
  values: readonly { value: string; label: string; count?: number | null }[]
  /** Empty for all. */
  chosen: string
  onChoose: (value: string) => void
}

const withCount = (label: string, count: number | null | undefined) =>
  typeof count === 'number' ? `${label} (${String(count)})` : label

/** A filter by one of some values, each with the number of products that it leaves. */
export function FilterChoice({ label, name, all, values, chosen, onChoose }: FilterChoiceProps) {
  if (values.length > maxChips) {
    return (
      <Field label={label}>
        <NativeSelect name={name} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{all}</option>
          {values.map((each) => (
            <option key={each.value} value={each.value}>
              {withCount(each.label, each.count)}
            </option>
          ))}
        </NativeSelect>
      </Field>
    )
  }
  return (
    <RadioCardGroup label={label} name={name} value={chosen} onChange={onChoose}>
      <Flex flexWrap="wrap" gap=".5rem">
        <RadioChip value="" label={all} />
        {values.map((each) => (
          <RadioChip key={each.value} value={each.value} label={withCount(each.label, each.count)} />
        ))}
      </Flex>
    </RadioCardGroup>
  )
}
