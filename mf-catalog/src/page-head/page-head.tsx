import { shop } from '@shop/settings'

interface PageHeadProps {
  title: string
  description: string
  /** What a search engine that still asks for them is told. */
  keywords?: readonly string[]
  /** Keeps the page out of search engines. */
  hidden?: boolean
}

/** The page's words in tabs and search results. */
export function PageHead({ title, description, keywords = [], hidden }: PageHeadProps) {
  return (
    <>
      <title>{title.includes(shop.name) ? title : `${title} | ${shop.name}`}</title>
      <meta name="description" content={description} />
      {keywords.length > 0 && <meta name="keywords" content={keywords.join(', ')} />}
      {hidden && <meta name="robots" content="noindex" />}
    </>
  )
}
