import type { ComponentType, ReactNode } from 'react'
import type { PageRoute } from './routing.ts'
import type { Access } from './session/rights.ts'

/** A count is told the addresses that it stands for: of a group whose links are out of sight, all of them. */
export interface CountProps {
  at: readonly string[]
  /** By which a link is described by it. */
  id?: string | undefined
}

export interface MenuEntry {
  /** In English: translated where it is shown. */
  label: string
  to: string
  access: Access
  /** Addresses of single records that belong to it as well. */
  alsoAt?: readonly string[]
  /** How many wait behind it. */
  count?: ComponentType<CountProps>
}

/** An entry of the menu: in which of the groups of `menu.tsx` it stands, and where in it, by the numbers of all. */
export interface PlacedEntry extends MenuEntry {
  group: string
  place: number
}

/**
 * The manifest of a feature in the browser: `export const feature: WebFeature` in its `web/feature.tsx`, of which router and menu are made. It is
 * loaded with the program, so that it names pages and loads none.
 */
export interface WebFeature {
  pages: readonly PageRoute[]
  menu?: readonly PlacedEntry[]
  /** The layout of every page of a patient: of one feature alone. */
  patientLayout?: () => Promise<{ PortalLayout: ComponentType<{ children: ReactNode }> }>
}
