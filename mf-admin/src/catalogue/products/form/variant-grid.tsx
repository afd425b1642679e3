import { chakra, IconButton, Text } from '@shop/ui'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useReadOnly } from '../../../kit/read-only'
import { none } from '../../../kit/field-rules'
import { MoneyField, NumberField, SelectField, SwitchField, TextField } from '../../../kit/fields'
import { BarcodeField } from './barcode-field'
import { PriceNotes } from './price-notes'
import { limits, type ProductValues } from './product-schema'
import { StockField } from './stock-field'

const List = chakra('ul', {
  base: { border: '1px solid {colors.line}', borderRadius: 'panel', listStyle: 'none' },
})
const Item = chakra('li', {
  base: {
    padding: '1rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})
const Cells = chakra('div', {
  base: {
    display: 'grid',
    gap: '.75rem',
    alignItems: 'start',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(4, minmax(0, 1fr))',
    },
    '@media (max-width: 359.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

/** The variants of a product, each with its codes, price, stock and picture. */
export function VariantGrid() {
  const { control } = useFormContext<ProductValues>()
  const { fields, remove } = useFieldArray({ control, name: 'variants', keyName: 'key' })
  const list = useRef<HTMLUListElement>(null)
  return (
    <List ref={list} tabIndex={-1} aria-label="Variants">
      {fields.map(({ key }, place) => (
        <Item key={key}>
          <Variant
            place={place}
            onRemove={() => {
              remove(place)
              list.current?.focus()
            }}
          />
        </Item>
      ))}
    </List>
  )
}

function Variant({ place, onRemove }: { place: number; onRemove: () => void }) {
  const isReadOnly = useReadOnly()
  const { control } = useFormContext<ProductValues>()
  const { option_values, stock, has_orders } = useWatch({ control, name: `variants.${place}` })
  const title = option_values.join(' / ')
  const name = (field: string) => `variants.${String(place)}.${field}`
  return (
    <chakra.div role="group" aria-label={title} display="grid" gap=".75rem">
      <chakra.div
        display="flex"
        justifyContent="space-between"
        gap=".6rem"
        alignItems="center"
        minHeight="2.25rem"
      >
        <Text fontWeight={540} overflowWrap="anywhere">
          {title}
        </Text>
        {isReadOnly ? null : has_orders ? (
          <Text textStyle="small" color="muted">
            Has orders: it can be switched off, not removed.
          </Text>
        ) : (
          <IconButton label={`Remove variant ${title}`} icon={Trash2} size="s" onClick={onRemove} />
        )}
      </chakra.div>
      <Cells>
        <MoneyField name={name('price')} label="Price (GBP)" required />
        <MoneyField name={name('compare_at_price')} label="Compare Price (GBP)" />
        <StockField name={name('stock_change')} label="Stock Quantity" required stock={stock} />
        <NumberField name={name('low_stock_threshold')} label="Low stock at" min={0} />
        <TextField name={name('sku')} label="SKU" maxLength={limits.sku} autoComplete="off" />
        <BarcodeField name={name('barcode')} />
        <PictureChoice name={`variants.${place}.image`} />
        <chakra.div alignSelf="end">
          <SwitchField name={name('is_active')} label="Active" />
        </chakra.div>
      </Cells>
      <PriceNotes price={name('price')} compare={name('compare_at_price')} />
    </chakra.div>
  )
}

/** One of the product's pictures. */
function PictureChoice({ name }: { name: `variants.${number}.image` }) {
  const { control } = useFormContext<ProductValues>()
  const pictures = useWatch({ control, name: 'images' })
  const chosen = useWatch({ control, name })
  const isListed = chosen === none || pictures.some(({ key }) => key === chosen)
  return (
    <SelectField name={name} label="Picture">
      <option value={none}>The product’s</option>
      {!isListed && <option value={chosen}>Another picture</option>}
      {pictures.map(({ key, alt }, place) => (
        <option key={key} value={key}>
          {`Picture ${String(place + 1)}${alt ? `: ${alt.slice(0, 40)}` : ''}`}
        </option>
      ))}
    </SelectField>
  )
}
