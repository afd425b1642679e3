import { shop, StructuredData } from '@shop/settings'
import { PageHead } from '../page-head/page-head'
import { Creed } from './creed'
import { Featured } from './featured'
import { Hero } from './hero'
import { Rooms } from './rooms'
import { house, site } from './house-data'
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
      <StructuredData data={house} />
      <StructuredData data={site} />
      <Hero />
      <Vows />
      <Featured />
      <Rooms />
      <Creed />
    </>
  )
}
