import { shop } from '@shop/settings'
import { JsonLd } from '../page-head/json-ld'
import { PageHead } from '../page-head/page-head'
import { Creed } from './creed'
import { Featured } from './featured'
import { Hero } from './hero'
import { Rooms } from './rooms'
import { Vows } from './vows'

/** The front of the shop. */
export function Component() {
  return (
    <>
      <PageHead
        title={`${shop.name}: ${shop.tagline}`}
        description={shop.description}
        keywords={['intimate wellness', 'silk', 'body-safe', 'discreet delivery', 'UK']}
      />
      <JsonLd data={{ '@type': 'WebPage', name: shop.name, description: shop.description, url: '/' }} />
      <Hero />
      <Vows />
      <Featured />
      <Rooms />
      <Creed />
    </>
  )
}
