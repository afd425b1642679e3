import { createContext, use, type ReactNode } from 'react'

/** Airy for shoppers, dense for staff. */
export type Density = 'shop' | 'desk'

const DensityContext = createContext<Density>('shop')

/** Sets how tightly every control below it is built; a shell sets it once. */
export function DensityProvider({ density, children }: { density: Density; children: ReactNode }) {
  return <DensityContext value={density}>{children}</DensityContext>
}

/** The density that holds here, 'shop' unless a provider says otherwise. */
export function useDensity(): Density {
  return use(DensityContext)
}
