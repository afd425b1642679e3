import { counted } from '@shop/pricing'
import { Button, chakra, Field, Icon, IconButton, Text } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef } from 'react'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '../../../kit/fields'
import { ReadValue, useReadOnly } from '../../../kit/read-only'
import { combinationsOf, countCombinations, variantsFor } from './combinations'
import { FirstVariants } from './first-variants'
import { OptionValues } from './option-values'
import { limits, type ProductValues, type VariantValues } from './product-schema'
import { newVariant } from './product-values'
import { SameForAll } from './same-for-all'
import { VariantGrid } from './variant-grid'

const maxOptions = 3
const maxVariants = 500
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

const isComplete = ({ values }: { values: readonly string[] }) => values.length > 0

/**
 * Makes the variants of the form's options, as many as a product takes.
 *
 * @returns a function of which combinations get a variant that they do not have yet: all, where it is left out
 */
function useCombine() {
  const { getValues, setValue, clearErrors } = useFormContext<ProductValues>()
  return (isWanted: (combination: readonly string[]) => boolean = () => true) => {
    const { options, variants, price } = getValues()
    const complete = options.filter(isComplete)
    if (countCombinations(complete) > maxVariants) return
    const made = new Set<VariantValues>()
    const all = variantsFor(complete, variants, (combination) => {
      const variant = newVariant(combination, price)
      made.add(variant)
      return variant
    })
    const next = all.filter((variant) => !made.has(variant) || isWanted(variant.option_values))
    setValue('variants', next, { shouldDirty: true })
    clearErrors(['options', 'variants'])
  }
}

/**
 * Up to three options, and the variant of each combination of their values.
 *
 * @param plainStock what is in stock of a product that has no options yet
 */
export function OptionsField({ plainStock }: { plainStock: number }) {
  return useReadOnly() ? <OptionsText /> : <OptionsInput plainStock={plainStock} />
}

function OptionsText() {
  const options = useWatch<ProductValues, 'options'>({ name: 'options' })
  if (options.length === 0) return <Text color="muted">It has no options.</Text>
  return (
    <chakra.div display="grid" gap="1rem">
      {options.map(({ name, values }) => (
        <ReadValue key={name} label={name}>
          {values.join(', ')}
        </ReadValue>
      ))}
      <VariantGrid />
    </chakra.div>
  )
}

function OptionsInput({ plainStock }: { plainStock: number }) {
  const { control } = useFormContext<ProductValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'options' })
  const options = useWatch({ control, name: 'options' })
  const variants = useWatch({ control, name: 'variants' })
  const addButton = useRef<HTMLButtonElement>(null)

  const complete = options.filter(isComplete)
  const combinations = countCombinations(complete)
  const made = new Set(variants.map(({ option_values }) => option_values.join('\n')))
  const isCurrent =
    combinations === variants.length &&
    combinationsOf(complete).every((option_values) => made.has(option_values.join('\n')))
  const combine = useCombine()

  return (
    <chakra.div display="grid" gap="1rem">
      {fields.map(({ id }, place) => (
        <Line key={id} role="group" aria-label={`Option ${String(place + 1)}`}>
          <TextField
            name={`options.${String(place)}.name`}
            label="Option"
            list="option-names"
            maxLength={limits.option}
            autoComplete="off"
          />
          <ValuesField place={place} />
          <IconButton
            label={`Remove option ${String(place + 1)}`}
            icon={Trash2}
            size="s"
            marginTop="1.6rem"
            onClick={() => {
              remove(place)
              combine()
              addButton.current?.focus()
            }}
          />
        </Line>
      ))}
      <datalist id="option-names">
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Rejection />
      <chakra.div display="flex" flexWrap="wrap" gap=".6rem" alignItems="center">
        <Button
          ref={addButton}
          variant="quiet"
          aria-disabled={fields.length >= maxOptions}
          onClick={() => {
            if (fields.length < maxOptions)
              append({
                name: suggestions.find((name) => options.every((option) => option.name !== name)) ?? '',
                values: [],
              })
          }}
        >
          <Icon as={Plus} size="s" />
          Add option
        </Button>
        {!isCurrent && (
          <Button
            variant="quiet"
            disabled={combinations > maxVariants}
            onClick={() => {
              combine()
              addButton.current?.focus()
            }}
          >
            {combinations === 0 ? 'Remove variants' : `Make ${counted(combinations, 'variant')}`}
          </Button>
        )}
        {combinations > maxVariants && (
          <Text textStyle="small">A product has {String(maxVariants)} variants at most.</Text>
        )}
      </chakra.div>
      <FirstVariants stock={plainStock} />
      {variants.length > 1 && <SameForAll />}
      {variants.length > 0 && <VariantGrid />}
    </chakra.div>
  )
}

/** The values of an option. A variant keeps a value that is renamed. */
function ValuesField({ place }: { place: number }) {
  const { control, getValues, setValue } = useFormContext<ProductValues>()
  const { field, fieldState } = useController({ control, name: `options.${place}.values` })
  const { value, onChange, onBlur, ref } = field
  const combine = useCombine()
  const change = (values: string[]) => {
    onChange(values)
    // A variant that was removed by hand stays away.
    combine((combination) => combination.some((text) => values.includes(text) && !value.includes(text)))
  }
  const rename = (before: string, after: string) => {
    onChange(value.map((each) => (each === before ? after : each)))
    getValues('variants').forEach(({ option_values }, row) => {
      if (option_values[place] === before)
        setValue(`variants.${row}.option_values`, option_values.with(place, after), { shouldDirty: true })
    })
  }
  return (
    <Field
      label="Values"
      hint="In their order. Press Enter or a comma after each."
      error={fieldState.error?.message}
    >
      <OptionValues ref={ref} value={value} onChange={change} onRename={rename} onBlur={onBlur} />
    </Field>
  )
}

/** What is wrong with the options or variants as a whole. It takes the focus if no field has it. */
function Rejection() {
  const { getFieldState, formState } = useFormContext<ProductValues>()
  const box = useRef<HTMLDivElement>(null)
  const [options, variants] = (['options', 'variants'] as const).map((name) => {
    const { error } = getFieldState(name, formState)
    return error?.root?.message ?? error?.message
  })
  const rejection = options ?? variants
  const { submitCount, isSubmitting } = formState
  useEffect(() => {
    const invalid = box.current?.closest('form')?.querySelector('[aria-invalid="true"]')
    if (rejection && !isSubmitting && !invalid) box.current?.focus()
  }, [rejection, submitCount, isSubmitting])
  return (
    rejection && (
      <Text ref={box} tabIndex={-1} role="alert" color="danger" textStyle="small">
        {rejection}
      </Text>
    )
  )
}
