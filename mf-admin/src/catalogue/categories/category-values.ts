import * as v from 'valibot'
import { optionalSlug, optionalText, requiredText } from '../../kit/field-rules'
import { slugToSend } from '../../kit/slug-field'
import type { Versioned } from '../../kit/use-conflict'
import { formPictures, type FormPicture, type StoredPicture } from '../pictures/form-picture'
import { seoFields } from '../seo/seo-values'
import { categoryRecordSchema } from './office-categories'
import type { CategoryFields } from './save-category'

/** The longest texts of a category, in characters. */
export const limits = { name: 120, slug: 140, description: 2000 } as const

/** The rules of the form's fields. */
export const categorySchema = v.object({
  name: requiredText('Please enter a name.', limits.name),
  slug: optionalSlug(limits.slug),
  description: optionalText(limits.description),
  picture: v.nullable(v.custom<FormPicture>((value) => typeof value === 'object')),
  isActive: v.boolean(),
  ...seoFields,
})

/** The fields of the form. */
export type CategoryValues = v.InferInput<typeof categorySchema>

/** The fields of a new category. */
export const newCategory: CategoryValues = {
  name: '',
  slug: '',
  description: '',
  picture: null,
  isActive: true,
  seo_title: '',
  seo_description: '',
}

/** A category from the database as the form shows it. @throws ValiError for anything else */
export function categoryValues(record: unknown): Versioned<CategoryValues> {
  const category = v.parse(categoryRecordSchema, record)
  const { image_url: address, image_alt: alt } = category
  return {
    version: category.version,
    values: {
      name: category.name,
      slug: category.slug,
      description: category.description ?? '',
      picture: formPictures(address ? [address] : [], [alt])[0] ?? null,
      isActive: category.is_active,
      seo_title: category.seo_title ?? '',
      seo_description: category.seo_description ?? '',
    },
  }
}

/** The columns to save. @param picture as stored @param slug that of the record; null for a new one */
export function categoryFields(
  values: v.InferOutput<typeof categorySchema>,
  picture: StoredPicture | undefined,
  slug: string | null,
): CategoryFields {
  return {
    name: values.name,
    slug: slugToSend(values.slug, values.name, slug),
    description: values.description,
    image_url: picture?.address ?? null,
    image_alt: picture?.alt ?? '',
    is_active: values.isActive,
    seo_title: values.seo_title,
    seo_description: values.seo_description,
  }
}
