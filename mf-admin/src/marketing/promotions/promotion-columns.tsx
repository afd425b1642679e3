import { Badge, Button, chakra, Text } from '@shop/ui'
import { columnHelper } from '../../kit/columns'
import { formatDateTime } from '../../kit/dates'
import { RowLink } from '../../kit/row-link'
import { isRunning } from './end-promotion'
import type { OfficePromotion } from './list-promotions'
import { forInWords, givesInWords, stateColours, stateLabels } from './promotion-states'

/** "3 of 10", "1,204". */
export const usesInWords = ({ used, usesLimit }: Pick<OfficePromotion, 'used' | 'usesLimit'>): string =>
  used.toLocaleString('en-GB') + (usesLimit === null ? '' : ` of ${usesLimit.toLocaleString('en-GB')}`)

const column = columnHelper<OfficePromotion>()

/** The columns of the promotions. @param onEnd called for "End now" */
export const promotionColumns = (onEnd: (promotion: OfficePromotion) => void) =>
  column.columns([
    column.accessor('code', {
      header: 'Code or name',
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { id, original } }) => (
        <>
          <RowLink id={id} fontWeight={540}>
            {getValue()}
          </RowLink>
          {original.isAutomatic && (
            <Text as="span" display="block" textStyle="small" color="muted">
              Automatic
            </Text>
          )}
        </>
      ),
    }),
    column.accessor(givesInWords, {
      id: 'gives',
      header: 'Gives',
      meta: { narrow: 'detail' },
      cell: ({ getValue, row: { original } }) => (
        <chakra.span whiteSpace={{ lg: 'nowrap' }}>
          {getValue()}
          {original.appliesTo !== 'order' && (
            <chakra.span display={{ lg: 'none' }}>, {forInWords(original)}</chakra.span>
          )}
        </chakra.span>
      ),
    }),
    column.accessor(forInWords, {
      id: 'for',
      header: 'For',
    }),
    column.accessor('startsAt', {
      header: 'Period',
      cell: ({ getValue, row: { original } }) => (
        <chakra.span textStyle="small" whiteSpace="nowrap">
          <time dateTime={getValue().toISOString()}>{formatDateTime(getValue())}</time>
          <Text as="span" display="block" color="muted">
            {original.endsAt ? (
              <>
                to <time dateTime={original.endsAt.toISOString()}>{formatDateTime(original.endsAt)}</time>
              </>
            ) : (
              'without an end'
            )}
          </Text>
        </chakra.span>
      ),
    }),
    column.accessor(usesInWords, {
      id: 'uses',
      header: 'Uses',
      meta: { align: 'end', narrow: 'asideDetail' },
      cell: ({ getValue }) => (
        <span>
          {getValue()}
          <chakra.span display={{ lg: 'none' }}> used</chakra.span>
        </span>
      ),
    }),
    column.accessor('state', {
      header: 'State',
      meta: { narrow: 'aside' },
      cell: ({ getValue }) => <Badge status={stateColours[getValue()]}>{stateLabels[getValue()]}</Badge>,
    }),
    column.display({
      id: 'end',
      header: 'Actions',
      meta: { hideHeader: true, narrow: 'button' },
      cell: ({ row: { original } }) =>
        isRunning(original) && (
          <Button variant="quiet" aria-label={`End now: ${original.code}`} onClick={() => onEnd(original)}>
            End now
          </Button>
        ),
    }),
  ])
