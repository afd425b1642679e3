import { chakra, IconButton, Text } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { helpFor } from './help-texts'

const Root = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.5rem 1rem',
    alignItems: 'start',
    marginBottom: '1.5rem',
    padding: '.9rem 1.1rem',
    borderInlineStart: '2px solid {colors.accent}',
    background: 'sunken',
    borderRadius: 'panel',
    '& > div': { display: 'grid', gap: '.4rem', maxWidth: '72ch', paddingBlock: '.3rem' },
    '@media print': { display: 'none' },
  },
})

interface HelpPanelProps {
  id: string
  path: string
  title: string
  onHide: () => void
}

/** What a screen is for, in a few sentences, until it is closed. */
export function HelpPanel({ id, path, title, onHide }: HelpPanelProps) {
  return (
    <Root id={id} aria-label={`Help: ${title}`}>
      <div>
        {helpFor(path).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </div>
      <IconButton label="Close the help" icon={X} size="s" onClick={onHide} />
    </Root>
  )
}
