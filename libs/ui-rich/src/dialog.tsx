import { ModalFrame, type ModalFrameProps } from './modal-frame'

export interface DialogProps extends ModalFrameProps {
  /** centre 640 px, wide 1000 px; below 900 px both become a sheet at the bottom. */
  size?: 'centre' | 'wide'
}

const place = {
  placeItems: { base: 'end stretch', lg: 'center' },
  padding: { base: '0', lg: '1rem' },
}

const shape = (maxWidth: string) => ({
  width: '100%',
  maxWidth: { base: 'none', lg: maxWidth },
  maxHeight: { base: '94dvh', lg: 'calc(100dvh - 2rem)' },
  borderRadius: { base: '6px 6px 0 0', lg: 'overlay' },
  animationStyle: { base: 'sheet', lg: 'rise' },
})

/** A question or a form above the page. Holds the focus, gives it back, closes on Escape. */
export function Dialog({ size = 'centre', ...frame }: DialogProps) {
  return <ModalFrame {...frame} place={place} shape={shape(size === 'wide' ? '1000px' : '640px')} />
}
