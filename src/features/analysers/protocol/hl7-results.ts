import { dictionary } from '#shared/dictionary.ts'
import type { Hl7Segment } from '@medplum/core'
import { groupObservations, type Observation, type ObservationGroup } from './hl7-groups.ts'
import type { FieldReader } from './hl7-fields.ts'
import { problemsIn } from '#features/laboratory/rules.ts'
import { fieldPlace, isControlNumber, namedTest, partOf, sampleNumber, type MessageLayout } from './layout.ts'
import { isoTime, statedSex, valueBeside, type AnalyserResult, type ResultStatus, type StatedPatient } from './message.ts'

const statuses: Record<string, ResultStatus> = dictionary<ResultStatus>({
  '': 'final',
  F: 'final',
  U: 'final',
  V: 'final',
  P: 'preliminary',
  R: 'preliminary',
  S: 'preliminary',
  I: 'preliminary',
  C: 'corrected',
  A: 'corrected',
  X: 'cannot',
  D: 'deleted',
  W: 'wrong',
})

const coded = new Set(['CE', 'CWE', 'CNE', 'CF', 'IS', 'ID'])
const attachments = new Set(['ED', 'RP'])
/** Table 0369: control, calibrator, electronic control, proficiency (own and the organisation's), blind and verifying material. */
const controlRoles = new Set(['Q', 'C', 'E', 'F', 'O', 'B', 'V'])

const patientOf = (pid: Hl7Segment | null, { text }: FieldReader): StatedPatient | null => {
  if (!pid) return null
  // A family name may hold its prefix as a subcomponent.
  const name = [text(pid, 5, 1, 1), text(pid, 5, 2)].filter(Boolean).join(' ')
  return {
    id: text(pid, 3) || text(pid, 2) || text(pid, 4),
    name,
    birthDate: isoTime(text(pid, 7).slice(0, 8)),
    sex: statedSex(text(pid, 8)),
  }
}

/** The number of the sample where the layout has it; two of them for one result are none. */
const placedAccessions = (group: ObservationGroup, { text }: FieldReader, layout: MessageLayout, problems: string[]): string[] => {
  const { record, field, component } = fieldPlace(layout.sample_field ?? '')
  const segments = { OBR: [group.obr], PID: [group.pid], SPM: group.specimens, SAC: group.containers }[record] ?? []
  const numbers = [...new Set(segments.map((segment) => sampleNumber(text(segment, field, component, 1), layout)).filter(Boolean))]
  if (numbers.length < 2) return numbers
  problems.push(`Two samples are named for one result: ${numbers.join(', ')}`)
  return []
}

const accessionsOf = (group: ObservationGroup, reader: FieldReader, layout: MessageLayout, problems: string[]): string[] => {
  if (layout.sample_field !== null) return placedAccessions(group, reader, layout, problems)
  const { obr, specimens, containers } = group
  const { text } = reader
  const ids = specimens.map((spm) => text(spm, 2, 1, 1) || text(spm, 2, 2, 1))
  if (new Set(ids.filter(Boolean)).size > 1) {
    problems.push(`Two samples are named for one result: ${[...new Set(ids)].join(', ')}`)
    return []
  }
  const ofContainers = containers.map((sac) => text(sac, 3, 1))
  const candidates = [
    ...ids,
    ...specimens.map((spm) => text(spm, 2, 2, 1)),
    ...ofContainers,
    ...containers.map((sac) => text(sac, 4, 1)),
    text(obr, 3, 1),
    text(obr, 2, 1),
  ]
  return [...new Set(candidates.map((one) => sampleNumber(one, layout)).filter(Boolean))]
}

/** A unit is coded (g/L^gram per litre^UCUM), unless it is a power of ten that was not escaped (10^3/uL). */
const unitOf = (obx: Hl7Segment, { text, whole }: FieldReader) => {
  const code = text(obx, 6, 1)
  return code.endsWith('10') && /^-?\d/.test(text(obx, 6, 2)) ? (whole(obx, 6)[0] ?? '') : code || text(obx, 6, 2)
}

const all = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join('\n')

const valueOf = (obx: Hl7Segment, type: string, reader: FieldReader): { value: string | null; valueText: string } => {
  if (attachments.has(type)) return { value: null, valueText: '' }
  if (coded.has(type)) {
    const parts = reader.parts(obx, 5)
    const valueText = all(parts.map((part) => part[1] || part[4] || part[8]))
    return { value: all(parts.map((part) => part[0] || part[3] || part[1] || part[8])) || null, valueText }
  }
  // A structured number: comparator, number, separator, number.
  if (type === 'SN') return { value: all(reader.parts(obx, 5).map((part) => part.slice(0, 4).join(''))) || null, valueText: '' }
  return { value: all(reader.whole(obx, 5)) || null, valueText: '' }
}

/** Table 0493, as far as it speaks against a result: clotted, contaminated, haemolysed, not received. */
const badConditions: Record<string, string> = dictionary<string>({
  CLOT: 'Specimen condition: clotted',
  CON: 'Specimen condition: contaminated',
  HEM: 'Specimen condition: haemolysed',
  SNR: 'Specimen condition: not received',
})
const isNothing = (value: string) => /^(?:0+(?:\.0+)?|-|n|no|none|normal|neg(?:ative)?|absent)?$/i.test(value)

/** What a message says of the sample: its notes, its condition, why it was refused, and what was found of haemolysis and the like in it. */
const sampleRemarks = ({ notes, specimens, ofSpecimen, observations }: ObservationGroup, reader: FieldReader): string => {
  const { text } = reader
  const conditions = specimens.flatMap((spm) => [
    badConditions[text(spm, 24).toUpperCase()] ?? (problemsIn(text(spm, 24, 2)).length > 0 ? text(spm, 24, 2) : ''),
    text(spm, 21, 2) || text(spm, 21),
  ])
  // Taken for results where nothing else was measured.
  const found = observations === ofSpecimen ? [] : ofSpecimen
  const indices = found.map(({ obx }) => {
    const { code, codeText } = codeOf(obx, reader)
    const { value, valueText } = valueOf(obx, text(obx, 2).toUpperCase(), reader)
    const message = `${codeText || code}: ${valueText || value || ''} ${unitOf(obx, reader)}`.trim()
    return isNothing(value ?? '') || problemsIn(message).length === 0 ? '' : message
  })
  return all([notesOf(notes, reader), ...conditions, ...indices, ...found.map(({ notes: own }) => notesOf(own, reader))])
}

const notesOf = (notes: readonly Hl7Segment[], { whole }: FieldReader) => all(notes.flatMap((nte) => whole(nte, 3)))

const codeOf = (obx: Hl7Segment, { text }: FieldReader) => {
  if (text(obx, 3, 1)) return { code: text(obx, 3, 1), codeText: text(obx, 3, 2), codeSystem: text(obx, 3, 3) }
  // Instruments that think in ASTM put the code where the alternate one belongs.
  return { code: text(obx, 3, 4), codeText: text(obx, 3, 5) || text(obx, 3, 2), codeSystem: text(obx, 3, 6) }
}

/** The test that an observation is of, and the part of its result, by the instrument's layout. */
const testOf = (obx: Hl7Segment, layout: MessageLayout, reader: FieldReader) => {
  const component = (number: number) => reader.text(obx, 3, number)
  const usual = codeOf(obx, reader)
  if (layout.test_components.length > 0) return { ...usual, ...namedTest(component, layout) }
  return { ...usual, part: partOf(usual.code, component, layout) }
}

const resultOf = (
  { obx, notes }: Observation,
  of: Pick<AnalyserResult, 'accession' | 'accessions' | 'patient' | 'isControl' | 'isControlByNumber' | 'lot' | 'level' | 'order'>,
  remarks: string,
  layout: MessageLayout,
  reader: FieldReader,
  problems: string[],
): AnalyserResult => {
  const { text, whole } = reader
  const valueType = text(obx, 2).toUpperCase()
  const sent = valueOf(obx, valueType, reader)
  const state = text(obx, 11).toUpperCase()
  const status = statuses[state] ?? 'unknown'
  const code = testOf(obx, layout, reader)
  if (status === 'unknown') problems.push(`Result status ${state} of ${code.code} is not known`)
  if (!code.code) problems.push('A result has no code in OBX-3')
  return {
    ...of,
    ...code,
    subId: text(obx, 4),
    doubt: null,
    valueText: sent.valueText,
    valueType,
    unit: unitOf(obx, reader),
    range: whole(obx, 7)[0] ?? '',
    flags: whole(obx, 8).filter(Boolean),
    status,
    observedAt: isoTime(text(obx, 14)) ?? isoTime(text(obx, 19)),
    device: text(obx, 18, 1),
    ...valueBeside(status, sent.value, all([notesOf(notes, reader), remarks])),
  }
}

/** The results of a message's segments, each with its own sample and patient. Oddities go to `problems`. */
export const resultsOf = (
  segments: readonly Hl7Segment[],
  reader: FieldReader,
  isControlMessage: boolean,
  layout: MessageLayout,
  problems: string[],
): AnalyserResult[] => {
  const { text } = reader
  return groupObservations(segments).flatMap((group, order) => {
    if (group.observations.length === 0) return []
    const accessions = accessionsOf(group, reader, layout, problems)
    const roles = [...group.specimens.map((spm) => text(spm, 11)), text(group.obr, 15, 7)]
    const isStatedControl = isControlMessage || roles.some((role) => controlRoles.has(role.toUpperCase()))
    const isNumbered = accessions.some((one) => isControlNumber(one, layout))
    const of = {
      accession: accessions[0] ?? '',
      accessions,
      patient: patientOf(group.pid, reader),
      isControl: isStatedControl || isNumbered,
      isControlByNumber: (isNumbered && !isStatedControl) || undefined,
      order,
      lot: group.inventory.map((inv) => text(inv, 16)).find(Boolean) ?? '',
      level: group.inventory.map((inv) => text(inv, 1, 2) || text(inv, 1)).find(Boolean) ?? '',
    }
    const remarks = sampleRemarks(group, reader)
    return group.observations.map((observation) => resultOf(observation, of, remarks, layout, reader, problems))
  })
}
