import { Button, chakra, Panel, Text } from '@shop/ui'

/** One line of a notice on the dashboard. */
export const NoticeLine = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '.4rem 1rem',
    padding: '.7rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

interface UncheckedNoticeProps {
  title: string
  text: string
  busy: boolean
  onRetry: () => void
}

/** Says that a notice could not be loaded, and offers a retry. */
export function UncheckedNotice({ title, text, busy, onRetry }: UncheckedNoticeProps) {
  return (
    <Panel title={title}>
      <Text padding=".9rem 1.25rem">
        {text}{' '}
        <Button variant="quiet" busy={busy} busyLabel="Loading..." onClick={onRetry}>
          Try again
        </Button>
      </Text>
    </Panel>
  )
}
