import type { Hl7Segment } from '@medplum/core'

/** An OBX with the notes that follow it. */
export interface Observation {
  obx: Hl7Segment
  notes: Hl7Segment[]
}

/** What belongs to one OBR: the samples it was measured on and what was measured. */
export interface ObservationGroup {
  pid: Hl7Segment | null
  obr: Hl7Segment | null
  specimens: Hl7Segment[]
  containers: Hl7Segment[]
  inventory: Hl7Segment[]
  observations: Observation[]
  /** Observations on the sample as such (volume, haemolysis), which stand behind its SPM. */
  ofSpecimen: Observation[]
  /** Notes on the patient, the order or the sample: of all that was measured. */
  notes: Hl7Segment[]
}

interface Growing extends ObservationGroup {
  isSpecimenSeen: boolean
}

const begin = (pid: Hl7Segment | null, obr: Hl7Segment | null): Growing => ({
  pid,
  obr,
  specimens: [],
  containers: [],
  inventory: [],
  observations: [],
  ofSpecimen: [],
  notes: [],
  isSpecimenSeen: false,
})

const placeOf = (segments: readonly Hl7Segment[], names: readonly string[]) => {
  const place = segments.findIndex(({ name }) => names.includes(name))
  return place === -1 ? Infinity : place
}

/** A sample's segments come before its OBRs (OUL^R21, R22, R23, and ORU by some) or behind them (ORU, OUL^R24): the first ones tell. */
const isSpecimenFirst = (segments: readonly Hl7Segment[]) => placeOf(segments, ['SPM', 'SAC']) < placeOf(segments, ['OBR'])

const sampleSegments = { SPM: 'specimens', SAC: 'containers', INV: 'inventory' } as const

const groupsOfPatient = (pid: Hl7Segment | null, segments: readonly Hl7Segment[]): Growing[] => {
  const isFirst = isSpecimenFirst(segments)
  const groups: Growing[] = []
  const ofPatient = begin(pid, null)
  let sample = ofPatient
  let group: Growing | null = null
  let last: Observation | null = null
  const current = () => (group ??= groups[groups.push(sample) - 1]!)

  for (const segment of segments) {
    const kind = sampleSegments[segment.name as keyof typeof sampleSegments]
    if (kind && isFirst) {
      const isNext = kind === 'specimens' || (kind === 'containers' && group?.obr)
      if (isNext) {
        const specimens: Hl7Segment[] = kind === 'containers' ? sample.specimens : []
        sample = { ...begin(pid, null), specimens, notes: [...ofPatient.notes] }
        group = null
      }
      sample[kind] = [...sample[kind], segment]
      sample.isSpecimenSeen = true
    } else if (kind) {
      current()[kind].push(segment)
      current().isSpecimenSeen = true
    } else if (segment.name === 'OBR') {
      // What was said of the sample as such is no result once there is an OBR.
      if (group && !group.obr && group.isSpecimenSeen) groups.pop()
      const { specimens, containers, inventory, ofSpecimen, notes } = sample
      group = { ...begin(pid, segment), notes: [...notes], ...(isFirst ? { specimens, containers, inventory, ofSpecimen } : {}) }
      groups.push(group)
    } else if (segment.name === 'OBX') {
      last = { obx: segment, notes: [] }
      const { observations, ofSpecimen, isSpecimenSeen } = current()
      ;(isSpecimenSeen ? ofSpecimen : observations).push(last)
      continue
    } else if (segment.name === 'NTE') {
      ;(last?.notes ?? (group ?? sample).notes).push(segment)
      continue
    }
    last = null
  }
  return groups
}

/**
 * The observations of a message by OBR, each with its own samples and the notes on them: a note behind an observation is of that one alone, any
 * other is of all that follow it in its patient, sample or order. Observations behind an SPM speak of the sample, unless nothing else
 * was measured: then they are taken for results, so that none is lost.
 */
export const groupObservations = (segments: readonly Hl7Segment[]): ObservationGroup[] => {
  const starts = segments.flatMap(({ name }, place) => (name === 'PID' ? [place] : []))
  const patients = [0, ...starts].map((start, index) => {
    const pid = index === 0 ? null : segments[start]!
    return groupsOfPatient(pid, segments.slice(pid ? start + 1 : 0, starts[index] ?? segments.length))
  })
  return patients.flat().map((group) => (group.observations.length > 0 ? group : { ...group, observations: group.ofSpecimen }))
}
