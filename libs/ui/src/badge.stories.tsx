import { Badge } from './badge'
import { HStack } from './layout'

export default {}

export const Statuses = () => (
  <HStack gap="3" flexWrap="wrap">
    {(['positive', 'warning', 'danger', 'info', 'neutral', 'outline'] as const).map((status) => (
      <HStack key={status} gap="3">
        <Badge status={status}>{status}</Badge>
        <Badge status={status} plain>
          plain
        </Badge>
      </HStack>
    ))}
  </HStack>
)
