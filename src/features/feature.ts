import type { LinkMaker } from '#features/appointments/public.ts'
import type { VisitOpener } from '#features/attendance/public.ts'
import type { TillRequests } from '#features/charges/public.ts'
import type { AlertRule, WaitingRule } from '#features/notifications/public.ts'
import type { SetUpHooks } from '#features/setup/public.ts'
import type { OnReturn } from '#features/stock/public.ts'
import type { AddressCodes } from '#features/users/public.ts'
import type { Constraints } from '#platform/errors/wire.ts'
import type { Tables } from '#platform/export/rules.ts'
import type { Route } from '#platform/http/handle.ts'
import type { Job, JobWork } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services.ts'
import type { Permission, Role } from '#shared/permissions.ts'

/** What one feature does for those beneath it, which may not use it: each of these is provided by exactly one. */
export interface Provided {
  /** How codes reach people who sign in. */
  addressCodes: AddressCodes
  /** Adds the laboratory tests that a new clinic begins with. */
  addStarterTests: SetUpHooks['onStarter']
  /** Makes the links of public bookings, for messages. */
  bookingLinkMaker: (services: Pick<Services, 'codeKey' | 'publicUrl'>) => LinkMaker
  /** Takes back what a requisition counted as issued when stock comes back. */
  undoIssued: OnReturn
  /** How the till asks the pharmacy for what it bills. */
  tillRequests: TillRequests
}

/** What all features say together. */
export interface Gathered extends Provided {
  /** What opens with every visit, in its transaction, from the bottom of the graph up. */
  visitOpeners: readonly VisitOpener[]
  /** Every alert: open until it is dealt with, and the source of notifications. */
  alerts: readonly AlertRule[]
  /** What waits behind entries of the menu. */
  waiting: readonly WaitingRule[]
  /** Every kind of work that is done outside requests. */
  jobs: readonly Job[]
}

/** What the routes of a feature are made of: the platform's services, and what all features say together. */
export type Program = Services & Gathered

/** A permission: what it allows, in English, and who has it in a new clinic beside system administrators, who have all. */
export interface DeclaredPermission {
  label: string
  /** The seeded groups of these roles. A clinic that exists gives them a new permission with its next start. */
  roles: readonly Exclude<Role, 'patient' | 'sysadmin'>[]
  /** Who has it signs documents with name, title and registration number. */
  signs?: true
}

/** The permissions that begin with the same word, as the rights matrix shows them. */
export interface PermissionArea {
  title: string
  /** Where it stands among all areas. */
  place: number
  /** By their names, `area.action`. */
  rights: Readonly<Record<string, DeclaredPermission>>
}

/** What live news may be about: it carries the topic, an id and whose it is, never data. */
export interface DeclaredTopic {
  /** Who may hear of it. */
  access: Permission | 'signed-in' | 'staff' | 'patient'
  /**
   * It is of what belongs to one patient each: news says whose it is when it is one patient's alone, and a screen that shows another patient
   * has nothing to ask. What is in stores, catalogues and calendars is everybody's.
   */
  isOfPatient?: true
}

/** Rows of patients, as they are shown where two records are merged. */
export interface PatientRows {
  /** What they are called. */
  label: string
  /** SQL over a row `t` that says when and what it is. Without both, rows are counted and not listed. */
  at?: string
  text?: string
}

/** What the audit trail calls rows of patients, in English sentences: for staff in the record, for patients in their access log. */
export interface AccessLog {
  /** By names of entities in the trail: "Read **the referrals**", "Read **your referrals**". Lists and single rows are the same to them. */
  nouns: readonly {
    entities: readonly string[]
    staff?: string
    patient?: string
    /** What patients read of every change to it instead, so that they learn from the clinic and not from the log what it says. */
    patientOfChange?: string
  }[]
  /** Actions with a sentence of their own, by `action entity`. */
  sentences?: Readonly<Record<string, { staff?: string; patient?: string }>>
}

/**
 * The manifest of a feature: `export const feature: Feature` in its `feature.ts`. It holds data alone, so that every process reads the manifests
 * of all features without loading the program (`each.ts`), and so that nothing outside its folder but `graph.ts` names what a feature has.
 * `npm run generate` writes from it what the contracts and the browser need: `shared/*.gen.ts`. Beside it, by name and where there is such a
 * thing: `server/routes.ts` exports its calls as `routes`, `server/feature.ts` what else its server does, `web/feature.tsx` its pages; `jobs.ts`
 * and `questions.ts` declare its jobs and what the assistant answers; `public.ts` is all that other features may use of its server.
 */
export interface Feature {
  /** Its tables, and how they leave with the whole clinic. */
  tables?: Tables
  /** Its permissions, by the word that they begin with. */
  permissions?: Readonly<Record<string, PermissionArea>>
  /** Its topics of live news. */
  topics?: Readonly<Record<string, DeclaredTopic>>
  /** The constraints of its tables that guard a state, with the message of each: broken, they are a 409. */
  constraints?: Constraints
  /** Its tables that have rows of patients, by name. */
  patientRows?: Readonly<Record<string, PatientRows>>
  accessLog?: AccessLog
}

/** `export const feature: ServerFeature` in the `server/feature.ts` of a feature: what its server does beside answering calls. */
export interface ServerFeature {
  /** What does the jobs of its `jobs.ts`. */
  works?: (gathered: Gathered) => readonly JobWork[]
  /** Its alerts: what is open until it is dealt with. */
  alerts?: readonly AlertRule[]
  /** What waits behind its entries of the menu. */
  waiting?: readonly WaitingRule[]
  /** What opens with every visit, in its transaction. */
  visitOpeners?: readonly VisitOpener[]
  /** What it does for features beneath it. */
  provides?: Partial<Provided>
}

/** `export const routes: Routes` in the `server/routes.ts` of a feature. */
export type Routes = (program: Program) => readonly Route[]
