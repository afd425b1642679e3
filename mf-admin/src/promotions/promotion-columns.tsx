import { Badge, Button, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDateTime } from '../kit/dates'
import { isRunning } from './end-promotion'
import type { OfficePromotion } from './list-promotions'
import { givesInWords, stateColours, stateLabels } from './promotion-states'

/** "3 of 10", "1,204". */
export const usesInWords = ({ used, usesLimit }: Pick<OfficePromotion, 'used' | 'usesLimit'>): string =>
  used.toLocaleString('en-GB') + (usesLimit === null ? '' : ` of ${usesLimit.toLocaleString('en-GB')}`)

/**
 * The columns of the promotions.
 *
 * @param codeOf the code as a link
 * @param onEnd called for "End now"
 */
export function promotionColumns(
  codeOf: (promotion: OfficePromotion) => ReactNode,
  onEnd: (promotion: OfficePromotion) => void,
): DataColumn<OfficePromotion>[] {
  return [
    { id: 'code', header: 'Code', narrow: 'title', cell: codeOf },
    {
      id: 'gives',
      header: 'Gives',
      narrow: 'detail',
      cell: (promotion) => <chakra.span whiteSpace="nowrap">{givesInWords(promotion)}</chakra.span>,
    },
    {
      id: 'period',
      header: 'Period',
      cell: ({ startsAt, endsAt }) => (
        <chakra.span textStyle="small" whiteSpace="nowrap">
          <time dateTime={startsAt.toISOString()}>{formatDateTime(startsAt)}</time>
          <Text as="span" display="block" color="muted">
            {endsAt ? (
              <>
                to <time dateTime={endsAt.toISOString()}>{formatDateTime(endsAt)}</time>
              </>
            ) : (
              'without an end'
            )}
          </Text>
        </chakra.span>
      ),
    },
    {
      id: 'uses',
      header: 'Uses',
      align: 'end',
      narrow: 'asideDetail',
      cell: (promotion) => (
        <span>
          {usesInWords(promotion)}
          <chakra.span display={{ lg: 'none' }}> used</chakra.span>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      narrow: 'aside',
      cell: ({ state }) => <Badge status={stateColours[state]}>{stateLabels[state]}</Badge>,
    },
    {
      id: 'end',
      header: 'Actions',
      hideHeader: true,
      narrow: 'button',
      cell: (promotion) =>
        isRunning(promotion) && (
          <Button variant="quiet" aria-label={`End now: ${promotion.code}`} onClick={() => onEnd(promotion)}>
            End now
          </Button>
        ),
    },
  ]
}
