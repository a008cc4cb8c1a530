import { readLocal, writeLocal } from '#web/state/local.ts'
import { session } from '#web/session/tokens.ts'
import type { Role } from '#shared/permissions.ts'
import type { Store } from '../contract-items.ts'

type Kind = Store['kind']
const keyOf = () => `last_store_${session.get().user?.user_id ?? 0}`

/** The store that this person took stock from last, on this machine. */
export const lastStore = (): number | undefined => {
  const id = Number(readLocal(keyOf()))
  return Number.isInteger(id) && id > 0 ? id : undefined
}
export const keepLastStore = (id: number): void => writeLocal(keyOf(), String(id))

const KINDS: Partial<Record<Role, readonly Kind[]>> = {
  nurse: ['ward', 'department'],
  pharmacist: ['pharmacy'],
  labtech: ['laboratory'],
  lab_manager: ['laboratory'],
}
interface Facts {
  role: Role | undefined
  last: number | undefined
  /** What each store has of the item. */
  usable: ReadonlyMap<number, number>
}

/**
 * Where a person takes an item from unless they say otherwise: the store they used last, else one of the kind they work in, before all
 * one that has the item, else the main one. Null for none.
 */
export const usualStore = (stores: readonly Pick<Store, 'id' | 'kind'>[], { role, last, usable }: Facts): number | null => {
  if (stores.some(({ id }) => id === last)) return last ?? null
  const kinds = (role && KINDS[role]) ?? []
  const fitting = kinds.flatMap((kind) => stores.filter((store) => store.kind === kind))
  const full = fitting.find(({ id }) => (usable.get(id) ?? 0) > 0)
  return (full ?? fitting[0] ?? stores.find(({ kind }) => kind === 'main') ?? stores[0])?.id ?? null
}
