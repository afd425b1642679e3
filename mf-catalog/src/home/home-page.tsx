import { PageHead, shop, StructuredData, useSettings } from '@shop/settings'
import { BrandStatement } from './brand-statement'
import { Featured } from './featured'
import { Hero } from './hero'
import { FeaturedCategories } from './featured-categories'
import { organizationSchema, websiteSchema } from './organization-schema'
import { SellingPoints } from './selling-points'

/** The home page. */
export function Component() {
  const { business } = useSettings()
  return (
    <>
      <PageHead title={`${shop.name}: ${shop.tagline}`} description={shop.description} />
      <StructuredData data={organizationSchema(business.email)} />
      <StructuredData data={websiteSchema} />
      <Hero />
      <SellingPoints />
      <Featured />
      <FeaturedCategories />
      <BrandStatement />
    </>
  )
}
