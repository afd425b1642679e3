import { Button } from '@shop/ui'
import { BulkBar } from './bulk-bar'

export default {}

export const TwoSelected = () => (
  <BulkBar count={2} onClear={() => undefined}>
    <Button variant="quiet">Publish</Button>
  </BulkBar>
)
