import type { ParsedOf } from '#shared/endpoint.ts'
import { holdExternalItem } from '#features/catalogue/public.ts'
import { externalForms, externalName } from '#features/drugs/rules.ts'
import { recordExternalFacts } from '#features/drugs/public.ts'
import type { Context } from '#platform/http/handle.ts'
import type { createExternalDrug, PrescribableItem } from '../contract-writing.ts'
import { findPrescribableItem } from './prescribable-items.ts'

type Naming = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/** Names a drug outside the catalogue, or answers the one that was named so before. */
export const nameExternalDrug = async (
  { db, user, now, audit, publish }: Naming,
  body: ParsedOf<typeof createExternalDrug>['body'],
): Promise<PrescribableItem> => {
  const { substances, strength = '', form } = body
  const name = externalName(body)
  const { id, isNew } = await holdExternalItem(db, { name, unit: externalForms[form] })
  if (isNew) {
    if (substances) await recordExternalFacts(db, { item: id, substances, strength, form, by: user.id, now })
    publish('catalogue', id)
  }
  const change = { name, is_external: true, ...(substances && { substances }) }
  audit(isNew ? 'create' : 'read', { entity: 'item', id, ...(isNew && { change }) })
  return findPrescribableItem(db, id)
}
