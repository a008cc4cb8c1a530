import type { RouteObject } from 'react-router'
import type { Access } from './session/rights.ts'

/** What a page says of itself to the shell. */
export interface PageHandle {
  /** Who may open it: `public`, `signed-in` or a permission. No default, so that it is never forgotten. */
  access: Access
  /** The page brings its own layout instead of the frame: sign-in, set-up, print, waiting-room screens. */
  ownLayout?: true
}

/** A page of a feature, loaded when it is first opened. The path is absolute. */
export type PageRoute = RouteObject & { path: string; handle: PageHandle }

/** Tells what failed where it is shown (`Broken`): the router leaves a page empty that could not be loaded. */
const failed = (error: unknown) => () => {
  throw error
}

/** A lazy page: `page('/dashboard/patients', { access: 'patients.view' }, () => import('./patient-list.tsx'), 'PatientList')`. */
export const page = <N extends string>(
  path: string,
  handle: PageHandle,
  load: () => Promise<Record<N, React.ComponentType>>,
  name: N,
): PageRoute => ({
  path,
  handle,
  lazy: async () => ({ Component: await load().then((part) => part[name], failed) }),
})
