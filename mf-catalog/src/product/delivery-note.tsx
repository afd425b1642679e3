import { deliveryText } from '@shop/pricing'
import { useAppQuery, useServerTime } from '@shop/supabase'
import { chakra, Flex, Icon, Stack, TextLink } from '@shop/ui'
import Package from 'lucide-react/icons/package'
import { useEffect, useReducer } from 'react'
import { arrivalText } from './arrival-text'
import { deliveryMethodsQuery } from './list-delivery-methods'

// The room of the longest text, so that the days appear without moving anything.
const Arrival = chakra('p', { base: { minHeight: { base: '3.2em', xl: '1.6em' } } })

/** The time, once the server's is known: pages are kept for others, who may read them on another day. */
function useNow(): Date | null {
  const { isKnown, now } = useServerTime()
  const [, tell] = useReducer((reported: number) => reported + 1, 0)
  useEffect(() => {
    // A tab that was left open says today's day again.
    document.addEventListener('visibilitychange', tell)
    return () => {
      document.removeEventListener('visibilitychange', tell)
    }
  }, [])
  return isKnown ? now() : null
}

/** Until when to order, when it arrives, and how it is packed. A sold-out product has no day of arrival. */
export function DeliveryNote({ inStock }: { inStock: boolean }) {
  const { data: methods = [] } = useAppQuery(deliveryMethodsQuery())
  const now = useNow()
  const [first, ...others] = methods
  const faster = others.map(({ name }) => name).join(' or ')
  return (
    <Flex gap=".9rem" alignItems="flex-start" textStyle="small" color="inkSoft">
      <Flex as="span" flex="none" paddingTop="1px">
        <Icon as={Package} />
      </Flex>
      <Stack gap=".2rem">
        {inStock && first && (
          <Arrival>
            {now ? (
              <chakra.b color="ink" fontWeight={520}>
                {arrivalText(first, now)}
              </chakra.b>
            ) : (
              <span>{`With you in ${deliveryText(first)}`}</span>
            )}
          </Arrival>
        )}
        <p>
          {inStock && faster ? `Need it sooner? Choose ${faster}. ` : ''}Always in a plain box.{' '}
          <TextLink to="/discretion">Discreet shipping</TextLink>
        </p>
      </Stack>
    </Flex>
  )
}
