import { shop } from './shop'

interface PageHeadProps {
  /** The name of the shop is added where it is missing. */
  title: string
  description: string
  /** What a search engine that still asks for them is told; the shop's own where a page has none. */
  keywords?: readonly string[]
  /** Keeps the page out of search engines. */
  hidden?: boolean
}

/** The page's words in tabs and search results; each page has one. */
export function PageHead({ title, description, keywords = shop.keywords, hidden }: PageHeadProps) {
  return (
    <>
      <title>{title.includes(shop.name) ? title : `${title} | ${shop.name}`}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords.join(', ')} />
      {hidden && <meta name="robots" content="noindex" />}
    </>
  )
}
