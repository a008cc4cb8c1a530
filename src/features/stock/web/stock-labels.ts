import { t } from '#web/i18n.ts'
import type { movementKinds, stockStates, storeKinds } from '../contract-items.ts'
import type { stockNoteKinds, writeOffKinds } from '../contract-moves.ts'

type MovementKind = (typeof movementKinds)[number]
type StockState = (typeof stockStates)[number]
type StoreKind = (typeof storeKinds)[number]
type NoteKind = (typeof stockNoteKinds)[number]
type WriteOffKind = (typeof writeOffKinds)[number]

const movements: Record<MovementKind, { label: string }> = {
  opening: { label: 'Opening stock' },
  receipt: { label: 'Delivery' },
  donate_in: { label: 'Donation' },
  dispense: { label: 'Dispensed' },
  otc: { label: 'Sold at the counter' },
  consume: { label: 'Consumed' },
  issue_out: { label: 'Issued to a store' },
  issue_in: { label: 'Received from a store' },
  return_patient: { label: 'Returned by a patient' },
  return_supplier: { label: 'Returned to the supplier' },
  adjust_count: { label: 'Stock count' },
  expire: { label: 'Written off: expired' },
  damage: { label: 'Written off: damaged' },
  loss: { label: 'Lost' },
  quarantine: { label: 'Quarantined' },
  release: { label: 'Released' },
}
/** What moved stock, in the person's language. */
export const movementWord = (kind: MovementKind) => t(movements[kind].label)

const kinds: Record<StoreKind, { label: string }> = {
  main: { label: 'Main store' },
  pharmacy: { label: 'Pharmacy' },
  laboratory: { label: 'Laboratory' },
  ward: { label: 'Ward' },
  department: { label: 'Department' },
}
/** What sort of place a store is. */
export const storeKindWord = (kind: StoreKind) => t(kinds[kind].label)

const states: Record<StockState, { label: string }> = {
  usable: { label: 'Usable' },
  quarantined: { label: 'In quarantine' },
  'in transit': { label: 'In transit' },
}
export const stateWord = (state: StockState) => t(states[state].label)

const notes: Record<NoteKind, { label: string }> = {
  opening: { label: 'Opening stock' },
  'write-off': { label: 'Write-off' },
  consumption: { label: 'Consumed' },
  quarantine: { label: 'Quarantined' },
  release: { label: 'Released' },
  recall: { label: 'Recall' },
  expiry: { label: 'Expired, quarantined' },
}
/** What a stock note is about. */
export const noteWord = (kind: NoteKind) => t(notes[kind].label)

const writeOffs: Record<WriteOffKind, { label: string }> = {
  expired: { label: 'Expired' },
  damaged: { label: 'Damaged' },
  lost: { label: 'Lost' },
}
export const writeOffWord = (kind: WriteOffKind) => t(writeOffs[kind].label)
