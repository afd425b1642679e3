import type { PageRule } from '@shop/router/server'
import { shop } from '@shop/settings'
import { metadata, unavailableMetadata, type PageMetadata } from '../../src/page-metadata'
import type { RenderedPage } from '../../src/server'

/**
 * The metadata of a page that exists.
 * @param parts what was rendered of it; null for nothing
 * @param rendersHere whether the server renders it, and so knows what it is about
 */
export function metadataOf(
  { head, robots }: PageRule,
  parts: Pick<RenderedPage, 'subject'> | null,
  rendersHere: boolean,
): PageMetadata {
  const index = robots === 'index'
  if (head) return metadata(head.title, head.description, { index })
  const subject = parts?.subject
  if (subject?.is === 'here') {
    const { title, description, image = null, type = 'website', canonical = null } = subject.head
    return metadata(title, description, { image, type, canonical, index })
  }
  return rendersHere ? unavailableMetadata() : metadata(shop.name, shop.description, { index })
}
