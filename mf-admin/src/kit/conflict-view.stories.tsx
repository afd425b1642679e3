import { Heading } from '@shop/ui'
import { ConflictView } from './conflict-view'

export default {}

export const TwoFields = () => (
  <>
    <Heading>Edit product</Heading>
    <ConflictView
      mine={{ name: 'Silk Robe', active: true }}
      theirs={{ name: 'Silk Gown', active: false }}
      fields={[
        { name: 'name', label: 'Name' },
        { name: 'active', label: 'Active' },
      ]}
      takenOver={['Price']}
      onKeepMine={() => undefined}
      onTakeTheirs={() => undefined}
    />
  </>
)
