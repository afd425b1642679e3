import { OnScreen, Papers, usePrintPage } from '@shop/forms/print'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, Button, EmptyState, ErrorState, Icon, Loading, PageHeader, Skeleton, Wrap } from '@shop/ui'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { receiptQuery } from './read-receipt'
import { ReceiptPaper } from './receipt-paper'

interface ReceiptViewProps {
  /** Null where nothing names a receipt. */
  by: Parameters<typeof receiptQuery>[0] | null
  /** A way out, beside the button. */
  back: ReactNode
  /** The remedy for a visitor who finds no receipt. */
  hint: string
}

/** The receipt of an order on the screen and, alone, on one page of A4. */
export function ReceiptView({ by, back, hint }: ReceiptViewProps) {
  const { business } = useSettings()
  const { data: found, error, isFetching, refetch } = useAppQuery(by && receiptQuery(by))
  const receipt = by ? found : null
  usePrintPage('14mm 16mm')
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <OnScreen>
        <PageHead title="Receipt" description="The receipt of your order." noindex />
        <PageHeader title="Receipt" />
        <Box
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap=".75rem 1.5rem"
          marginBottom="1.5rem"
          maxWidth="210mm"
          justifyContent="space-between"
        >
          {back}
          {receipt && (
            <Button onClick={() => window.print()}>
              <Icon as={Printer} size="s" />
              Print or save as PDF
            </Button>
          )}
        </Box>
      </OnScreen>
      {receipt ? (
        <Papers>
          <ReceiptPaper receipt={receipt} business={business} />
        </Papers>
      ) : receipt === null ? (
        <EmptyState title="No Receipt" text={`No receipt available for this order. ${hint}`} />
      ) : error ? (
        <ErrorState
          title="The receipt could not be loaded"
          text="It is safe. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading receipt">
          <Skeleton height="32rem" maxWidth="210mm" />
        </Loading>
      )}
    </Wrap>
  )
}
