import { optionalText } from '../../kit/field-rules'

/** The longest texts for search results, in characters, of products and categories (checks of their tables). */
export const seoLimits = { title: 70, description: 160 } as const

/** The rules of the fields that `SeoFields` shows. */
export const seoFields = {
  seo_title: optionalText(seoLimits.title),
  seo_description: optionalText(seoLimits.description),
}
