import { useSearchParams } from '@shop/router'
import { LinkButton } from '@shop/ui'
import { ReceiptView } from './receipt-view'

/** The target of the link in a guest's confirmation: `/receipt?token=…`. */
export function Component() {
  const token = useSearchParams()[0].get('token')
  return (
    <ReceiptView
      by={token ? { token } : null}
      back={
        <LinkButton variant="quiet" to="/track-order">
          Track Your Order
        </LinkButton>
      }
      hint="Links to receipts work for a year. Please use the one in our email, or contact us."
    />
  )
}
