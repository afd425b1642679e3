import { Badge } from './badge'
import { Stat, StatGrid } from './stat'

export default {}

export const Figures = () => (
  <StatGrid>
    <Stat label="Revenue" value="£1,204.50" note="12% more than last week" />
    <Stat label="Orders" value="38" />
    <Stat label="Low stock" value="3" badge={<Badge status="warning">Needs attention</Badge>} />
  </StatGrid>
)
