import { loadCode, logFailure } from '@shop/router'
import {
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react'
import { Boundary } from './boundary'
import { ErrorState } from './states'
import { useToast } from './toasts'

/** The props of a dialog. */
interface DialogProps {
  open?: boolean
  onClose?: () => void
}

/** A component whose code is loaded when it is first rendered. */
interface OnDemand<Props> extends FunctionComponent<Props & DialogProps> {
  /** Loads the code before it is rendered. Resolves once it is loaded or has failed, which is told when it is rendered. */
  preload: () => Promise<void>
}

/**
 * A component whose code is loaded when it is first rendered, a dialog's when it is first open. Where the code cannot be loaded, or throws when it
 * is rendered, a dialog is closed and a toast says why; anything else is replaced by an error with a retry. Both then try again.
 * @param load imports it; declare the component outside of others
 * @param what its name in the words "… could not be opened"; null when a failure needs no message; or what is done instead of saying so
 * @param fallback rendered until it is loaded
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string | null | (() => void),
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

  function OnDemandComponent(props: Props & DialogProps) {
    const { open: isOpen = true, onClose } = props
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading')
    const toast = useToast()
    const fail = (error: unknown) => {
      logFailure(error)
      if (what === null) return
      if (typeof what === 'function') what()
      else if (!onClose) setState('failed')
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
    const isMissing = isOpen && state === 'loading' && !Loaded
    useEffect(() => {
      if (!isMissing) return
      let isCancelled = false
      ensure().then(
        () => {
          if (!isCancelled) setState('loaded')
        },
        (error: unknown) => {
          if (isCancelled) logFailure(error)
          else failToLoad(error)
        },
      )
      return () => {
        isCancelled = true
      }
    }, [isMissing])
    if (state === 'failed')
      return (
        <ErrorState
          level={3}
          title={`${String(what)} could not be opened`}
          onRetry={() => setState('loading')}
        />
      )
    if (Loaded)
      return (
        <Boundary open={isOpen} onError={fail}>
          <Loaded {...props} />
        </Boundary>
      )
    return isOpen && fallback
  }
  return Object.assign(OnDemandComponent, { preload: () => ensure().catch(() => undefined) })
}
