import { Badge, chakra, Text } from '@shop/ui'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { none } from '../../kit/field-rules'
import { MoneyField, NumberField, SelectField, SwitchField, TextField } from '../../kit/fields'
import type { ProductValues } from './product-values'
import { StockField } from './stock-field'

const List = chakra('ul', {
  base: { border: '1px solid {colors.line}', borderRadius: 'panel', listStyle: 'none' },
})
const Item = chakra('li', {
  base: {
    padding: '1rem',
    display: 'grid',
    gap: '.75rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})
const Cells = chakra('div', {
  base: {
    display: 'grid',
    gap: '.75rem',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      sm: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(4, minmax(0, 1fr))',
    },
  },
})

/** The variants of a product, each with its codes, price, stock and picture. */
export function VariantGrid() {
  const { control } = useFormContext<ProductValues>()
  const { fields } = useFieldArray({ control, name: 'variants', keyName: 'key' })
  const pictures = useWatch({ control, name: 'images' })
  return (
    <List aria-label="Variants">
      {fields.map(({ key, option_values, stock, has_orders }, place) => {
        const name = (field: string) => `variants.${String(place)}.${field}`
        return (
          <Item key={key} role="group" aria-label={option_values.join(' / ')}>
            <chakra.div display="flex" flexWrap="wrap" gap=".6rem" alignItems="center">
              <Text fontWeight={540}>{option_values.join(' / ')}</Text>
              {has_orders && (
                <Badge
                  plain
                  status="neutral"
                  title="It stays on record: switch it off instead of removing it."
                >
                  Has orders
                </Badge>
              )}
            </chakra.div>
            <Cells>
              <TextField name={name('sku')} label="SKU" maxLength={64} autoComplete="off" />
              <TextField
                name={name('barcode')}
                label="Barcode"
                maxLength={14}
                inputMode="numeric"
                autoComplete="off"
              />
              <MoneyField name={name('price')} label="Price (GBP)" required />
              <MoneyField name={name('compare_at_price')} label="Compare Price (GBP)" />
              <StockField name={name('stock_change')} label="Stock Quantity" required stock={stock} />
              <NumberField name={name('low_stock_threshold')} label="Low stock at" min={0} />
              <SelectField name={name('image')} label="Picture">
                <option value={none}>The product’s own</option>
                {pictures.map((picture, index) => (
                  <option key={picture.key} value={'address' in picture ? picture.address : picture.key}>
                    {`Picture ${String(index + 1)}${picture.alt ? `: ${picture.alt.slice(0, 40)}` : ''}`}
                  </option>
                ))}
              </SelectField>
              <SwitchField name={name('is_active')} label="Active" />
            </Cells>
          </Item>
        )
      })}
    </List>
  )
}
