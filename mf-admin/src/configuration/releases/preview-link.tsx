import { Button, chakra, Text, useToast } from '@shop/ui'
import { formatMoment } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { usePreview, type Previewed } from './composition'

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '.25rem .75rem' },
})
const PlainLink = chakra('a', {
  base: { display: 'inline-flex', alignItems: 'center', minHeight: '44px', textDecoration: 'underline' },
})

interface PreviewLinkProps {
  of: Previewed
  /** What is previewed, for screen readers. */
  label: string
  /** It opens with the map of its page. */
  map?: boolean
}

/** Asks for a preview, and is then the link to it, which may be given to a colleague. */
export function PreviewLink({ of, label, map = false }: PreviewLinkProps) {
  const toast = useToast()
  const preview = usePreview()
  const ask = async () => {
    try {
      await preview.mutateAsync(of)
    } catch (error) {
      console.error(error)
      const description = errorWords(error, 'The preview could not be made.')
      toast({ title: 'Error', description, status: 'error' })
    }
  }
  if (!preview.data)
    return (
      <Row>
        <Button
          variant="quiet"
          busy={preview.isPending}
          aria-label={map ? undefined : `Preview ${label}`}
          onClick={() => void ask()}
        >
          {map ? 'Show the map' : 'Preview'}
        </Button>
      </Row>
    )
  const { path, until } = preview.data
  return (
    <Row role="status">
      <PlainLink
        href={map ? `${path}#map` : path}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${map ? 'the map' : 'preview'} of ${label}`}
        autoFocus
      >
        {map ? 'Open the map' : 'Open preview'}
      </PlainLink>
      <Text textStyle="micro" color="muted">
        Until {formatMoment(until)}
      </Text>
    </Row>
  )
}
