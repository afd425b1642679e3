import { Breadcrumbs } from './breadcrumbs'

export default {}

export const Trail = () => (
  <Breadcrumbs
    items={[
      { label: 'Home', to: '/' },
      { label: 'Candles', to: '/categories/candles' },
      { label: 'Evening' },
    ]}
  />
)
