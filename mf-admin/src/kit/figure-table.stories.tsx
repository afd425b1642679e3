import { FigureTable } from './figure-table'

export default {}

export const WithATotal = () => (
  <FigureTable
    label="Takings by means of payment"
    headings={['Means of payment', 'Sales', 'Refunds']}
    rows={[
      { name: 'Card', figures: ['£120.00', '£20.00'] },
      { name: 'Gift card', figures: ['£50.00', '£0.00'] },
    ]}
    total={{ name: 'Total', figures: ['£170.00', '£20.00'] }}
  />
)
