import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { createProfile, Profile, updateProfile } from '../contract.ts'
import { isLoinc } from '../rules.ts'
import { requireItem } from './charge-item.ts'
import { findPanelsById } from './panels.ts'
import { setPanelsOfProfile } from './profiles.ts'

type NewProfile = Omit<ParsedOf<typeof createProfile>['body'], 'create_item'>
type ProfileChange = Omit<ParsedOf<typeof updateProfile>['body'], 'version'>

const requirePanels = async (db: Db, panels: readonly number[]) => {
  const found = new Map((await findPanelsById(db, panels)).map((panel) => [panel.id, panel]))
  const errors: FieldErrors = {}
  for (const [index, id] of panels.entries()) {
    const panel = found.get(id)
    if (!panel) errors[`panels.${index}`] = ['Test not found.']
    else if (!panel.is_active) errors[`panels.${index}`] = ['This test is inactive.']
    else if (panels.indexOf(id) < index) errors[`panels.${index}`] = ['Each test may be listed only once.']
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

const requireParts = async (db: Db, sent: NewProfile | ProfileChange, before?: Profile) => {
  if (sent.loinc != null && !isLoinc(sent.loinc)) throw fieldError('loinc', 'Invalid LOINC code: wrong check digit.')
  const comesBack = 'is_active' in sent && sent.is_active === true && before?.is_active === false
  const panels = sent.panels ?? (comesBack ? before.panels.map(({ id }) => id) : null)
  if (panels) await requirePanels(db, panels)
  if (sent.item != null && sent.item !== before?.item) await requireItem(db, sent.item, { kind: 'profile', id: before?.id ?? null })
}

/** What was sent, under the names of the columns. */
const columnsOf = <T extends ProfileChange>({ item, panels: _panels, ...rest }: T) => ({
  ...rest,
  ...(item !== undefined && { item_id: item }),
})

/** Adds a profile and answers its id; 400 at the fields that do not fit. The catalogue is held. */
export const insertProfile = async (db: Db, profile: NewProfile): Promise<number> => {
  await requireParts(db, profile)
  const { id } = await db.insertInto('lab_profiles').values(columnsOf(profile)).returning('id').executeTakeFirstOrThrow()
  await setPanelsOfProfile(db, id, profile.panels)
  return id
}

/** Changes a profile, which gets the next version; 400 at the fields that do not fit. The catalogue is held. */
export const changeProfile = async (db: Db, before: Profile, change: ProfileChange) => {
  await requireParts(db, change, before)
  await db
    .updateTable('lab_profiles')
    .set({ ...columnsOf(change), version: sql`version + 1` })
    .where('id', '=', before.id)
    .execute()
  if (change.panels) await setPanelsOfProfile(db, before.id, change.panels)
}
