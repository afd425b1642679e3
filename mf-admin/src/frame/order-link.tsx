import { Link } from '@shop/router'
import { chakra } from '@shop/ui'
import { useStaff } from './staff/use-staff'

const OrderAnchor = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '.2em' } })

/** The number of an order, as a link to it for those who may see orders. */
export function OrderLink({ number }: { number: string }) {
  const { may } = useStaff()
  return may('orders') ? (
    <OrderAnchor to={`/admin/orders?order=${number}`}>{number}</OrderAnchor>
  ) : (
    <>{number}</>
  )
}
