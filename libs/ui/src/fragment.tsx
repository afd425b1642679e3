import {
  FragmentContext,
  loadCode,
  logFailure,
  type FragmentHost,
  type FragmentName,
  type FragmentProps,
} from '@shop/router'
import { useHydrated } from '@shop/state'
import { lazy, Suspense, useContext, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { Boundary } from './boundary'

interface ShownFragment<Name extends FragmentName> {
  /** A path of the remote that offers it. */
  of: string
  name: Name
  /** Data alone, no callbacks. */
  props: FragmentProps[Name]
  /** Reserves its size until it is there. */
  placeholder: ReactNode
  /** Stands for it where it cannot be had, or throws; nothing by default. */
  fallback?: ReactNode
}

/** A component that waits for the code of a fragment, which is asked for once the page's own is there. */
const waitingFor = <Name extends FragmentName>(
  { load }: FragmentHost,
  of: string,
  name: Name,
): ComponentType<FragmentProps[Name]> => lazy(async () => ({ default: await loadCode(() => load(of, name)) }))

/**
 * A part of a page that another remote offers. The server renders it where the page's description names it; the browser hydrates it on
 * its own once its code is there, and until then leaves the server's markup as it is.
 */
export function Fragment<Name extends FragmentName>({
  of,
  name,
  props,
  placeholder,
  fallback,
}: ShownFragment<Name>) {
  const host = useContext(FragmentContext)
  const isHydrated = useHydrated()
  const [Part] = useState(() => waitingFor(host, of, name))
  const [given, setGiven] = useState({ props, placeholder })
  if (JSON.stringify(given.props) !== JSON.stringify(props)) setGiven({ props, placeholder })
  // One element for equal props: React would discard the server's markup where it changes before the code is there.
  const part = useMemo(
    () => (
      <Suspense fallback={given.placeholder}>
        <Part {...given.props} />
      </Suspense>
    ),
    [Part, given],
  )
  return (
    <div data-member={host.at(of)}>
      <Boundary onError={logFailure} fallback={fallback}>
        {host.rendered.includes(name) || isHydrated ? part : placeholder}
      </Boundary>
    </div>
  )
}
