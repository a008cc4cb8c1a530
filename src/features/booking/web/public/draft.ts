import { randomId } from '#web/calls/random-id.ts'
import { createStore } from '#web/state/store.ts'

/** What has been chosen and typed so far, as it was typed. */
export interface Draft {
  /** Made when the form opens: however often it is sent, it books once. */
  key: string
  /** The bookings as they were sent, while nobody knows which of them arrived. */
  sent: string[]
  item: number | null
  /** 'any' for whoever is free first. */
  doctor: number | 'any' | null
  start: string | null
  first_name: string
  second_name: string
  born: string
  gender: '' | 'female' | 'male' | 'other'
  phone: string
  email: string
  reason: string
  consented: boolean
  consent_version: number | null
}
export type Typed = 'first_name' | 'second_name' | 'born' | 'gender' | 'phone' | 'email' | 'reason'

const PLACE = 'booking'
/** A draft that was left lying longer is somebody else's business. */
const KEPT_MS = 30 * 60_000

const emptyDraft = (): Draft => ({
  key: randomId(),
  sent: [],
  item: null,
  doctor: null,
  start: null,
  first_name: '',
  second_name: '',
  born: '',
  gender: '',
  phone: '',
  email: '',
  reason: '',
  consented: false,
  consent_version: null,
})

const keptDraft = (): Draft => {
  try {
    const { at, draft } = JSON.parse(sessionStorage.getItem(PLACE) ?? '{}') as { at?: number; draft?: Draft }
    if (draft && at !== undefined && Date.now() - at < KEPT_MS) return { ...emptyDraft(), ...draft }
    sessionStorage.removeItem(PLACE)
  } catch {
    // A browser that forbids its storage keeps the draft as long as the page.
  }
  return emptyDraft()
}

export const draft = createStore(keptDraft())

/** Changes the draft; it outlives a reload of this tab, not the tab. */
export const write = (change: Partial<Draft>) => {
  draft.set({ ...draft.get(), ...change })
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ at: Date.now(), draft: draft.get() }))
  } catch {
    // As above.
  }
}

/** Leaves nothing behind: neither what was typed nor the key it was sent with. */
export const forget = () => {
  draft.set(emptyDraft())
  try {
    sessionStorage.removeItem(PLACE)
  } catch {
    // Then nothing was kept either.
  }
}
