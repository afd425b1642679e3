import { Flex, Icon, TextLink } from '@shop/ui'
import Package from 'lucide-react/icons/package'

/** Delivery time and packaging in one sentence. */
export function DeliveryNote() {
  return (
    <Flex gap=".9rem" alignItems="flex-start" textStyle="small" color="inkSoft">
      <Flex as="span" flex="none" paddingTop="1px">
        <Icon as={Package} />
      </Flex>
      <p>
        Arrives in a plain box within 5-7 business days. Express and next day at checkout.{' '}
        <TextLink to="/discretion">Discreet shipping</TextLink>
      </p>
    </Flex>
  )
}
