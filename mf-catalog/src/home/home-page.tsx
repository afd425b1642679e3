import { PageHead, shop, StructuredData, useSettings } from '@shop/settings'
import { Creed } from './creed'
import { Featured } from './featured'
import { Hero } from './hero'
import { Rooms } from './rooms'
import { houseOf, site } from './house-data'
import { Vows } from './vows'

/** The front of the shop. */
export function Component() {
  const { business } = useSettings()
  return (
    <>
      <PageHead title={`${shop.name}: ${shop.tagline}`} description={shop.description} />
      <StructuredData data={houseOf(business.email)} />
      <StructuredData data={site} />
      <Hero />
      <Vows />
      <Featured />
      <Rooms />
      <Creed />
    </>
  )
}
