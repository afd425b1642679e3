import { Button, chakra, Icon, IconButton, Text } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { TagField, TextField } from '../../kit/fields'
import { variantsFor } from './combinations'
import { newVariant, type ProductValues } from './product-values'
import { VariantGrid } from './variant-grid'

const maxOptions = 3
const suggestions = ['Size', 'Colour', 'Scent']

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: '11rem minmax(0, 1fr) auto' },
    gap: '.75rem',
    alignItems: 'start',
    '& > :nth-of-type(2)': { gridColumn: { base: '1 / -1', md: 'auto' }, gridRow: { base: 2, md: 'auto' } },
  },
})

/** Up to three options, and the variant of each combination of their values. */
export function OptionsField() {
  const { control, getValues, setValue, getFieldState, formState } = useFormContext<ProductValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'options' })
  const options = useWatch({ control, name: 'options' })
  const refusal = getFieldState('options', formState).error?.message

  const complete = options.filter(({ values }) => values.length > 0)
  const combine = () => {
    const { variants, price } = getValues()
    setValue(
      'variants',
      variantsFor(complete, variants, (values) => newVariant(values, price)),
      { shouldDirty: true },
    )
  }
  const combinations = complete.reduce(
    (count, { values }) => count * values.length,
    complete.length > 0 ? 1 : 0,
  )
  const variants = useWatch({ control, name: 'variants' })
  const made = new Set(variants.map(({ option_values }) => option_values.join('\n')))
  const isCurrent =
    combinations === variants.length &&
    variantsFor(complete, [], (option_values) => ({ option_values })).every(({ option_values }) =>
      made.has(option_values.join('\n')),
    )

  return (
    <chakra.div display="grid" gap="1rem">
      {fields.map(({ id }, place) => (
        <Line key={id} role="group" aria-label={`Option ${String(place + 1)}`}>
          <TextField
            name={`options.${String(place)}.name`}
            label="Option"
            list="option-names"
            maxLength={40}
            autoComplete="off"
          />
          <TagField
            name={`options.${String(place)}.values`}
            label="Values"
            hint="In their order. Press Enter or a comma after each."
            maxLength={60}
          />
          <IconButton
            label={`Remove option ${String(place + 1)}`}
            icon={Trash2}
            size="s"
            marginTop="1.6rem"
            onClick={() => remove(place)}
          />
        </Line>
      ))}
      <datalist id="option-names">
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {refusal && (
        <Text role="alert" color="danger" textStyle="small">
          {refusal}
        </Text>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap=".6rem" alignItems="center">
        {fields.length < maxOptions && (
          <Button
            variant="quiet"
            onClick={() =>
              append({
                name: suggestions.find((name) => !options.some((option) => option.name === name)) ?? '',
                values: [],
              })
            }
          >
            <Icon as={Plus} size="s" />
            Add option
          </Button>
        )}
        {!isCurrent && (
          <Button variant="quiet" onClick={combine} disabled={combinations > 500}>
            {combinations === 0 ? 'Remove variants' : `Make ${String(combinations)} variants`}
          </Button>
        )}
        {combinations > 500 && <Text textStyle="small">A product has 500 variants at most.</Text>}
      </chakra.div>
      {variants.length > 0 && <VariantGrid />}
    </chakra.div>
  )
}
