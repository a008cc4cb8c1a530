import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval'

/** What was typed and not saved, and when. */
export interface Draft {
  values: unknown
  at: number
  /** The version of the record that it is a change of. */
  version?: number | undefined
}

let opened: UseStore | null = null
const store = () => (opened ??= createStore('kliniki-drafts', 'drafts'))
const nameOf = (person: number, key: string) => `${person}:${key}`

/** Drafts are a kindness: a browser that forbids its database simply keeps none. */
const quietly = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch {
    return undefined
  }
}

export const readDraft = (person: number, key: string) => quietly(() => get<Draft>(nameOf(person, key), store()))
export const keepDraft = (person: number, key: string, values: unknown, version?: number) =>
  quietly(() => set(nameOf(person, key), { values, at: Date.now(), version } satisfies Draft, store()))
export const dropDraft = (person: number, key: string) => quietly(() => del(nameOf(person, key), store()))
/** Erases every draft of this browser: at sign-out. */
export const eraseDrafts = () => quietly(() => clear(store()))
