import { isClosed, type Track } from '../rules.ts'

/** Where a patient who has been to triage goes on to; back to the desk, or out of the house, is not on. */
const isOn = (to: Track) => to !== 'reception' && to !== 'triage' && !isClosed(to)
/** Moves that are made only with a triage category, or as an emergency. From the desk: of who went back there from triage. */
export const needsCategoryFor = (from: Track, to: Track): 'always' | 'after triage' | null =>
  !isOn(to) ? null : from === 'triage' ? 'always' : from === 'reception' ? 'after triage' : null
