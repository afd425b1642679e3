import { PageHeader } from './page-header'

export default {}

export const WithCount = () => (
  <PageHeader title="Candles" text="Poured by hand in Kent." aside="12 products" />
)
export const TitleAlone = () => <PageHeader title="Your cart" />
