import { createContext, use, type ReactNode } from 'react'

/** `shop` is spacious, `desk` (the back office) is compact. */
export type Density = 'shop' | 'desk'

const DensityContext = createContext<Density>('shop')

/** Sets the density of all controls inside it. */
export function DensityProvider({ density, children }: { density: Density; children: ReactNode }) {
  return <DensityContext value={density}>{children}</DensityContext>
}

/** The current density, 'shop' by default. */
export function useDensity(): Density {
  return use(DensityContext)
}
