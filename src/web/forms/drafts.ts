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

/**
 * Keeps one draft a moment after the last change to it. Once it is forgotten nothing that was typed before is kept any more, whatever was
 * still waiting for its moment: what was saved must not come back as a draft.
 */
export const draftKeeper = (person: number, key: string, afterMs: number) => {
  let waiting: { timer: ReturnType<typeof setTimeout>; keep: () => void } | null = null
  const letGo = () => {
    clearTimeout(waiting?.timer)
    waiting = null
  }
  return {
    keepSoon: (values: unknown, version?: number) => {
      letGo()
      const keep = () => {
        letGo()
        void keepDraft(person, key, values, version)
      }
      waiting = { keep, timer: setTimeout(keep, afterMs) }
    },
    /** For who leaves at once. */
    keepNow: () => waiting?.keep(),
    letGo,
    forget: () => {
      letGo()
      return dropDraft(person, key)
    },
  }
}
