import * as v from 'valibot'
import { Button, Paragraph } from '../components'
import type { Template } from './template'

// The database's formats; nothing else may be part of a link.
const slugPattern = '[a-z0-9]+(?:-[a-z0-9]+)*'
const option = `${slugPattern}=${slugPattern}`
const schema = v.object({
  slug: v.pipe(v.string(), v.regex(new RegExp(`^${slugPattern}$`)), v.maxLength(220)),
  /** The variant, such as "size=m&colour=deep-plum"; missing for a product without options. */
  query: v.nullish(
    v.pipe(v.string(), v.regex(new RegExp(`^${option}(?:&${option}){0,2}$`)), v.maxLength(320)),
  ),
})

/** Back-in-stock notice. Discreet: the product is named in the link only, since others may see the email. */
export const backInStock: Template = (data, { siteUrl }) => {
  const { slug, query } = v.parse(schema, data)
  return {
    subject: 'Something you asked for is back',
    heading: 'It’s back',
    body: (
      <>
        <Paragraph>
          You asked us to email you when something was back in stock. It is now, while stocks last.
        </Paragraph>
        <Button href={`${siteUrl}/products/${slug}${query ? `?${query}` : ''}`}>See it in the shop</Button>
        <Paragraph>
          This is the only email we’ll send about it. If you didn’t ask for it, someone entered your address
          by mistake and you can ignore it.
        </Paragraph>
      </>
    ),
  }
}
