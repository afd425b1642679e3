import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppMutation } from '@shop/supabase'
import { Box, Button, EmptyState, Heading, LinkButton, Stack, Text, Wrap } from '@shop/ui'
import { declineReminders } from './decline-reminders'

const title = 'Emails about unfinished checkouts'
const home = (
  <LinkButton to="/" variant="quiet">
    Back to home
  </LinkButton>
)

/** The target of the link by which such emails are declined: `/account/no-reminders?token=…`. It acts on a press alone: scanners of email open links. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? ''
  const decline = useAppMutation({ mutationFn: (db) => declineReminders(db, token) })
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead title={title} description="Decline the emails about unfinished checkouts." noindex />
      <Box maxWidth="640px" marginInline="auto">
        {token === '' || decline.data === false ? (
          <EmptyState
            level={1}
            title="This link is not valid"
            text="Please use the link in our email, as it is there. It has no end."
            action={home}
          />
        ) : decline.data ? (
          <EmptyState
            level={1}
            title="We will not send you such emails"
            text="You will still get the emails about what you buy."
            action={home}
          />
        ) : (
          <Stack gap="1.2rem">
            <Heading level={1}>{title}</Heading>
            <Text color="inkSoft">
              Shall we never again email you about a checkout that you have not finished? You will still get
              the emails about what you buy.
            </Text>
            {decline.isError && (
              <Text role="alert" color="danger">
                That did not work, and nothing has changed. Please try again in a moment.
              </Text>
            )}
            <Button
              justifySelf="start"
              busy={decline.isPending}
              busyLabel="Saving..."
              onClick={() => {
                decline.mutate(undefined)
              }}
            >
              Do not send me such emails
            </Button>
          </Stack>
        )}
      </Box>
    </Wrap>
  )
}
