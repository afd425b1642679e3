import { useToast } from '@shop/ui'
import { useController, type Control } from 'react-hook-form'
import type { ConflictField } from '../../kit/conflict-view'
import { SwitchField, TextareaField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { SlugField } from '../../kit/slug-field'
import { useConflict } from '../../kit/use-conflict'
import { PictureField } from '../pictures/picture-field'
import { Thumbnail } from '../pictures/thumbnail'
import { SeoFields } from '../seo/seo-fields'
import { UploadError } from '../pictures/upload-error'
import { useUploads, type Uploads } from '../pictures/use-uploads'
import {
  categoryFields,
  categorySchema,
  categoryValues,
  limits,
  newCategory,
  type CategoryValues,
} from './category-values'
import type { OfficeCategory } from './office-categories'
import { useSaveCategory } from './save-category'

const fields: ConflictField<CategoryValues>[] = [
  { name: 'name', label: 'Category Name' },
  { name: 'slug', label: 'Slug' },
  { name: 'description', label: 'Description' },
  {
    name: 'picture',
    label: 'Category Image',
    show: (value) =>
      value !== null && typeof value === 'object' ? (
        <span style={{ width: 72 }}>
          <Thumbnail picture={value} alt={value.alt || 'Image'} />
        </span>
      ) : (
        <em>none</em>
      ),
  },
  { name: 'isActive', label: 'Active' },
  { name: 'seo_title', label: 'SEO title' },
  { name: 'seo_description', label: 'SEO description' },
]

interface CategoryFormProps {
  /** Undefined adds a category. */
  category?: OfficeCategory
  readOnly: boolean
  onClose: () => void
}

/** The dialog that adds, changes or shows a category. Mount it anew for another one. */
export function CategoryForm({ category, readOnly, onClose }: CategoryFormProps) {
  const toast = useToast()
  const save = useSaveCategory()
  const uploads = useUploads('category-images')
  const opened = category ? categoryValues(category) : { version: 0, values: newCategory }
  const conflict = useConflict<CategoryValues>(opened, fields, categoryValues)
  const form = useKitForm(categorySchema, {
    defaultValues: opened.values,
    onSubmit: (values) => {
      const { picture: before, slug } = conflict.base().values
      return uploads.save(
        values.picture ? [values.picture] : [],
        ([picture]) =>
          save.mutateAsync({
            id: category?.id,
            version: category && conflict.base().version,
            fields: categoryFields(values, picture, category ? slug : null),
          }),
        before && 'address' in before ? [before.address] : [],
      )
    },
    onSaved: () => {
      const description = `Category ${category ? 'updated' : 'created'} successfully.`
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    onRejected: (error, rejected) => error instanceof UploadError || conflict.catchStale(error, rejected),
    failure: 'Failed to save category. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      readOnly={readOnly}
      title={readOnly ? 'Category' : category ? 'Edit Category' : 'Add Category'}
      submitLabel={category ? 'Save Changes' : 'Create Category'}
      submitDisabled={uploads.preparing}
      onClose={onClose}
    >
      {conflict.view}
      <TextField {...form.field('name')} label="Category Name" required maxLength={limits.name} />
      <SlugField {...form.field('slug')} from="name" path="/categories/" maxLength={limits.slug} />
      <TextareaField
        {...form.field('description')}
        label="Description"
        optional
        maxLength={limits.description}
      />
      <CategoryPicture control={form.control} uploads={uploads} />
      <SwitchField {...form.field('isActive')} label="Active" hint="Shoppers see active categories only." />
      <SeoFields path="/categories/" description={['description']} />
    </FormDialog>
  )
}

function CategoryPicture({
  control,
  uploads,
}: {
  control: Control<CategoryValues, unknown, unknown>
  uploads: Uploads
}) {
  const { field, fieldState } = useController({ control, name: 'picture' })
  return (
    <PictureField
      label="Category Image"
      value={field.value}
      onChange={field.onChange}
      uploads={uploads}
      error={fieldState.error?.message}
    />
  )
}
