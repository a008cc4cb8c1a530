import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, PatientId } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Restriction } from './contract.ts'

/** Why somebody opens a restricted record in an emergency. */
export const emergencyKinds = ['life at risk', 'unconscious', 'covering', 'safety', 'other'] as const
export type EmergencyKind = (typeof emergencyKinds)[number]
export const REASON_LENGTH = 10

const Reason = fields({ reason: line(300) })
const restricting = { method: 'POST', access: 'patients.restrict', params: ById } as const

export const restrictPatient = endpoint({
  ...restricting,
  path: '/patients/patients/{id}/restriction/',
  summary: 'Let only those open a record who care for the patient or may restrict; 409 when it is restricted already',
  body: Reason,
  status: 201,
  response: Restriction,
})

export const liftRestriction = endpoint({
  ...restricting,
  path: '/patients/patients/{id}/restriction/lift/',
  summary: 'Let everybody open a restricted record again who may open records',
  body: Reason,
  status: 204,
  response: z.void(),
})

export const EmergencyOpening = z.object({ id: z.int(), patient: PatientId, until: Instant }).meta({ id: 'EmergencyOpening' })

export const openInEmergency = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/emergency-access/',
  summary: 'Open a restricted record in an emergency, for a while; told at once to those who read the audit log, and reviewed',
  access: 'patients.break_glass',
  opensRecord: true,
  params: ById,
  body: fields({ kind: z.enum(emergencyKinds), reason: line(500).min(REASON_LENGTH, 'Enter a reason of at least 10 characters.') }),
  status: 201,
  response: EmergencyOpening,
})

export const endEmergency = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/emergency-access/end/',
  summary: 'End one’s own emergency access before its time is up',
  access: 'patients.break_glass',
  params: ById,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const AccessEntry = z.object({
  at: Instant,
  user_name: z.string().nullable(),
  /** Why, where a restricted record was opened in an emergency. */
  emergency: z.object({ kind: z.string(), reason: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  /** It was the patient, in the portal. */
  is_patient: z.boolean(),
})
export const listAccessLog = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/access-log/',
  summary: 'Who read or changed the record of a patient, newest first',
  access: 'audit.view',
  audit: 'read',
  paged: true,
  params: ById,
  /** Days in the clinic, both included. */
  query: fields({ ...pageQuery, from: z.iso.date().optional(), until: z.iso.date().optional() }),
  response: z.array(AccessEntry.extend({ id: z.int() })),
})
