import { formatPence, type Pence } from '@shop/pricing'
import { chakra, Text } from '@shop/ui'
import type { EditedPart, EditPreview } from './order-edits'

const Table = chakra('table', {
  base: {
    width: '100%',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { paddingBlock: '.25rem', textAlign: 'end', fontWeight: 'inherit' },
    '& th[scope=row]': { textAlign: 'start' },
    '& thead': { color: 'muted' },
    '& tr[data-strong]': { fontWeight: 540 },
  },
})

interface EditFiguresProps {
  now: EditedPart
  preview: EditPreview
  /** Whether the preview is of what was chosen before, until the next is here. */
  isOutdated: boolean
  currency: string
  giftCardHint: string | null
}

/** The figures of an order before and after an edit, and what it takes or gives back. */
export function EditFigures({ now, preview, isOutdated, currency, giftCardHint }: EditFiguresProps) {
  const money = (pence: Pence) => formatPence(pence, currency)
  const { after, differencePence: difference } = preview
  const rows: [name: string, before: Pence, after: Pence][] = [
    ['Subtotal', now.subtotalPence, after.subtotalPence],
    ['Discount', -now.discountPence, -after.discountPence],
    ['VAT', now.vatPence, after.vatPence],
    ['Delivery', now.deliveryPence, after.deliveryPence],
    ['Total', now.totalPence, after.totalPence],
  ]
  const notes = [
    preview.losesPromotion &&
      `The code ${now.code ?? ''} no longer applies: the order is below its minimum, so its discount is taken back.`,
    preview.hasNewDeliveryPrice && 'Delivery is charged anew.',
    preview.cardBackPence > 0 && `${money(preview.cardBackPence)} goes back to the card that paid.`,
    preview.giftCardBackPence > 0 &&
      `${money(preview.giftCardBackPence)} goes back to the gift card ending ${giftCardHint ?? ''}.`,
  ].filter((note) => note !== false)
  return (
    <chakra.div aria-live="polite" aria-busy={isOutdated} opacity={isOutdated ? 0.6 : 1}>
      <Table>
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, before, then]) => before !== 0 || then !== 0)
            .map(([name, before, then]) => (
              <tr key={name} data-strong={name === 'Total' || undefined}>
                <th scope="row">{name}</th>
                <td>{money(before)}</td>
                <td>{money(then)}</td>
              </tr>
            ))}
          <tr data-strong>
            <th scope="row" colSpan={2}>
              {difference > 0 ? 'To pay' : difference < 0 ? 'To refund' : 'Difference'}
            </th>
            <td>{money(Math.abs(difference))}</td>
          </tr>
        </tbody>
      </Table>
      {notes.map((note) => (
        <Text key={note} color="muted" paddingTop=".35rem">
          {note}
        </Text>
      ))}
    </chakra.div>
  )
}
