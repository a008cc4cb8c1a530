import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import {
  addAlert,
  addAllergy,
  addIdentifier,
  changeKin,
  createContact,
  createKin,
  endAlert,
  endAllergy,
  endKin,
  putInsurance,
  removeIdentifier,
  removeInsurance,
} from '../contract.ts'
import { endNoKnownAllergies, listPatientAllergies, recordNoKnownAllergies } from '../contract-account.ts'
import { endNone, findPatientAllergies, recordNone } from './allergy-status.ts'
import { insertKin, updateKin } from './change-kin.ts'
import { changing } from './changing.ts'
import { claimContact, endPart, findAllergy, insertAlert, insertAllergy, insertContact, removePart } from './parts.ts'

/** The parts of a patient's record: kin, contacts, allergies, alerts, identifiers, insurances. */
export const partRoutes = [
  handle(createContact, async (context) => {
    const { tel_no = null, email_address = null, residence = null } = context.body
    const contact = await insertContact(context, { tel_no, email_address, residence }, null)
    context.audit('create', { entity: 'contact details', id: contact.id })
    return contact
  }),

  handle(createKin, (context) => {
    const { patient, contacts, contact } = context.body
    return changing(context, patient, ['create', 'next of kin'], async () => {
      const known = contacts ? await claimContact(context, contacts, patient) : undefined
      const { id, row } = await insertKin(context, patient, context.body, known ?? contact)
      return { id, row: { ...row, patient, contacts: row.contact?.id ?? null } }
    })
  }),

  handle(changeKin, (context) => {
    const { id: patientId, part: id } = context.params
    const { second_name = '', ...kin } = context.body
    return changing(context, patientId, ['update', 'next of kin'], () => updateKin(context, { patientId, id }, { ...kin, second_name }))
  }),

  handle(endKin, (context) => {
    const { id: patientId, part: id } = context.params
    return changing(context, patientId, ['end', 'next of kin'], () => endPart(context, 'next_of_kin', 'Next of kin', { patientId, id }))
  }),

  handle(addAllergy, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['create', 'allergy'], async () => {
      const isIntolerance = body.is_intolerance ?? false
      if (await findAllergy(db, params.id, { substance: body.substance, isIntolerance }))
        throw fieldError('substance', 'This allergy is recorded already.')
      const row = await insertAllergy(context, params.id, body)
      return { id: row.id, row: { ...row, document: null } }
    })
  }),

  handle(endAllergy, (context) => {
    const { id: patientId, part: id } = context.params
    const { reason } = context.body
    return changing(context, patientId, ['end', 'allergy'], () => endPart(context, 'allergies', 'Allergy', { patientId, id }, reason))
  }),

  handle(listPatientAllergies, (context) => findPatientAllergies(context, context.query.patients)),

  handle(recordNoKnownAllergies, (context) => recordNone(context, context.params.id, context.body.version)),

  handle(endNoKnownAllergies, (context) => endNone(context, context.params.id, context.body)),

  handle(addAlert, (context) => {
    const { params, body } = context
    return changing(context, params.id, ['create', 'alert'], async () => {
      const row = await insertAlert(context, params.id, body)
      return { id: row.id, row }
    })
  }),

  handle(endAlert, (context) => {
    const { id: patientId, part: id } = context.params
    const { reason } = context.body
    return changing(context, patientId, ['end', 'alert'], () => endPart(context, 'patient_alerts', 'Alert', { patientId, id }, reason))
  }),

  handle(addIdentifier, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['create', 'identifier'], async () => {
      const values = { ...body, issuer: body.issuer ?? null, patient_id: params.id }
      const row = await db.insertInto('patient_identifiers').values(values).returningAll().executeTakeFirstOrThrow()
      return { id: row.id, row }
    })
  }),

  handle(removeIdentifier, (context) => {
    const { id: patientId, part: id } = context.params
    return changing(context, patientId, ['remove', 'identifier'], () =>
      removePart(context.db, 'patient_identifiers', 'Identifier', { patientId, id }),
    )
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
        .values({ patient_id: params.id, insurance_company_id: company.id, ...member })
        .onConflict((clash) => clash.constraint('patient_insurances_once').doUpdateSet(member))
        .execute()
      return { id: company.id, row: { id: company.id, name: company.name, ...member } }
    })
  }),

  handle(removeInsurance, (context) => {
    const { id: patientId, part: id } = context.params
    return changing(context, patientId, ['remove', 'insurance'], () =>
      removePart(context.db, 'patient_insurances', 'Insurance', { patientId, id }),
    )
  }),
]
