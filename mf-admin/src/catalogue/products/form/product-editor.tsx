import { useAppQuery } from '@shop/supabase'
import { chakra, useToast } from '@shop/ui'
import { useState } from 'react'
import { FormDialog } from '../../../kit/form-dialog'
import { useKitForm } from '../../../kit/form'
import { useConflict } from '../../../kit/use-conflict'
import { UploadError } from '../../pictures/upload-error'
import { SeoFields } from '../../seo/seo-fields'
import { useUploads } from '../../pictures/use-uploads'
import { useStaff } from '../../../frame/staff/use-staff'
import { categoryChoicesQuery } from '../list-categories'
import { conflictFields } from './conflict-fields'
import { OptionsField } from './options-field'
import { CodesSection, DetailsSection, MainSection, VisibilitySection } from './product-sections'
import type { ProductRecord } from './product-record'
import { productSchema, type ProductValues } from './product-schema'
import { newProduct, productValues } from './product-values'
import { rejectedVariantField, stockLeft, stockOf } from './rejections'
import { useSaveProduct } from './save-product'
import { Section } from '../../../kit/section'

const Fields = chakra('div', { base: { display: 'grid', gap: '1.75rem', minWidth: '0' } })

/** The form of a product. @param product undefined for a new one */
export function ProductEditor({ product, onClose }: { product?: ProductRecord; onClose: () => void }) {
  const toast = useToast()
  const mayEdit = useStaff().may('catalogue')
  const save = useSaveProduct()
  const uploads = useUploads('product-images')
  const { data: categories = [] } = useAppQuery(categoryChoicesQuery)
  const [opened] = useState(() => (product ? productValues(product) : { version: 0, values: newProduct }))
  const [stock, setStock] = useState(product?.inventory_quantity ?? 0)
  const categoryName = (id: string) =>
    [...categories, ...(product?.category ? [product.category] : [])].find((each) => each.id === id)?.name ??
    'Uncategorized'
  const conflict = useConflict<ProductValues>(opened, conflictFields(categoryName), productValues)

  const form = useKitForm(productSchema, {
    defaultValues: opened.values,
    onSubmit: (values) => {
      const { images: before, slug, options } = conflict.base().values
      return uploads.save(
        values.images,
        (pictures) =>
          save.mutateAsync({
            id: product?.id,
            version: product && conflict.base().version,
            values,
            pictures,
            slug: product ? slug : null,
            variantStock: options.length > 0 ? stock : 0,
            plainStock: options.length > 0 ? 0 : stock,
          }),
        before.flatMap((picture) => ('address' in picture ? [picture.address] : [])),
      )
    },
    onSaved: () => {
      toast({
        title: 'Success',
        description: `Product ${product ? 'updated' : 'created'} successfully.`,
        status: 'success',
      })
      onClose()
    },
    onRejected: (error, rejected) => {
      if (error instanceof UploadError) return true
      if (conflict.catchStale(error, rejected)) {
        setStock(stockOf(error) ?? stock)
        return true
      }
      const left = stockLeft(error)
      if (left && left.variant === undefined && rejected.getValues('variants').length > 0) {
        setStock(left.stock)
        rejected.setError('variants', {
          type: 'server',
          message: error instanceof Error ? error.message : '',
        })
        return true
      }
      if (left) {
        // The difference was made from another number: it is asked for again.
        if (left.variant === undefined) setStock(left.stock)
        else rejected.setValue(`variants.${left.variant}.stock`, left.stock)
        rejected.setValue(
          left.variant === undefined ? 'stock_change' : `variants.${left.variant}.stock_change`,
          'blank',
        )
      }
      const field = rejectedVariantField(error)
      if (!field || !(error instanceof Error)) return false
      rejected.setError(field, { type: 'server', message: error.message }, { shouldFocus: true })
      return true
    },
    failure: 'Failed to save product. Please try again.',
  })

  return (
    <FormDialog
      form={form}
      placement="wide"
      title={!mayEdit ? 'Product' : product ? 'Edit Product' : 'Add Product'}
      submitLabel={product ? 'Save Changes' : 'Create Product'}
      submitDisabled={uploads.preparing}
      readOnly={!mayEdit}
      onClose={onClose}
    >
      {conflict.view}
      <Fields>
        <MainSection
          control={form.control}
          uploads={uploads}
          categories={categories}
          category={product?.category ?? null}
          stock={stock}
          isNew={product === undefined}
        />
        <Section title="Options and variants">
          <OptionsField plainStock={product && conflict.base().values.options.length === 0 ? stock : 0} />
        </Section>
        <VisibilitySection isArchived={product?.archived_at != null} />
        <DetailsSection />
        <Section title="Search results">
          <SeoFields path="/products/" description={['short_description', 'description']} />
        </Section>
        <CodesSection />
      </Fields>
    </FormDialog>
  )
}
