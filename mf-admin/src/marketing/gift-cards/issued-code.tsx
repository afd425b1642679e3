import { Button, chakra, Dialog, Icon, Text } from '@shop/ui'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { DialogActions } from '../../kit/confirm-dialog'
import { useCopy } from '../../kit/use-copy'

const Code = chakra('output', {
  base: {
    display: 'block',
    padding: '1rem',
    borderRadius: 'panel',
    background: 'sunken',
    fontVariantNumeric: 'tabular-nums',
    fontSize: '1.125rem',
    letterSpacing: '.04em',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
})

/** The code of a new gift card, shown once. */
export function IssuedCode({ code, onClose }: { code: string; onClose: () => void }) {
  const [copied, copy] = useCopy('The code is on your clipboard.')
  const shown = code.replace(/(.{4})(?=.)/g, '$1-')
  return (
    <Dialog open title="The gift card is issued" onClose={onClose}>
      <chakra.div display="grid" gap="1.1rem">
        <Text>This is its code. Note it down now: it is shown only this once.</Text>
        <Code aria-label="Code">{shown}</Code>
        <Text textStyle="small" color="muted">
          Whoever has the code can spend it. If it is lost, void the card and issue another.
        </Text>
      </chakra.div>
      <DialogActions>
        <Button variant="quiet" onClick={() => void copy(shown)}>
          <Icon as={copied ? Check : Copy} size="s" />
          {copied ? 'Copied' : 'Copy code'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
