import { Text } from '@shop/ui'
import { Columns, Section } from './section'

export default {}

export const OfAForm = () => (
  <Section title="Customer">
    <Columns count={2}>
      <Text>A field of this part of the form.</Text>
      <Text>Another beside it, where there is room.</Text>
    </Columns>
  </Section>
)
