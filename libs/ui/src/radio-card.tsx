import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { createContext, use, useId, useMemo, type ReactNode, type Ref } from 'react'
import { FieldError } from './field'
import { Icon, type IconComponent } from './icon'
import { radioCardRecipe, radioChipRecipe } from './theme/recipes/field'

interface Choice {
  name: string
  value?: string
  onChange?: (value: string) => void
}

const ChoiceContext = createContext<Choice | null>(null)

const Card = chakra('label', radioCardRecipe)
const Chip = chakra('label', radioChipRecipe)
const Dot = chakra('span', {
  base: {
    gridRow: '1 / 3',
    width: '20px',
    height: '20px',
    borderRadius: 'full',
    border: '1px solid {colors.lineStrong}',
    background: 'raised',
    display: 'grid',
    placeItems: 'center',
  },
})

export interface RadioCardGroupProps {
  /** What is being chosen; said to screen readers, shown unless `hideLabel`. */
  label: ReactNode
  hideLabel?: boolean
  /** The form name shared by the radios; generated when missing. */
  name?: string
  value?: string
  onChange?: (value: string) => void
  error?: ReactNode
  children: ReactNode
}

/** One of several cards or chips. Arrow keys move the choice, as with any radios. Controlled by `value`, or spread `register()` on each card. */
export function RadioCardGroup({
  label,
  hideLabel,
  name,
  value,
  onChange,
  error,
  children,
}: RadioCardGroupProps) {
  const generated = useId()
  const errorId = `${generated}-error`
  const choice = useMemo(
    () => ({ name: name ?? generated, value, onChange }),
    [name, generated, value, onChange],
  )
  return (
    <chakra.fieldset
      display="grid"
      gap=".6rem"
      minWidth="0"
      role="radiogroup"
      aria-describedby={error ? errorId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <chakra.legend srOnly={hideLabel} textStyle="small" fontWeight={500} marginBottom=".4rem">
        {label}
      </chakra.legend>
      <ChoiceContext value={choice}>{children}</ChoiceContext>
      <FieldError id={errorId}>{error}</FieldError>
    </chakra.fieldset>
  )
}

export interface RadioCardProps extends Omit<HTMLChakraProps<'input'>, 'type' | 'title' | 'children'> {
  ref?: Ref<HTMLInputElement>
  value: string
  title: ReactNode
  detail?: ReactNode
  /** At the right: a price, or a badge. */
  price?: ReactNode
  icon?: IconComponent
}

/** One choice drawn as a card; the whole card is the target. */
export function RadioCard({ title, detail, price, icon, value, ...rest }: RadioCardProps) {
  const choice = use(ChoiceContext)
  const controlled = choice?.value === undefined ? {} : { checked: choice.value === value }
  return (
    <Card>
      <chakra.input
        type="radio"
        name={choice?.name}
        value={value}
        onChange={() => choice?.onChange?.(value)}
        {...controlled}
        {...rest}
      />
      <Dot aria-hidden />
      {icon && <Icon as={icon} size="l" />}
      <chakra.span
        fontWeight={520}
        gridColumn="-3"
        gridRow={detail ? '1' : '1 / 3'}
        alignSelf={detail ? 'end' : 'center'}
      >
        {title}
      </chakra.span>
      {detail && (
        <chakra.span
          gridColumn="-3"
          gridRow="2"
          alignSelf="start"
          color="muted"
          textStyle="small"
          lineHeight={1.45}
        >
          {detail}
        </chakra.span>
      )}
      {price !== undefined && (
        <chakra.span gridColumn="-2" gridRow="1 / 3" fontWeight={520} fontVariantNumeric="tabular-nums">
          {price}
        </chakra.span>
      )}
    </Card>
  )
}

export interface RadioChipProps {
  value: string
  label: string
  /** A reservation in words, such as "sold out"; the chip can be chosen nevertheless. */
  note?: string
  required?: boolean
}

/** One choice of a RadioCardGroup as a chip: its label alone. */
export function RadioChip({ value, label, note, required }: RadioChipProps) {
  const choice = use(ChoiceContext)
  return (
    <Chip dimmed={note !== undefined}>
      <input
        type="radio"
        name={choice?.name}
        value={value}
        required={required}
        checked={choice?.value === value}
        onChange={() => choice?.onChange?.(value)}
        aria-label={note && `${label}, ${note}`}
      />
      {label}
      {note && <chakra.span textStyle="micro">{note}</chakra.span>}
    </Chip>
  )
}
