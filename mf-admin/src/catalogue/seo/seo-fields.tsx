import { shop } from '@shop/settings'
import { useWatch } from 'react-hook-form'
import { TextareaField, TextField } from '../../kit/fields'
import { SearchPreview } from './search-preview'
import { seoLimits } from './seo-values'

interface SeoFieldsProps {
  /** What precedes the slug in the address: '/products/'. */
  path: string
  /** The fields whose first text stands in for an empty description. */
  description: readonly string[]
}

/** The texts of a page in search results, with a preview; both are optional. */
export function SeoFields({ path, description }: SeoFieldsProps) {
  const watched: unknown[] = useWatch({
    name: ['seo_title', 'name', 'slug', 'seo_description', ...description],
  })
  const [title = '', name = '', slug = '', ...texts] = watched.map((value) =>
    typeof value === 'string' ? value.trim() : '',
  )
  return (
    <>
      <TextField
        name="seo_title"
        label="SEO title"
        optional
        maxLength={seoLimits.title}
        hint="Search engines show about 60 characters. Blank: the name."
      />
      <TextareaField
        name="seo_description"
        label="SEO description"
        optional
        rows={3}
        maxLength={seoLimits.description}
        hint={`Up to ${String(seoLimits.description)} characters. Blank: the description.`}
      />
      <SearchPreview
        title={title || name}
        path={`${path}${slug}`}
        description={texts.find((text) => text !== '') ?? shop.description}
      />
    </>
  )
}
