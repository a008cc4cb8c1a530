import { call, ApiError, messageOf } from '#web/calls/api.ts'
import { dropDraft, keepDraft, readDraft } from '#web/forms/drafts.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { keyAfter } from '#web/calls/intent-key.ts'
import { randomId } from '#web/calls/random-id.ts'
import { createStore, useStore, type Store } from '#web/state/store.ts'
import { session } from '#web/session/tokens.ts'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { createPrescription } from '../contract.ts'
import { uncountedWords } from '../rules.ts'
import { basketAfter, emptyBasket, firstIncomplete, type Basket, type BasketDeed } from './basket.ts'
import { lineInput, quantityText, type LineInput } from './line-input.ts'
import { totalOf, useCheck, type Check } from './use-check.ts'

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
  /** A line takes the place of what stands of its item; else the server refuses it. */
  isReplacing: boolean
  /** Sends them all or none; under the same key they are taken once. */
  send: (order: { lines: LineInput[]; replace: boolean; overrides?: Overrides }, key: string) => Promise<unknown>
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

const held = new Map<string, Store<Held>>()
// What one person was writing is not for the next.
session.subscribe(() => session.get().user ?? held.clear())

/** What stood in the basket before the page was loaded again comes before what has been added since. */
const restore = async (store: Store<Held>, person: number, name: string) => {
  const draft = (await readDraft(person, name))?.values as Pick<Held, 'basket' | 'key'> | undefined
  if (!draft) return
  const { basket, ...rest } = store.get()
  const merged = basket.lines.reduce((all, line) => basketAfter(all, { kind: 'put', line }), draft.basket)
  store.set({ ...rest, basket: { ...merged, open: basket.open ?? merged.open }, key: basket.lines.length > 0 ? rest.key : draft.key })
}

/** Keeps each change at once, one after the other: what was typed just before the page goes is there afterwards. */
const keepChanges = (store: Store<Held>, person: number, name: string) => {
  let kept = emptyBasket
  let isWriting = false
  const keep = async () => {
    if (isWriting) return
    isWriting = true
    while (kept !== store.get().basket) {
      const { basket, key } = store.get()
      kept = basket
      // The next change waits for this one: the newest is always the last.
      await (basket.lines.length === 0 ? dropDraft(person, name) : keepDraft(person, name, { basket, key }))
    }
    isWriting = false
  }
  store.subscribe(() => void keep())
  void keep()
}

/** The one basket of a person and a place, whoever shows it. */
const storeOf = (place: string): Store<Held> => {
  const person = session.get().user?.user_id ?? 0
  const name = `${person}:${place}`
  const known = held.get(name)
  if (known) return known
  const store = createStore<Held>({ basket: emptyBasket, isSending: false, unsafe: null, failure: null, key: randomId() })
  held.set(name, store)
  void restore(store, person, place).then(() => keepChanges(store, person, place))
  return store
}

const change = (store: Store<Held>, part: Partial<Held>) => store.set({ ...store.get(), ...part })

/** The server's complaints in words, each with its line's name; the first such line is unfolded. */
const fieldFailure = (store: Store<Held>, error: ApiError): string => {
  const { lines } = store.get().basket
  const texts = Object.entries(error.fields).map(([path, messages]) => {
    const at = /^(?:prescribed_drugs|lines)\.(\d+)\b/.exec(path)?.[1]
    const line = at === undefined ? undefined : lines[Number(at)]
    const said = messages.map((text) => t(text)).join(' ')
    return { line, text: line ? `${line.name}: ${said}` : said }
  })
  const first = texts.find(({ line }) => line)?.line
  if (first) deed(store, { kind: 'open', item: first.item })
  return texts.map(({ text }) => text).join(' ') || messageOf(error)
}

const deed = (store: Store<Held>, ...deeds: BasketDeed[]) =>
  change(store, { basket: deeds.reduce(basketAfter, store.get().basket), failure: null })

const ask = (store: Store<Held>, warnings: readonly SafetyWarning[]) =>
  new Promise<Overrides | null>((resolve) => change(store, { unsafe: { warnings, answer: resolve } }))

/** Sends all lines at once, or none. True when they are prescribed; else they are all still there, and the screen says why. */
const send = async (store: Store<Held>, place: BasketPlace, standing: readonly number[], overrides?: Overrides): Promise<boolean> => {
  const { basket, key } = store.get()
  change(store, { isSending: true, failure: null })
  try {
    const replace = basket.lines.some(({ item }) => standing.includes(item))
    await place.send({ lines: basket.lines.map(lineInput), replace, ...(overrides && { overrides }) }, key)
  } catch (error) {
    change(store, { isSending: false })
    if (error instanceof ApiError && error.status === 409 && error.code === 'unsafe') {
      const answer = await ask(store, error.body['warnings'] as SafetyWarning[])
      change(store, { unsafe: null })
      return answer === null ? false : send(store, place, standing, answer)
    }
    change(store, { failure: error instanceof ApiError ? fieldFailure(store, error) : messageOf(error), key: keyAfter(key, error) })
    return false
  }
  deed(store, { kind: 'clear' })
  change(store, { isSending: false, key: keyAfter(key) })
  void queryClient.invalidateQueries()
  return true
}

/** Why the lines cannot be sent as they stand, with the line that is to blame; null when they can. */
const blockOf = ({ lines }: Basket, check: Pick<Check, 'of' | 'isCurrent'>): { item: number; text: string } | null => {
  const bare = firstIncomplete(lines)
  if (bare) return { item: bare.item, text: t('Say how {{item}} is taken, or remove it.', { item: bare.name }) }
  const odd = lines.find(({ quantity }) => quantity.trim() !== '' && quantityText(quantity) === null)
  if (odd) return { item: odd.item, text: t('{{item}}: the quantity is no number above zero.', { item: odd.name }) }
  const uncounted = check.isCurrent && lines.find(({ item, quantity }) => quantity.trim() === '' && check.of(item)?.quantity === null)
  if (!uncounted) return null
  const why = t(uncountedWords[check.of(uncounted.item)?.missing ?? 'unread'])
  return { item: uncounted.item, text: `${uncounted.name}: ${why}` }
}

/**
 * The drugs that this person is prescribing in a place, kept through reloads until they are sent; the panel, the tray's footer and whoever
 * else asks see the same ones. `send` answers whether nothing is left to send; warnings that need a reason are asked about first, by the panel.
 */
export const useBasketAt = (place: BasketPlace) => {
  const { name, patient, visit, isReplacing } = place
  const store = storeOf(name)
  const { basket, isSending, unsafe, failure } = useStore(store)
  const check = useCheck(visit, patient, basket.lines, isReplacing)
  return {
    lines: basket.lines,
    open: basket.open,
    reasons: basket.reasons,
    change: (...deeds: BasketDeed[]) => deed(store, ...deeds),
    clear: () => deed(store, { kind: 'clear' }),
    check,
    /** What the priced lines come to; null while nothing is known. */
    total: totalOf(check.lines),
    sending: isSending,
    unsafe,
    failure,
    send: async (): Promise<boolean> => {
      if (isSending || unsafe) return false
      if (basket.lines.length === 0) return true
      const block = blockOf(basket, check)
      if (block) {
        deed(store, { kind: 'open', item: block.item })
        change(store, { failure: block.text })
        return false
      }
      return send(
        store,
        place,
        check.standing.map(({ item }) => item),
      )
    },
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
    send: ({ lines, replace, overrides }, idempotencyKey) =>
      call(
        createPrescription,
        { body: { attendance_process: visit, prescribed_drugs: lines, ...(replace && { replace }), ...(overrides && { overrides }) } },
        { idempotencyKey },
      ),
  })
