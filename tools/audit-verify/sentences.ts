import type { Finding } from '#platform/audit/findings.ts'

const saying = ({ row }: Finding) => {
  if (!row) return ''
  const { at, actor_id, actor_name, action, entity, entity_id, patient_id, change } = row
  const who = actor_id === null ? 'the system' : `${actor_name ?? 'account'} (${actor_id})`
  const patientPart = patient_id === null ? '' : `, patient ${patient_id}`
  const what = `${action} ${entity}${entity_id === null ? '' : ` ${entity_id}`}${patientPart}`
  return ` It says now: ${at.toISOString()}, ${who}, ${what}${change === null ? '' : `, ${JSON.stringify(change)}`}.`
}

const rowSentences: Record<string, (of: Finding) => string> = {
  changed: ({ id }) => `Row ${id} was changed after it was sealed.`,
  removed: ({ id }) => `Row ${id} was removed after it was sealed.`,
  added: ({ id }) => `Row ${id} was added afterwards, among rows that were sealed without it.`,
  moved: ({ id, sealed_as }) => `Row ${id} is not in its place: what it says was sealed as row ${sealed_as}.`,
}
const sealSentences: Record<string, (of: Finding) => string> = {
  'seal missing': ({ seal }) => `Seal ${seal} is missing.`,
  'seal changed': ({ seal }) => `Seal ${seal} was changed: it does not fit its own hash, or its rows.`,
  'seal replaced': ({ seal }) => `Seal ${seal} does not follow on seal ${Number(seal) - 1}: one of the two was replaced.`,
}

/** What was found, in one line for people. */
export const sentenceOf = (finding: Finding): string => {
  const { fault, seal, sealed_at, touched } = finding
  const message = (rowSentences[fault] ?? sealSentences[fault])?.(finding) ?? fault
  const where = seal === null || fault in sealSentences ? '' : ` Seal ${seal}, made ${sealed_at?.toISOString()}.`
  const more = touched > 1 ? ` ${touched} rows of this seal are not as they were.` : ''
  return `${message}${saying(finding)}${where}${more}`
}
