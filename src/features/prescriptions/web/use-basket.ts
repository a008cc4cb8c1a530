import { call, ApiError, messageOf, query } from '#web/calls/api.ts'
import {
  ChangedElsewhere,
  keepChoice,
  useChoiceOnScreen,
  watchChoice,
  type ChoiceKeeper,
  type DraftShape,
} from '#features/order-drafts/web/use-draft-sync.ts'
import type { PendingSource } from '#web/session/leaving.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { keyAfter } from '#web/calls/intent-key.ts'
import { randomId } from '#web/calls/random-id.ts'
import { createStore, useStore, type Store } from '#web/state/store.ts'
import { session } from '#web/session/tokens.ts'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { createPrescription, listPrescriptions } from '../contract.ts'
import { uncountedWords } from '../rules.ts'
import { basketAfter, emptyBasket, firstIncomplete, mergeBaskets, toPendingLine, type Basket, type BasketAction } from './basket.ts'
import { lineInput, quantityText, type LineInput } from './line-input.ts'
import { isActiveLine, totalOf, useCheck, type Check } from './use-check.ts'

/** The server's question whether to go ahead against warnings; answered with a reason for each, or with null. */
interface Unsafe {
  warnings: readonly SafetyWarning[]
  answer: (overrides: Overrides | null) => void
}
/** Where lines are going to. */
export interface BasketPlace {
  /** One person has one basket under it. */
  name: string
  patient: number
  /** Whose payer is asked and whose lines stand; null where the visit begins with them. */
  visit: number | null
  /** A line takes the place of what stands of its item; else the server refuses it. Such a basket is kept on the server, too. */
  isReplacing: boolean
  /** Sends them all or none, of the server's copy that is named; under the same key they are taken once. */
  send: (order: { lines: LineInput[]; replace: boolean; overrides?: Overrides; draft_version?: number }, key: string) => Promise<unknown>
}

interface Held {
  basket: Basket
  isSending: boolean
  unsafe: Unsafe | null
  /** Why the lines were not sent, in words. */
  failure: string | null
  /** Of the lines as they stand: sent twice they are taken once. */
  key: string
}

interface Place {
  store: Store<Held>
  keeper: ChoiceKeeper<Basket>
  source: PendingSource | null
}
const held = new Map<string, Place>()
// What one person was writing is not for the next.
session.subscribe(() => session.get().user ?? held.clear())

const shape: DraftShape<Basket> = {
  kind: 'drugs',
  earlierName: 'basket',
  nothing: emptyBasket,
  names: ({ lines }) => lines.map(({ name }) => name),
  toBody: ({ lines, reasons }) => ({
    drugs: { lines: lines.map(toPendingLine), reasons: Object.entries(reasons).map(([key, reason]) => ({ key, reason })) },
  }),
  fromDraft: ({ drugs }) =>
    drugs
      ? { lines: drugs.lines, open: null, reasons: Object.fromEntries(drugs.reasons.map(({ key, reason }) => [key, reason])) }
      : emptyBasket,
  merge: mergeBaskets,
}

/** The one basket of a person and a place, whoever shows it. */
const placeOf = ({ name: place, visit, isReplacing }: Pick<BasketPlace, 'name' | 'visit' | 'isReplacing'>): Place => {
  const name = `${session.get().user?.user_id ?? 0}:${place}`
  const known = held.get(name)
  if (known) return known
  const store = createStore<Held>({ basket: emptyBasket, isSending: false, unsafe: null, failure: null, key: randomId() })
  const on = isReplacing ? visit : null
  const keeper = keepChoice({ name: place, visit: on }, shape, {
    get: () => ({ content: store.get().basket, key: store.get().key }),
    set: ({ content, key }) => change(store, { basket: content, key }),
    subscribe: store.subscribe,
  })
  const made = { store, keeper, source: on === null ? null : watchChoice(on, 'drugs', keeper) }
  held.set(name, made)
  return made
}

const change = (store: Store<Held>, part: Partial<Held>) => store.set({ ...store.get(), ...part })

/** The server's complaints in words, each with its line's name; the first such line is unfolded. */
const fieldFailure = (store: Store<Held>, error: ApiError): string => {
  const { lines } = store.get().basket
  const texts = Object.entries(error.fields).map(([path, messages]) => {
    const at = /^(?:prescribed_drugs|lines)\.(\d+)\b/.exec(path)?.[1]
    const line = at === undefined ? undefined : lines[Number(at)]
    const message = messages.map((text) => t(text)).join(' ')
    return { line, text: line ? `${line.name}: ${message}` : message }
  })
  const first = texts.find(({ line }) => line)?.line
  if (first) action(store, { kind: 'open', item: first.item })
  return texts.map(({ text }) => text).join(' ') || messageOf(error)
}

const action = (store: Store<Held>, ...actions: BasketAction[]) =>
  change(store, { basket: actions.reduce(basketAfter, store.get().basket), failure: null })

const ask = (store: Store<Held>, warnings: readonly SafetyWarning[]) =>
  new Promise<Overrides | null>((resolve) => change(store, { unsafe: { warnings, answer: resolve } }))

/** The items that stand prescribed already, as the screen shows them. */
const findActiveItems = async ({ visit, isReplacing }: BasketPlace): Promise<readonly number[]> => {
  if (visit === null || !isReplacing) return []
  const asked = query(listPrescriptions, { query: { visit } })
  const [prescription] = queryClient.getQueryData(asked.queryKey) ?? (await queryClient.fetchQuery(asked).catch(() => []))
  return (prescription?.prescribed_drugs ?? []).filter(isActiveLine).map(({ item }) => item)
}

/** Sends all lines at once, or none. True when they are prescribed; else they are all still there, and the screen says why. */
const send = async (at: Place, place: BasketPlace, overrides?: Overrides): Promise<boolean> => {
  const { store, keeper } = at
  change(store, { isSending: true, failure: null })
  try {
    const active = await findActiveItems(place)
    await keeper.send(({ content, key }, draft) => {
      const replace = content.lines.some(({ item }) => active.includes(item))
      return place.send({ lines: content.lines.map(lineInput), replace, ...draft, ...(overrides && { overrides }) }, key)
    })
  } catch (error) {
    change(store, { isSending: false })
    if (error instanceof ApiError && error.status === 409 && error.code === 'unsafe') {
      const answer = await ask(store, error.body['warnings'] as SafetyWarning[])
      change(store, { unsafe: null })
      return answer === null ? false : send(at, place, answer)
    }
    const failure =
      error instanceof ChangedElsewhere
        ? t('These orders were changed on another device. Check them and send them again.')
        : error instanceof ApiError
          ? fieldFailure(store, error)
          : messageOf(error)
    change(store, { failure, key: keyAfter(store.get().key, error) })
    return false
  }
  change(store, { isSending: false })
  void queryClient.invalidateQueries()
  return true
}

/** Why the lines cannot be sent as they stand, with the line that is to blame; null when they can. */
const blockOf = ({ lines }: Basket, check: Pick<Check, 'findLine' | 'isCurrent'>): { item: number; text: string } | null => {
  const bare = firstIncomplete(lines)
  if (bare) return { item: bare.item, text: t('Enter directions for {item}, or remove it.', { item: bare.name }) }
  const odd = lines.find(({ quantity }) => quantity.trim() !== '' && quantityText(quantity) === null)
  if (odd) return { item: odd.item, text: t('{item}: enter a quantity above 0.', { item: odd.name }) }
  const uncounted = check.isCurrent && lines.find(({ item, quantity }) => quantity.trim() === '' && check.findLine(item)?.quantity === null)
  if (!uncounted) return null
  const why = t(uncountedWords[check.findLine(uncounted.item)?.missing ?? 'unread'])
  return { item: uncounted.item, text: `${uncounted.name}: ${why}` }
}

/**
 * The drugs that this person is prescribing in a place, kept through reloads until they are sent; the panel, the tray's footer and whoever
 * else asks see the same ones. `send` answers whether nothing is left to send; warnings that need a reason are asked about first, by the panel.
 */
export const useBasketAt = (place: BasketPlace) => {
  const { patient, visit, isReplacing } = place
  const at = placeOf(place)
  const { store, keeper, source } = at
  const { basket, isSending, unsafe, failure } = useStore(store)
  const check = useCheck(visit, patient, basket.lines, isReplacing)
  const sendAll = async (): Promise<boolean> => {
    if (isSending || unsafe) return false
    if (basket.lines.length === 0) return true
    const block = blockOf(basket, check)
    if (block) {
      action(store, { kind: 'open', item: block.item })
      change(store, { failure: block.text })
      return false
    }
    return send(at, place)
  }
  useChoiceOnScreen(visit, 'drugs', { keeper, source }, sendAll)
  return {
    lines: basket.lines,
    open: basket.open,
    reasons: basket.reasons,
    change: (...actions: BasketAction[]) => action(store, ...actions),
    clear: () => action(store, { kind: 'clear' }),
    check,
    /** What the priced lines come to; null while nothing is known. */
    total: totalOf(check.lines),
    sending: isSending,
    unsafe,
    failure,
    send: sendAll,
  }
}
export type BasketHandle = ReturnType<typeof useBasketAt>

/** The basket of a visit. */
export const useBasket = (visit: number, patient: number) =>
  useBasketAt({
    name: `prescribing-${visit}`,
    patient,
    visit,
    isReplacing: true,
    send: ({ lines, replace, ...more }, idempotencyKey) =>
      call(
        createPrescription,
        { body: { attendance_process: visit, prescribed_drugs: lines, ...(replace && { replace }), ...more } },
        { idempotencyKey },
      ),
  })
