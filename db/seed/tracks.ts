import type { Track } from '#features/attendance/rules.ts'
import { type Random, weightTable } from './random.ts'

const start: readonly Track[] = ['reception', 'triage', 'doctor']
const tests: readonly Track[] = ['lab', 'awaiting result', 'added result']
const end: readonly Track[] = ['billing', 'complete']
const seen = [...start, ...end]
const drugs = [...start, 'pharmacy', ...end] as const
const tested = [...start, ...tests, 'doctor', ...end] as const
const testedDrugs = [...start, ...tests, 'doctor', 'pharmacy', ...end] as const
const nurse = ['reception', 'triage', ...end] as const

type Choice = readonly [readonly Track[], number]
const paths = (...choices: readonly Choice[]) => weightTable(choices, ([, weight]) => weight)

const byKind = {
  laboratory: paths([testedDrugs, 70], [tested, 8], [drugs, 22]),
  drugs: paths([drugs, 84], [testedDrugs, 11], [seen, 5]),
  talk: paths([seen, 66], [drugs, 26], [tested, 8]),
  treatment: paths([drugs, 64], [seen, 36]),
  review: paths([drugs, 58], [testedDrugs, 30], [['reception', 'doctor', 'pharmacy', ...end], 12]),
  antenatal: paths([drugs, 38], [testedDrugs, 34], [nurse, 28]),
  nurse: paths([nurse, 90], [seen, 10]),
  'laboratory-only': paths([['reception', ...tests, ...end], 70], [tested, 30]),
} as const
export type PathKind = keyof typeof byKind

const leftUnseen = paths([['reception', 'complete'], 2], [['reception', 'triage', 'discharged'], 3])

/** The tracks of one visit from reception to complete; every step is a move that the house allows. */
export const pickPath = (rng: Random, kind: PathKind): readonly Track[] => rng.weighted(byKind[kind])[0]

/** A path that leads through the given track; the second of two doctor steps is not told apart. Null when the kind never goes there. */
export const pickPathThrough = (rng: Random, kind: PathKind, track: Track): readonly Track[] | null => {
  const fitting = byKind[kind].items.filter(([path]) => path.includes(track))
  return fitting.length === 0 ? null : rng.weighted(weightTable(fitting, ([, weight]) => weight))[0]
}

/** The short path of somebody who went home before being seen. */
export const pickUnseenPath = (rng: Random): readonly Track[] => rng.weighted(leftUnseen)[0]

// Median minutes on a track, waiting included, and how far they scatter.
const minutes = {
  reception: [6, 0.55],
  triage: [12, 0.6],
  doctor: [23, 0.6],
  lab: [11, 0.55],
  'awaiting result': [27, 0.5],
  'added result': [6, 0.7],
  pharmacy: [12, 0.55],
  billing: [7, 0.6],
} as const satisfies Partial<Record<Track, readonly [number, number]>>

/** A track on which patients of the demonstration clinic spend time. */
export type Room = keyof typeof minutes

/** Minutes that one stay on a track takes, at least one; `load` above 1 makes them longer. */
export const stay = (rng: Random, track: Room, load: number) => {
  const [median, scatter] = minutes[track]
  return Math.max(1, rng.logNormal(median * load, scatter))
}
