import {
  createEquipment,
  Equipment,
  getCodes,
  getEquipment as getContract,
  listEquipment,
  listUnmapped,
  putCodes,
  tryEquipment,
  updateEquipment,
  usualLayout,
  findPreset,
} from '#features/analysers/contract.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { checkCodes, findCodes, replaceCodes } from './codes.ts'
import { findEquipment, findNamesake, getEquipment, insertEquipment, lockEquipment, updateEquipmentRow } from './equipment.ts'
import { layoutOf, toWhole } from './layouts.ts'
import { checkPlace } from './place.ts'
import { tryLine } from './try-line.ts'
import { findUnmapped } from './unmapped.ts'

const ENTITY = 'lab equipment'
const nowhere = {
  protocol: 'hl7',
  connection: 'none',
  host: null,
  port: null,
  order_message: null,
  preset: null,
  layout: usualLayout,
} as const

type Sent = Parameters<typeof checkPlace>[0] & Parameters<typeof layoutOf>[0]
type Before = Parameters<typeof checkPlace>[1] & Parameters<typeof layoutOf>[1]
/** Everything that decides how messages come and are read; 400 names each field that does not fit. */
const settingsOf = (sent: Sent, before: Before) => {
  const { place, errors } = checkPlace(sent, before)
  const { errors: more, layout, preset } = layoutOf(sent, before, place.protocol)
  const all = { ...errors, ...more }
  if (Object.keys(all).length > 0) throw invalidInput(all)
  return { ...place, preset, layout: JSON.stringify(layout) }
}

const requireFreeName = async (db: Db, name: string, except?: number) => {
  if (await findNamesake(db, name, except)) throw fieldError('name', 'An analyser with this name already exists.')
}

export const equipmentRoutes: Route[] = [
  handle(listEquipment, ({ db }) => findEquipment(db)),

  handle(getContract, ({ db, params }) => getEquipment(db, params.id)),

  handle(createEquipment, async ({ db, body, audit, publish }) => {
    const settings = settingsOf(body, nowhere)
    await requireFreeName(db, body.name)
    const equipment = { name: body.name, sender: body.sender ?? '', note: body.note ?? '', ...settings }
    const id = await insertEquipment(db, equipment)
    audit('create', { entity: ENTITY, id, change: equipment })
    publish('analysers', id)
    return getEquipment(db, id)
  }),

  handle(updateEquipment, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { version = ifMatch, name, sender, note, is_active } = body
    const before = await lockEquipment(db, params.id)
    await requireUnchanged(before, requireVersion(version), async () => Equipment.encode(await getEquipment(db, params.id)))
    if (name !== undefined) await requireFreeName(db, name, params.id)
    const settings = settingsOf(body, { ...before, layout: toWhole(before.layout) })
    const own = Object.fromEntries(Object.entries({ name, sender, note, is_active }).filter(([, value]) => value !== undefined))
    const after = await updateEquipmentRow(db, params.id, { ...own, ...settings })
    audit('change', { entity: ENTITY, id: params.id, change: changedFields(before, after) })
    publish('analysers', params.id)
    return getEquipment(db, params.id)
  }),

  handle(getCodes, async ({ db, params }) => {
    const { version } = await getEquipment(db, params.id)
    return { version, codes: await findCodes(db, params.id) }
  }),

  handle(putCodes, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { version = ifMatch, codes } = body
    const equipment = await lockEquipment(db, params.id)
    const before = await findCodes(db, params.id)
    await requireUnchanged(equipment, requireVersion(version), () => ({ version: equipment.version, codes: before }))
    await checkCodes(db, codes)
    await replaceCodes(db, params.id, codes)
    const after = await updateEquipmentRow(db, params.id, {})
    const now = await findCodes(db, params.id)
    audit('change codes', { entity: ENTITY, id: params.id, change: { codes: [before, now] } })
    publish('analysers', params.id)
    return { version: after.version, codes: now }
  }),

  handlePrepared(
    tryEquipment,
    ({ db, params }) => tryLine(db, params.id),
    async ({ prepared, params, audit }) => {
      const { is_reached, answer } = prepared
      audit('test connection', { entity: ENTITY, id: params.id, change: { is_reached, answer } })
      return prepared
    },
  ),

  handle(listUnmapped, async ({ db, params }) => {
    const { preset } = await getEquipment(db, params.id)
    return findUnmapped(db, params.id, findPreset(preset)?.tests)
  }),
]
