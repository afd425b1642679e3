import { shop } from './shop'

interface PageHeadProps {
  /** The name of the shop is appended unless it is in it. */
  title: string
  description: string
  /** Keywords for search engines; defaults to the shop's. */
  keywords?: readonly string[]
  /** Adds `noindex`, which excludes the page from search engines. */
  noindex?: boolean
}

/** The title of a page with the name of the shop, unless it is in it. */
export const fullTitle = (title: string): string =>
  title.includes(shop.name) ? title : `${title} | ${shop.name}`

/** Title, description and robots of a page. Every page renders one. */
export function PageHead({ title, description, keywords = shop.keywords, noindex }: PageHeadProps) {
  return (
    <>
      <title>{fullTitle(title)}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords.join(', ')} />
      {noindex && <meta name="robots" content="noindex" />}
    </>
  )
}
