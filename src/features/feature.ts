import type { LinkMaker } from '#features/appointments/public.ts'
import type { VisitOpener } from '#features/attendance/public.ts'
import type { TillRequests } from '#features/charges/public.ts'
import type { Standing } from '#features/notifications/public.ts'
import type { SetUpHooks } from '#features/setup/public.ts'
import type { OnReturn } from '#features/stock/public.ts'
import type { AddressCodes } from '#features/users/public.ts'
import type { Constraints } from '#platform/errors/wire.ts'
import type { Route } from '#platform/http/handle.ts'
import type { Job, JobWork } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services.ts'

/** What one feature does for those beneath it, which may not use it: each of these is provided by exactly one. */
export interface Provided {
  /** How codes reach people who sign in. */
  addressCodes: AddressCodes
  /** Adds the laboratory tests that a new clinic begins with. */
  addStarterTests: SetUpHooks['onStarter']
  /** Makes the links of public bookings, for messages. */
  bookingLinkMaker: (services: Pick<Services, 'codeKey' | 'publicUrl'>) => LinkMaker
  /** Takes back what a requisition counted as issued when stock comes back. */
  takeBackIssued: OnReturn
  /** How the till asks the pharmacy for what it bills. */
  tillRequests: TillRequests
}

/** What all features say together. */
export interface Gathered extends Provided {
  /** What opens with every visit, in its transaction, from the bottom of the graph up. */
  visitOpeners: readonly VisitOpener[]
  /** Every alert: open until it is dealt with, and the source of notifications. */
  alerts: readonly Standing[]
  /** Every kind of work that is done outside requests. */
  jobs: readonly Job[]
}

/** What the routes of a feature are made of: the platform's services, and what all features say together. */
export type Program = Services & Gathered

/**
 * The manifest of a feature: `export const feature: Feature` in its `feature.ts`. The program is put together from these alone (`each.ts`), so
 * that nothing outside its folder names what a feature has. Beside it lie, where there are any, `jobs.ts`, `questions.ts` and `tables.ts`, which
 * other processes read without the rest of the program, and `public.ts`, which is all that other features may use of its server.
 */
export interface Feature {
  /** Its calls. */
  routes?: (program: Program) => readonly Route[]
  /** What does the jobs of its `jobs.ts`. */
  works?: (gathered: Gathered) => readonly JobWork[]
  /** Its alerts: what is open until it is dealt with. */
  alerts?: readonly Standing[]
  /** What opens with every visit, in its transaction. */
  visitOpeners?: readonly VisitOpener[]
  /** The constraints of its tables that guard a state, with the message of each: broken, they are a 409. */
  constraints?: Constraints
  /** What it does for features beneath it. */
  provides?: Partial<Provided>
}
