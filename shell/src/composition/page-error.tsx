import { RemoteUnavailable } from '@shop/federation'
import { isRouteErrorResponse, logFailure, useLocation, useRouteError } from '@shop/router'
import { PageHead } from '@shop/settings'
import { Box, chakra, ErrorState, Wrap } from '@shop/ui'
import { useEffect, useState } from 'react'
import { NotFound } from '../not-found/not-found'
import { useRetry } from './retry'

/** Error boundary of a page whose remote or code failed to load: an explanation and a retry. */
export function PageError() {
  const error = useRouteError()
  const retry = useRetry()
  const { pathname, search } = useLocation()
  const [retrying, setRetrying] = useState(false)
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!missing) logFailure(error)
  }, [error, missing])
  if (missing) return <NotFound />
  const tryAgain = () => {
    setRetrying(true)
    void retry().finally(() => {
      setRetrying(false)
    })
  }
  return (
    <Wrap>
      <Box paddingBlock="16" data-remote={error instanceof RemoteUnavailable ? error.remote : undefined}>
        <PageHead
          title="This page is not available"
          description="Part of the shop is not available at the moment."
          noindex
        />
        <ErrorState
          level={1}
          title="This part of the shop is not available"
          text="The rest of the shop is open, and your cart is safe. Please try again in a moment."
          onRetry={tryAgain}
          retrying={retrying}
          // The server renders most pages, whose links and forms work without their scripts.
          action={
            <chakra.a href={pathname + search} textDecoration="underline" lineHeight="44px">
              Load the page again
            </chakra.a>
          }
        />
      </Box>
    </Wrap>
  )
}
