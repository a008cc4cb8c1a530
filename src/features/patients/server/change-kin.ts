import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { changedFields } from '#platform/audit/audit.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { Kin, KinInput } from '../contract.ts'
import { insertContact, type PartOf } from './record-sections.ts'

type Maker = Pick<Context, 'db' | 'now' | 'user'>

type Input = z.output<typeof KinInput>
type Contact = NonNullable<z.output<typeof Kin>['contact']>

/** Adds a next of kin to a (locked) patient, with contact details that are there already or are made of what was typed. */
export const insertKin = async (
  by: Maker,
  patientId: number,
  { first_name, second_name = '', relationship }: Input,
  contact: Contact | Input['contact'],
) => {
  const reached = contact && 'id' in contact ? contact : contact ? await insertContact(by, contact, patientId) : null
  const names = { first_name, second_name, relationship }
  const { id } = await by.db
    .insertInto('next_of_kin')
    .values({ ...names, patient_id: patientId, contacts: reached?.id ?? null, created_at: by.now, created_by: by.user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, row: { id, ...names, contact: reached } }
}

/**
 * Changes of a next of kin of this (locked) patient what was sent, and notes the fields before and after; 404 when it is another's, or
 * ended.
 */
export const updateKin = async (by: Maker, { patientId, id }: PartOf, { contact: sent, ...names }: Partial<Input>) => {
  const before = requireFound(await findKin(by, { patientId, id }), 'Next of kin')
  const contact = sent ? await replaceContact(by, { patientId, id }, before.contact, sent) : before.contact
  const { first_name = before.first_name, second_name = before.second_name, relationship = before.relationship } = names
  const kin = { first_name, second_name, relationship }
  await by.db
    .updateTable('next_of_kin')
    .set({ ...kin, contacts: contact?.id ?? null })
    .where('id', '=', id)
    .execute()
  const row = { id, ...kin, contact }
  return { id, row, note: changedFields({ ...before }, row) }
}

const findKin = ({ db }: Maker, { patientId, id }: PartOf) =>
  db
    .selectFrom('next_of_kin as k')
    .select((eb) => [
      'k.id',
      'k.first_name',
      'k.second_name',
      'k.relationship',
      jsonObjectFrom(
        eb
          .selectFrom('contact_details as c')
          .select(['c.id', 'c.tel_no', 'c.email_address', 'c.residence'])
          .whereRef('c.id', '=', 'k.contacts'),
      ).as('contact'),
    ])
    .where('k.id', '=', id)
    .where('k.patient_id', '=', patientId)
    .where('k.ended_at', 'is', null)
    .executeTakeFirst()

/** Details that another next of kin has too stay as they are for that one. */
const replaceContact = async (
  by: Maker,
  { patientId, id }: PartOf,
  before: Contact | null,
  { tel_no = null, email_address = null, residence = null }: NonNullable<Input['contact']>,
) => {
  const contact = { tel_no, email_address, residence }
  const changed =
    before &&
    (await by.db
      .updateTable('contact_details')
      .set(contact)
      .where('id', '=', before.id)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('next_of_kin').select('id').where('contacts', '=', before.id).where('id', '<>', id))))
      .returning(['id', 'tel_no', 'email_address', 'residence'])
      .executeTakeFirst())
  return changed ?? (await insertContact(by, contact, patientId))
}
