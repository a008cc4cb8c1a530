import type { SampleRow } from '../lab-types.ts'

/** The samples of one visit, in the order in which its tubes are filled. */
export interface Draw {
  process: number
  samples: SampleRow[]
}

const rank = { stat: 0, urgent: 1, routine: 2 }
/** The most urgent of some samples. */
export const urgencyOf = (samples: readonly Pick<SampleRow, 'priority'>[]): SampleRow['priority'] =>
  samples.reduce<SampleRow['priority']>((most, { priority }) => (rank[priority] < rank[most] ? priority : most), 'routine')

/** Samples by visit, visits in the order in which they come; `specimens` are the ids of specimens in the order of draw. */
export const drawsOf = (samples: readonly SampleRow[], specimens: readonly number[]): Draw[] => {
  const place = (id: number) => {
    const at = specimens.indexOf(id)
    return at < 0 ? specimens.length : at
  }
  return [...Map.groupBy(samples, ({ process }) => process)].map(([process, own]) => ({
    process,
    samples: own.toSorted((a, b) => place(a.specimen) - place(b.specimen) || a.id - b.id),
  }))
}

export const mayCollect = ({ state }: Pick<SampleRow, 'state'>): boolean => state === 'to collect'
export const mayReceive = ({ state }: Pick<SampleRow, 'state'>): boolean => state === 'collected'
export const mayReject = ({ state }: Pick<SampleRow, 'state'>): boolean => state === 'collected' || state === 'received'

/** Takes one in or out of what is selected. */
export const toggledIn = (selected: ReadonlySet<number>, id: number): ReadonlySet<number> => {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
/** All of them in; out again when all were in. */
export const toggledAll = (selected: ReadonlySet<number>, ids: readonly number[]): ReadonlySet<number> => {
  const isAll = ids.every((id) => selected.has(id))
  return new Set(isAll ? [...selected].filter((id) => !ids.includes(id)) : [...selected, ...ids])
}

/** The sample of a label, whatever case it was scanned in. */
export const sampleOfCode = <S extends Pick<SampleRow, 'patient_sample_code'>>(samples: readonly S[], code: string): S | undefined =>
  samples.find(({ patient_sample_code }) => patient_sample_code.toUpperCase() === code.trim().toUpperCase())
