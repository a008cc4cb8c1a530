import { type MessageLayout, sampleRecords, usualLayout, findPreset } from '#features/analysers/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FieldErrors } from '#platform/errors/problem.ts'
import { fieldPlace } from '../protocol.ts'

/** A layout as it is kept, with what it leaves out. */
export const toWhole = (stored: unknown): MessageLayout => ({ ...usualLayout, ...(stored as Partial<MessageLayout>) })

/** Where the messages of an instrument have what is read of them. */
export const findLayout = async (db: Db, equipment: number): Promise<MessageLayout> => {
  const { layout } = await db.selectFrom('lab_equipment').select('layout').where('id', '=', equipment).executeTakeFirstOrThrow()
  return toWhole(layout)
}

interface Sent {
  preset?: string | null | undefined
  layout?: { [K in keyof MessageLayout]?: MessageLayout[K] | undefined } | undefined
}
interface Read {
  preset: string | null
  layout: MessageLayout
}

const recordErrors = ({ sample_field: place }: MessageLayout, protocol: 'hl7' | 'astm'): FieldErrors => {
  const allowed: readonly string[] = sampleRecords[protocol]
  if (place === null || allowed.includes(fieldPlace(place).record)) return {}
  return { 'layout.sample_field': [`${place} is not a field of ${protocol.toUpperCase()} messages. Allowed: ${allowed.join(', ')}.`] }
}
const pieceErrors = ({ sample_separator: separator, sample_piece: piece }: MessageLayout): FieldErrors => {
  if ((separator === null) === (piece === null)) return {}
  return separator === null
    ? { 'layout.sample_separator': ['Enter the separator character.'] }
    : { 'layout.sample_piece': ['Enter the position of the sample number.'] }
}

/**
 * How the messages of an instrument are read, of what was sent over what was there: a preset brings its own layout unless another one is sent.
 * Errors by field where it does not fit the protocol.
 */
export const layoutOf = (sent: Sent, before: Read, protocol: 'hl7' | 'astm'): Read & { errors: FieldErrors } => {
  const preset = sent.preset === undefined ? before.preset : sent.preset
  const known = findPreset(preset)
  const base = sent.preset !== undefined && sent.preset !== before.preset ? (known?.layout ?? usualLayout) : before.layout
  const layout: MessageLayout = sent.layout === undefined ? base : Object.assign({}, usualLayout, sent.layout)
  const errors = { ...recordErrors(layout, protocol), ...pieceErrors(layout) }
  if (known && known.protocol !== protocol) errors['preset'] = [`${known.name} sends ${known.protocol.toUpperCase()} messages.`]
  return { preset, layout, errors }
}
