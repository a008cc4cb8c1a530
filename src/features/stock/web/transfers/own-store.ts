import { readLocal, writeLocal } from '#web/state/local.ts'

const KEY = 'own_store'

/** The store at which this machine stands, as somebody chose it last. */
export const ownStore = (): number | undefined => {
  const id = Number(readLocal(KEY))
  return Number.isInteger(id) && id > 0 ? id : undefined
}
export const keepOwnStore = (id: number | null) => writeLocal(KEY, id === null ? '' : String(id))
