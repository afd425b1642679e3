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

/** Asks for a preview, and is then the link to it, which may be given to a colleague. @param label what is previewed, for screen readers */
export function PreviewLink({ of, label }: { of: Previewed; label: string }) {
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
          aria-label={`Preview ${label}`}
          onClick={() => void ask()}
        >
          Preview
        </Button>
      </Row>
    )
  const { path, until } = preview.data
  return (
    <Row role="status">
      <PlainLink
        href={path}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open preview of ${label}`}
        autoFocus
      >
        Open preview
      </PlainLink>
      <Text textStyle="micro" color="muted">
        Until {formatMoment(until)}
      </Text>
    </Row>
  )
}
