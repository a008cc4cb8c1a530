import { call, messageOf } from '#web/calls/api.ts'
import { dropDraft, keepDraft, readDraft } from '#web/forms/drafts.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { keyAfter } from '#web/calls/intent-key.ts'
import { randomId } from '#web/calls/random-id.ts'
import { session } from '#web/session/session.ts'
import { createStore, useStore, type Store } from '#web/state/store.ts'
import { createLabTestRequest } from '../contract.ts'
import { withSexReason, type SexReason } from './ask-other-sex.ts'
import { chosenAfter, nothingChosen, requestOf, type Chosen, type ChosenChange } from './chosen-tests.ts'
import { countAsked } from './favourite-tests.ts'

interface Held {
  chosen: Chosen
  isSending: boolean
  failure: string | null
  /** Of this choice until it is requested: sent twice it is taken once. */
  key: string
}

const held = new Map<string, Store<Held>>()
// What one person was choosing is not for the next.
session.subscribe(() => session.get().user ?? held.clear())
const draftOf = (visit: number) => `lab-tests-${visit}`
const fresh = (): Held => ({ chosen: nothingChosen, isSending: false, failure: null, key: randomId() })
const isNothing = ({ tests, note }: Chosen) => tests.length === 0 && note === ''

const storeOf = (visit: number): Store<Held> => {
  const person = session.get().user?.user_id ?? 0
  const name = `${person}:${visit}`
  const known = held.get(name)
  if (known) return known
  const store = createStore<Held>(fresh())
  held.set(name, store)
  void readDraft(person, draftOf(visit)).then((draft) => {
    const values = draft?.values as Pick<Held, 'chosen' | 'key'> | undefined
    if (values && isNothing(store.get().chosen)) store.set({ ...store.get(), ...values })
    store.subscribe(() => {
      const { chosen, key } = store.get()
      if (isNothing(chosen)) void dropDraft(person, draftOf(visit))
      else void keepDraft(person, draftOf(visit), { chosen, key })
    })
  })
  return store
}

const send = async (store: Store<Held>, process: number | null): Promise<boolean> => {
  const { chosen, isSending, key } = store.get()
  if (isSending || process === null) return false
  const body = requestOf(process, chosen)
  if (body === null) return true
  store.set({ ...store.get(), isSending: true, failure: null })
  try {
    // A refusal gives the key back: with the reason the same goes out under it.
    const ask = (reason: SexReason) => call(createLabTestRequest, { body: { ...body, ...reason } }, { idempotencyKey: key })
    if (!(await withSexReason(ask))) {
      store.set({ ...store.get(), isSending: false })
      return false
    }
  } catch (error) {
    store.set({ ...store.get(), isSending: false, failure: messageOf(error), key: keyAfter(key, error) })
    return false
  }
  countAsked(chosen.tests)
  store.set(fresh())
  void queryClient.invalidateQueries()
  return true
}

/** The tests that a person is choosing in a visit, kept through reloads until they are requested. `send` answers whether nothing is left. */
export const useTests = (visit: number, process: number | null) => {
  const store = storeOf(visit)
  const { chosen, failure, isSending } = useStore(store)
  return {
    chosen,
    tests: chosen.tests,
    failure,
    sending: isSending,
    change: (change: ChosenChange) => store.set({ ...store.get(), chosen: chosenAfter(store.get().chosen, change), failure: null }),
    send: () => send(store, process),
  }
}
