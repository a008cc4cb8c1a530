import { call, messageOf } from '#web/api.ts'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'
import { queryClient } from '#web/query-client.ts'
import { randomId } from '#web/random-id.ts'
import { session } from '#web/session.ts'
import { createStore, useStore, type Store } from '#web/store.ts'
import { createLabTestRequest } from '../contract.ts'

/** A test that is chosen and not requested yet. */
export interface ChosenTest {
  id: number
  name: string
  price: string | null
}
interface Chosen {
  tests: readonly ChosenTest[]
  note: string
  isSending: boolean
  failure: string | null
  /** Of the tests as they stand: sent twice they are taken once. */
  key: string
}

const held = new Map<string, Store<Chosen>>()
// What one person was choosing is not for the next.
session.subscribe(() => session.get().user ?? held.clear())
const draftOf = (visit: number) => `tests-${visit}`

const storeOf = (visit: number): Store<Chosen> => {
  const person = session.get().user?.user_id ?? 0
  const name = `${person}:${visit}`
  const known = held.get(name)
  if (known) return known
  const store = createStore<Chosen>({ tests: [], note: '', isSending: false, failure: null, key: randomId() })
  held.set(name, store)
  void readDraft(person, draftOf(visit)).then((draft) => {
    const values = draft?.values as Pick<Chosen, 'tests' | 'note' | 'key'> | undefined
    if (values && store.get().tests.length === 0) store.set({ ...store.get(), ...values })
    store.subscribe(() => {
      const { tests, note, key } = store.get()
      if (tests.length === 0 && note === '') void dropDraft(person, draftOf(visit))
      else void keepDraft(person, draftOf(visit), { tests, note, key })
    })
  })
  return store
}

/** The tests that a person is choosing in a visit, kept through reloads until they are requested. `send` answers whether nothing is left. */
export const useTests = (visit: number, process: number | null) => {
  const store = storeOf(visit)
  const { tests, note, isSending, failure } = useStore(store)
  const change = (part: Partial<Chosen>) => store.set({ ...store.get(), failure: null, key: randomId(), ...part })
  return {
    tests,
    note,
    failure,
    sending: isSending,
    total: tests.reduce((sum, { price }) => sum + Number(price ?? 0), 0),
    add: (test: ChosenTest) => change({ tests: [...tests.filter(({ id }) => id !== test.id), test] }),
    remove: (id: number) => change({ tests: tests.filter((test) => test.id !== id) }),
    setNote: (text: string) => change({ note: text }),
    clear: () => change({ tests: [], note: '' }),
    send: async (): Promise<boolean> => {
      const chosen = store.get()
      if (chosen.isSending || process === null) return false
      if (chosen.tests.length === 0) return true
      store.set({ ...chosen, isSending: true, failure: null })
      const panels = chosen.tests.map(({ id }) => ({ test_panel: id }))
      try {
        await call(
          createLabTestRequest,
          { body: { process, panels, ...(chosen.note.trim() && { note: chosen.note }) } },
          { idempotencyKey: chosen.key },
        )
      } catch (error) {
        store.set({ ...store.get(), isSending: false, failure: messageOf(error) })
        return false
      }
      store.set({ tests: [], note: '', isSending: false, failure: null, key: randomId() })
      void queryClient.invalidateQueries()
      return true
    },
  }
}
