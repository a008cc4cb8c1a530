import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import { handle, type Context } from '#platform/http/handle.ts'
import {
  addAlert,
  addAllergy,
  addIdentifier,
  createContact,
  createKin,
  endAlert,
  endAllergy,
  endKin,
  putInsurance,
  removeIdentifier,
  removeInsurance,
} from '../contract-parts.ts'
import { lockPatient } from './queries.ts'

/** Locks the patient whose record is about to change, tells the trail and the screens, and lets `change` do it. */
const changing = async <T>(
  { db, audit, publish }: Pick<Context, 'db' | 'audit' | 'publish'>,
  patientId: number,
  [action, entity]: [string, string],
  change: () => Promise<{ id: number; row: T; note?: unknown }>,
): Promise<T> => {
  if (!(await lockPatient(db, patientId))) throw notFound('Patient')
  const { id, row, note } = await change()
  await audit(action, { entity, id, patient: patientId, change: note ?? row })
  publish('patients', patientId)
  // A banner on the board shows it too.
  publish('attendance')
  return row
}

/** The parts of a patient's record: kin, contacts, allergies, alerts, identifiers, insurances. */
export const partRoutes = [
  handle(createContact, async ({ db, body, now, user, audit }) => {
    const { tel_no = null, email_address = null, residence = null } = body
    const contact = await db
      .insertInto('contact_details')
      .values({ tel_no, email_address, residence, created_at: now, created_by: user.id })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('create', { entity: 'contact details', id: contact.id })
    return contact
  }),

  handle(createKin, (context) => {
    const { db, body, now, user } = context
    return changing(context, body.patient, ['create', 'next of kin'], async () => {
      const made = { created_at: now, created_by: user.id }
      const contact = body.contacts
        ? await claimContact(context, body.contacts, body.patient)
        : body.contact && (await insertContact(context, body.contact, body.patient))
      const kin = await db
        .insertInto('next_of_kin')
        .values({
          patient_id: body.patient,
          first_name: body.first_name,
          second_name: body.second_name ?? '',
          relationship: body.relationship,
          contacts: contact?.id ?? null,
          ...made,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { id: kin.id, row: { ...kin, patient: kin.patient_id, contact: contact ?? null } }
    })
  }),

  handle(endKin, async (context) => {
    const { db, params, now, user } = context
    await changing(context, params.id, ['end', 'next of kin'], async () => {
      const kin = await db
        .updateTable('next_of_kin')
        .set({ ended_at: now, ended_by: user.id })
        .where('id', '=', params.part)
        .where('patient_id', '=', params.id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!kin) throw notFound('Next of kin')
      return { id: kin.id, row: undefined }
    })
  }),

  handle(addAllergy, (context) => {
    const { db, params, body, now, user } = context
    return changing(context, params.id, ['create', 'allergy'], async () => {
      const twin = await db
        .selectFrom('allergies')
        .select('id')
        .where('patient_id', '=', params.id)
        .where((eb) => eb(eb.fn('lower', ['substance']), '=', body.substance.toLowerCase()))
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (twin) throw fieldError('substance', 'This allergy is recorded already.')
      const row = await db
        .insertInto('allergies')
        .values({ ...body, reaction: body.reaction ?? null, patient_id: params.id, recorded_at: now, recorded_by: user.id })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { id: row.id, row }
    })
  }),

  handle(endAllergy, async (context) => {
    const { db, params, body, now, user } = context
    await changing(context, params.id, ['end', 'allergy'], async () => {
      const row = await db
        .updateTable('allergies')
        .set({ ended_at: now, ended_by: user.id, end_reason: body.reason })
        .where('id', '=', params.part)
        .where('patient_id', '=', params.id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw notFound('Allergy')
      return { id: row.id, row: undefined, note: body }
    })
  }),

  handle(addAlert, (context) => {
    const { db, params, body, now, user } = context
    return changing(context, params.id, ['create', 'alert'], async () => {
      const row = await db
        .insertInto('patient_alerts')
        .values({ ...body, patient_id: params.id, recorded_at: now, recorded_by: user.id })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { id: row.id, row }
    })
  }),

  handle(endAlert, async (context) => {
    const { db, params, body, now, user } = context
    await changing(context, params.id, ['end', 'alert'], async () => {
      const row = await db
        .updateTable('patient_alerts')
        .set({ ended_at: now, ended_by: user.id, end_reason: body.reason })
        .where('id', '=', params.part)
        .where('patient_id', '=', params.id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw notFound('Alert')
      return { id: row.id, row: undefined, note: body }
    })
  }),

  handle(addIdentifier, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['create', 'identifier'], async () => {
      const row = await db
        .insertInto('patient_identifiers')
        .values({ ...body, issuer: body.issuer ?? null, patient_id: params.id })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { id: row.id, row }
    })
  }),

  handle(removeIdentifier, async (context) => {
    const { db, params } = context
    await changing(context, params.id, ['remove', 'identifier'], async () => {
      const row = await db
        .deleteFrom('patient_identifiers')
        .where('id', '=', params.part)
        .where('patient_id', '=', params.id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw notFound('Identifier')
      return { id: row.id, row: undefined, note: row }
    })
  }),

  handle(putInsurance, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['set', 'insurance'], async () => {
      const company = await db.selectFrom('insurance_companies').selectAll().where('id', '=', params.part).executeTakeFirst()
      if (!company) throw notFound('Insurance company')
      if (!company.is_active) throw conflict(`${company.name} is out of use.`)
      const member = { member_number: body.member_number ?? null, valid_until: body.valid_until ?? null }
      await db
        .insertInto('patient_insurances')
        .values({ patient_id: params.id, insurance_company_id: params.part, ...member })
        .onConflict((conflict) => conflict.constraint('patient_insurances_once').doUpdateSet(member))
        .execute()
      return { id: params.part, row: { id: company.id, name: company.name, ...member } }
    })
  }),

  handle(removeInsurance, async (context) => {
    const { db, params } = context
    await changing(context, params.id, ['remove', 'insurance'], async () => {
      const row = await db
        .deleteFrom('patient_insurances')
        .where('patient_id', '=', params.id)
        .where('insurance_company_id', '=', params.part)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw notFound('Insurance')
      return { id: params.part, row: undefined, note: row }
    })
  }),
]

type ContactInput = { tel_no?: string | null; email_address?: string | null; residence?: string | null }

const insertContact = ({ db, now, user }: Pick<Context, 'db' | 'now' | 'user'>, contact: ContactInput, patientId: number) =>
  db
    .insertInto('contact_details')
    .values({ ...contact, patient_id: patientId, created_at: now, created_by: user.id })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Contact details that were made first, by the same person, and belong to nobody yet. */
const claimContact = async ({ db, user }: Pick<Context, 'db' | 'user'>, id: number, patientId: number) => {
  const contact = await db
    .updateTable('contact_details')
    .set({ patient_id: patientId })
    .where('id', '=', id)
    .where('created_by', '=', user.id)
    .where((eb) => eb.or([eb('patient_id', 'is', null), eb('patient_id', '=', patientId)]))
    .returningAll()
    .executeTakeFirst()
  if (!contact) throw fieldError('contacts', 'There are no such contact details.')
  return contact
}
