import { RequireSignIn } from '@shop/auth'
import { useParams } from '@shop/router'
import { LinkButton } from '@shop/ui'
import { ReceiptView } from './receipt-view'

/** The receipt of one's own order: `/account/orders/<number>/receipt`. */
export function Component() {
  const { number = '' } = useParams()
  return (
    <RequireSignIn>
      <ReceiptView
        by={{ number }}
        back={
          <LinkButton variant="quiet" to="/account/orders">
            Back to My Orders
          </LinkButton>
        }
        hint="You’ll find one here once the order is paid for."
      />
    </RequireSignIn>
  )
}
