import { Text } from '@shop/ui'
import { useController, useFormContext, useWatch, type Control } from 'react-hook-form'
import { none } from '../../../kit/field-rules'
import {
  MoneyField,
  NumberField,
  SelectField,
  SwitchField,
  TagField,
  TextareaField,
  TextField,
} from '../../../kit/fields'
import { SlugField } from '../../../kit/slug-field'
import type { FormPicture } from '../../pictures/form-picture'
import { PictureListField } from '../../pictures/picture-list-field'
import type { Uploads } from '../../pictures/use-uploads'
import type { CategoryChoice } from '../list-categories'
import { BarcodeField } from './barcode-field'
import { PriceNotes } from './price-notes'
import { limits, type ProductOutput, type ProductValues } from './product-schema'
import { Columns, Section } from '../../../kit/section'
import { StockField } from './stock-field'

type ProductControl = Control<ProductValues, unknown, ProductOutput>

interface MainSectionProps {
  control: ProductControl
  uploads: Uploads
  categories: readonly CategoryChoice[]
  /** The product's own, which may be inactive. */
  category: CategoryChoice | null
  stock: number
  isNew: boolean
}

/** What the dialog of `docs/specification/back-office.md`, "Products screen", asks for, and the address. */
export function MainSection({ control, uploads, categories, category, stock, isNew }: MainSectionProps) {
  const hasOptions = useWatch({ control, name: 'variants' }).length > 0
  const isListed = category === null || categories.some(({ id }) => id === category.id)
  const change = useWatch({ control, name: 'stock_change' })
  return (
    <>
      <Columns count={2}>
        <TextField name="name" label="Product Name" required maxLength={limits.name} />
        <SelectField name="category_id" label="Category">
          <option value={none}>Uncategorized</option>
          {!isListed && <option value={category.id}>{category.name}</option>}
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Columns>
      <TextareaField name="description" label="Description" rows={4} maxLength={limits.description} />
      {hasOptions ? (
        <Text color="muted">Prices and stock are those of the variants below: {String(stock)} in all.</Text>
      ) : (
        <>
          <Columns count={3}>
            <MoneyField name="price" label="Price (GBP)" required />
            <MoneyField name="compare_at_price" label="Compare Price (GBP)" />
            <StockField name="stock_change" label="Stock Quantity" required stock={stock} />
          </Columns>
          <PriceNotes price="price" compare="compare_at_price" />
        </>
      )}
      {!isNew && !hasOptions && Number(change) !== 0 && (
        <TextField
          name="note"
          label="Why the stock changes"
          optional
          maxLength={limits.note}
          hint="Kept in the stock’s history."
        />
      )}
      <Pictures control={control} uploads={uploads} />
      <SlugField name="slug" from="name" path="/products/" maxLength={limits.slug} />
      <SwitchField name="is_featured" label="Featured Product" hint="Up to 3 show on the home page" />
    </>
  )
}

function Pictures({ control, uploads }: { control: ProductControl; uploads: Uploads }) {
  const { getValues, setValue } = useFormContext<ProductValues>()
  const { field, fieldState } = useController({ control, name: 'images' })
  const change = (pictures: FormPicture[]) => {
    const removed = field.value.filter(({ key }) => pictures.every((picture) => picture.key !== key))
    field.onChange(pictures)
    // A picture that is removed goes from the variants, too.
    getValues('variants').forEach(({ image }, place) => {
      if (removed.some(({ key }) => key === image))
        setValue(`variants.${place}.image`, none, { shouldDirty: true })
    })
  }
  return (
    <PictureListField
      label="Product Image"
      value={field.value}
      onChange={change}
      uploads={uploads}
      error={fieldState.error?.message}
    />
  )
}

/** Whether shoppers see the product. */
export function VisibilitySection({ isArchived }: { isArchived: boolean }) {
  const isActive = useWatch<ProductValues, 'is_active'>({ name: 'is_active' })
  return (
    <Section title="In the shop">
      <SwitchField
        name="is_active"
        label="Active"
        hint={
          isArchived ? 'It is archived. Restore it in the list first.' : 'Shoppers see active products only.'
        }
        disabled={isArchived}
      />
      {!isArchived && (
        // A date and time need more room than other fields.
        <Columns gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
          {!isActive && (
            <TextField
              name="publish_at"
              type="datetime-local"
              label="Goes live on"
              optional
              hint="London time; shoppers see it within a minute. Blank: it stays inactive."
            />
          )}
          <TextField
            name="unpublish_at"
            type="datetime-local"
            label="Goes offline on"
            optional
            hint="London time; it becomes inactive within a minute. Blank: no end."
          />
        </Columns>
      )}
    </Section>
  )
}

/** The texts of the product page. */
export function DetailsSection() {
  return (
    <Section title="Details">
      <TextareaField
        name="short_description"
        label="Short description"
        rows={2}
        maxLength={limits.short_description}
        hint="One sentence under the name."
      />
      <TagField name="features" label="Features" hint="Press Enter or a comma after each." />
      <Columns count={2}>
        <TextareaField name="materials" label="Materials" rows={3} maxLength={limits.materials} />
        <TextareaField name="care" label="Care" rows={3} maxLength={limits.materials} />
      </Columns>
      <Columns count={2}>
        <TextField name="dimensions" label="Dimensions" maxLength={limits.dimensions} />
        <NumberField name="weight_grams" label="Weight (grams)" min={1} />
      </Columns>
      <TagField name="box_contents" label="In the box" hint="Press Enter or a comma after each." />
      <TextField name="good_for" label="Good for" maxLength={limits.good_for} />
      <TextareaField
        name="size_guide"
        label="Size guide"
        rows={4}
        hint="The first line names the columns, then a line for each size. Put | between cells, or paste from a spreadsheet."
      />
      <TextField
        name="size_guide_note"
        label="Note under the size guide"
        maxLength={limits.size_guide_note}
      />
    </Section>
  )
}

/** Codes, collections and alerts: what staff work with. */
export function CodesSection() {
  return (
    <Section title="Codes and stock alerts">
      <Columns count={2}>
        <TextField name="sku" label="SKU" maxLength={limits.sku} autoComplete="off" />
        <BarcodeField name="barcode" />
        <TextField name="brand" label="Brand" maxLength={limits.brand} />
        <TextField name="collection" label="Collection" maxLength={limits.brand} />
        <NumberField name="low_stock_threshold" label="Low stock at" min={0} />
      </Columns>
      <SwitchField
        name="track_inventory"
        label="Low stock alerts"
        hint="Staff are told when the stock reaches this number."
      />
    </Section>
  )
}
