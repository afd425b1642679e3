import { loadCode } from '@shop/router'
import { useSettings, useSite } from '@shop/settings'
import { queryOptions, useAppQuery } from '@shop/supabase'
import { chakra, ErrorState, Grid, Loading, RadioCardGroup, RadioChip, Skeleton, Text } from '@shop/ui'
import { useState } from 'react'
import { HtmlFrame } from './html-frame'
import type { MailRecord } from './list-mail'

const PlainText = chakra('pre', {
  base: {
    padding: '1rem 1.2rem',
    background: 'sunken',
    borderRadius: 'panel',
    fontFamily: 'inherit',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
})
const Chips = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '.6rem' } })

/** The query of the email, or of why it cannot be written; it fails when the templates cannot be loaded. */
function usePreview({ id, kind, recipient, data, queuedAt }: MailRecord) {
  const { business } = useSettings()
  const { siteUrl } = useSite()
  const mail = { id, kind, recipient, data, created_at: queuedAt }
  const query = queryOptions({
    key: ['mail-preview', mail, siteUrl, business],
    queryFn: async () => {
      const { previewEmail } = await loadCode(() => import('@shop/mailer/emails'))
      try {
        return { email: await previewEmail(mail, { siteUrl, business }), problem: null }
      } catch (error) {
        return { email: null, problem: error instanceof Error ? error.message : 'It cannot be written.' }
      }
    },
  })
  return useAppQuery(query)
}

/** How an email that was not sent yet reads, as text and as mail programs show it. What only its recipient may know is left out. */
export function MailPreview({ mail }: { mail: MailRecord }) {
  const { data: preview, error, refetch, isFetching } = usePreview(mail)
  const [form, setForm] = useState('text')
  if (!preview && error)
    return (
      <ErrorState
        level={3}
        title="The preview could not be opened"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!preview)
    return (
      <Loading label="Loading email">
        <Skeleton height="8rem" />
      </Loading>
    )
  const { email, problem } = preview
  if (!email)
    return (
      <Text padding="1rem 1.2rem" background="sunken" borderRadius="panel" overflowWrap="anywhere">
        This email cannot be shown. {problem}
      </Text>
    )
  return (
    <Grid gap=".8rem">
      <RadioCardGroup label="Preview" name="preview" value={form} onChange={setForm}>
        <Chips>
          <RadioChip value="text" label="Plain text" />
          <RadioChip value="html" label="As mail programs show it" />
        </Chips>
      </RadioCardGroup>
      {form === 'html' ? (
        <HtmlFrame html={email.html} title={`Email: ${email.subject}`} />
      ) : (
        <PlainText>{email.text}</PlainText>
      )}
      <Text textStyle="small" color="muted">
        Codes and one-time links are not shown: only the recipient may know them.
      </Text>
    </Grid>
  )
}
