import { call, messageOf } from '#web/calls/api.ts'
import {
  ChangedElsewhere,
  keepChoice,
  useChoiceOnScreen,
  watchChoice,
  type ChoiceKeeper,
  type DraftShape,
} from '#features/order-drafts/web/use-draft-sync.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { keyAfter } from '#web/calls/intent-key.ts'
import { randomId } from '#web/calls/random-id.ts'
import { session } from '#web/session/session.ts'
import type { PendingSource } from '#web/session/leaving.ts'
import { createStore, useStore, type Store } from '#web/state/store.ts'
import { createLabTestRequest } from '../contract.ts'
import { priorities } from '../contract-fields.ts'
import { withSexReason, type SexReason } from './ask-other-sex.ts'
import { chosenAfter, mergeChosen, nothingChosen, requestOf, toPendingTest, type Chosen, type ChosenChange } from './chosen-tests.ts'
import { countAsked } from './favourite-tests.ts'

interface Held {
  chosen: Chosen
  isSending: boolean
  failure: string | null
  /** Of this choice until it is requested: sent twice it is taken once. */
  key: string
}
interface Place {
  store: Store<Held>
  keeper: ChoiceKeeper<Chosen>
  source: PendingSource
}

const held = new Map<string, Place>()
// What one person was choosing is not for the next.
session.subscribe(() => session.get().user ?? held.clear())

const shape: DraftShape<Chosen> = {
  kind: 'tests',
  earlierName: 'chosen',
  nothing: nothingChosen,
  names: ({ tests }) => tests.map(({ name }) => name),
  toBody: ({ tests, priority, isFasting, isPregnant, note }) => ({
    tests: {
      tests: tests.map(toPendingTest),
      priority,
      is_fasting: isFasting,
      is_pregnant: isPregnant ?? false,
      note,
    },
  }),
  fromDraft: ({ tests: kept }) =>
    kept
      ? {
          tests: kept.tests.map(({ repeat, ...test }) => (repeat ? { ...test, isRepeat: true } : test)),
          priority: priorities.find((one) => one === kept.priority) ?? nothingChosen.priority,
          isFasting: kept.is_fasting,
          // What is kept knows only yes: no more than that is sent again.
          isPregnant: kept.is_pregnant || null,
          note: kept.note,
        }
      : nothingChosen,
  merge: mergeChosen,
}

const placeOf = (visit: number): Place => {
  const name = `${session.get().user?.user_id ?? 0}:${visit}`
  const known = held.get(name)
  if (known) return known
  const store = createStore<Held>({ chosen: nothingChosen, isSending: false, failure: null, key: randomId() })
  const keeper = keepChoice({ name: `lab-tests-${visit}`, visit }, shape, {
    get: () => ({ content: store.get().chosen, key: store.get().key }),
    set: ({ content, key }) => store.set({ ...store.get(), chosen: content, key }),
    subscribe: store.subscribe,
  })
  const made = { store, keeper, source: watchChoice(visit, 'tests', keeper) }
  held.set(name, made)
  return made
}

/** The person read why a test may be wrong, and asks for none. */
class TurnedBack extends Error {}

const send = async ({ store, keeper }: Place, process: number | null): Promise<boolean> => {
  if (store.get().isSending || process === null) return false
  if (requestOf(process, store.get().chosen) === null) return true
  store.set({ ...store.get(), isSending: true, failure: null })
  try {
    const asked = await keeper.send(async ({ content, key }, draft) => {
      const body = requestOf(process, content)
      if (body === null) return content
      // A refusal gives the key back: with the reason the same goes out under it.
      const ask = (reason: SexReason) => call(createLabTestRequest, { body: { ...body, ...draft, ...reason } }, { idempotencyKey: key })
      if (!(await withSexReason(ask))) throw new TurnedBack()
      return content
    })
    countAsked(asked.tests)
  } catch (error) {
    const failure =
      error instanceof TurnedBack
        ? null
        : error instanceof ChangedElsewhere
          ? t('These orders were changed on another device. Check them and send them again.')
          : messageOf(error)
    store.set({ ...store.get(), isSending: false, failure, key: keyAfter(store.get().key, error) })
    return false
  }
  store.set({ ...store.get(), isSending: false })
  void queryClient.invalidateQueries()
  return true
}

/** The tests that a person is choosing in a visit, kept through reloads and on the server until they are requested. `send` answers whether nothing is left. */
export const useTests = (visit: number, process: number | null) => {
  const place = placeOf(visit)
  const { store, keeper, source } = place
  const { chosen, failure, isSending } = useStore(store)
  const sendAll = () => send(place, process)
  useChoiceOnScreen(visit, 'tests', { keeper, source }, sendAll)
  return {
    chosen,
    tests: chosen.tests,
    failure,
    sending: isSending,
    change: (change: ChosenChange) => store.set({ ...store.get(), chosen: chosenAfter(store.get().chosen, change), failure: null }),
    send: sendAll,
  }
}
