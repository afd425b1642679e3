import { counted } from '@shop/pricing'
import { Button, chakra, Field, NativeSelect, Text } from '@shop/ui'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { none } from '../../../kit/field-rules'
import type { ProductValues } from './product-schema'

const Notice = chakra('div', {
  base: {
    display: 'grid',
    gap: '.9rem',
    padding: '.9rem 1rem',
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    background: 'warningSoft',
  },
})
const Choice = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '.75rem',
    alignItems: 'end',
    '& > :first-child': { flex: '0 1 22rem' },
  },
})

const names = (options: ProductValues['options']) =>
  options
    .map(({ name }) => name.trim().toLowerCase())
    .filter(Boolean)
    .join(' and ') || 'variant'

const withArticle = (words: string) => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`

/** What becomes of the stock that a product had before its first options, by what its variants are given. */
export function plainStockWords(stock: number, given: number, option: string): string {
  const without = `in stock without ${withArticle(option)}`
  const all = `The ${counted(stock, 'piece')} ${without}`
  if (given === 0) return `${all} will be written off when you save.`
  if (given < stock)
    return `Of the ${counted(stock, 'piece')} ${without}, ${counted(given, 'goes', 'go')} to the variants; ${(stock - given).toLocaleString('en-GB')} will be written off when you save.`
  if (given === stock) return `${all} ${stock === 1 ? 'goes' : 'go'} to the variants when you save.`
  return `The variants get ${counted(given, 'piece')} when you save: the ${stock.toLocaleString('en-GB')} ${without}, and ${(given - stock).toLocaleString('en-GB')} more.`
}

/**
 * Says what becomes of the plain stock of a product that gets its first variants, and gives what is left of it to one of
 * them. Nothing where there is none.
 *
 * @param stock what is in stock without a variant
 */
export function FirstVariants({ stock }: { stock: number }) {
  const { control, setValue, setFocus } = useFormContext<ProductValues>()
  const variants = useWatch({ control, name: 'variants' })
  const options = useWatch({ control, name: 'options' })
  const [chosen, setChosen] = useState(none)
  if (stock === 0 || variants.length === 0) return null
  const given = variants.reduce((sum, { stock_change }) => sum + (Number(stock_change) || 0), 0)
  const left = stock - given
  const place = variants.findIndex(({ option_values }) => option_values.join('\n') === chosen)
  const give = () => {
    const change = Number(variants[place]?.stock_change) || 0
    setValue(`variants.${place}.stock_change`, String(change + left), { shouldDirty: true })
    setFocus(`variants.${place}.stock_change`)
  }
  return (
    <Notice role="group" aria-label="Stock without a variant">
      <Text role="status">{plainStockWords(stock, given, names(options))}</Text>
      {left > 0 && (
        <Choice>
          <Field label={`Give ${given === 0 ? 'them' : 'the rest'} to`}>
            <NativeSelect
              value={place < 0 ? none : chosen}
              onChange={({ target }) => setChosen(target.value)}
            >
              <option value={none}>Choose a variant</option>
              {variants.map(({ option_values }) => (
                <option key={option_values.join('\n')} value={option_values.join('\n')}>
                  {option_values.join(' / ')}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Button variant="quiet" marginBottom=".4rem" disabled={place < 0} onClick={give}>
            Give {counted(left, 'piece')}
          </Button>
        </Choice>
      )}
    </Notice>
  )
}
