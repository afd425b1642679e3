import { loadCode } from '@shop/router'
import {
  Component,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react'
import { ErrorState } from './states'
import { useToast } from './toasts'

/** What dialogs have. */
interface OfDialogs {
  open?: boolean
  onClose?: () => void
}

interface BoundaryProps {
  open: boolean
  onError: (error: unknown) => void
  children: ReactNode
}

/** Renders nothing in place of what throws, until it is opened or closed. */
class Boundary extends Component<BoundaryProps, { hasThrown: boolean }> {
  override state = { hasThrown: false }
  static getDerivedStateFromError = () => ({ hasThrown: true })
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override componentDidUpdate({ open }: BoundaryProps) {
    if (this.state.hasThrown && open !== this.props.open) this.setState({ hasThrown: false })
  }
  override render() {
    return this.state.hasThrown ? null : this.props.children
  }
}

/** A component whose code is loaded when it is first wanted. */
interface OnDemand<Props> extends FunctionComponent<Props & OfDialogs> {
  /** Loads the code before it is wanted. Ends once that is there or could not be had, which is said when it is wanted. */
  preload: () => Promise<void>
}

/**
 * A component whose code is loaded when it is first rendered, a dialog's when it is first open. Where the code cannot be had, or throws when it
 * is rendered, a dialog is closed and a toast says why; anything else is replaced by an error with a retry. Both then try again.
 * @param load imports it; declare the component outside of others
 * @param what its name in the words "… could not be opened"; null for what nobody misses, of which nothing is said
 * @param fallback stands for it until it is there
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string | null,
  fallback: ReactNode = null,
): OnDemand<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const ensure = () =>
    (loading ??= loadCode(load)
      .then((component) => {
        Loaded = component
      })
      .finally(() => {
        loading = undefined
      }))

  function Wanted(props: Props & OfDialogs) {
    const { open: isWanted = true, onClose } = props
    const [state, setState] = useState<'loading' | 'failed' | 'there'>('loading')
    const toast = useToast()
    const fail = (error: unknown) => {
      console.error(error)
      if (what === null) return
      if (!onClose) setState('failed')
      else {
        toast({
          title: 'Error',
          description: `${what} could not be opened. Please try again.`,
          status: 'error',
        })
        onClose()
      }
    }
    const failToLoad = useEffectEvent(fail)
    const isMissing = isWanted && state === 'loading' && !Loaded
    useEffect(() => {
      if (!isMissing) return
      let isGone = false
      ensure().then(
        () => {
          if (!isGone) setState('there')
        },
        (error: unknown) => {
          if (!isGone) failToLoad(error)
        },
      )
      return () => {
        isGone = true
      }
    }, [isMissing])
    if (state === 'failed')
      return (
        <ErrorState level={3} title={`${what} could not be opened`} onRetry={() => setState('loading')} />
      )
    if (Loaded)
      return (
        <Boundary open={isWanted} onError={fail}>
          <Loaded {...props} />
        </Boundary>
      )
    return isWanted && fallback
  }
  return Object.assign(Wanted, { preload: () => ensure().catch(() => undefined) })
}
