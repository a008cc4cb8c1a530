import { pieceOfAmount, pieceOfQuantity, wholeOf, type Piece } from '#features/charges/rules.ts'
import { cents, thousandths } from '#shared/money.ts'
import type { Creditable } from '#features/billing/rules.ts'
import { amountText } from '#web/text/amount-text.ts'
import type { Invoice } from '../bill-types.ts'
import { isAmount } from '../pay/pay-rules.ts'

/** What is to be credited of a line: all that is left, so much of it, or an amount; as it stands in the boxes. */
export interface Wanted {
  id: number
  by: 'all' | 'quantity' | 'amount'
  value: string
}

/** The piece of a line that is asked for; null while the box holds nothing that can be credited. */
export const pieceFor = ({ left }: Creditable, { by, value }: Wanted): Piece | null => {
  if (by === 'all') return wholeOf(left)
  const typed = amountText(value)
  if (by === 'amount') {
    const amount = isAmount(value) ? cents(typed) : 0
    return amount > 0 && amount <= left.total ? (amount === left.total ? wholeOf(left) : pieceOfAmount(left, amount)) : null
  }
  const quantity = /^\d{1,5}(\.\d{1,3})?$/.test(typed) ? thousandths(typed) : 0
  return quantity > 0 && quantity <= left.quantity ? pieceOfQuantity(left, quantity) : null
}

export interface Preview {
  total: number
  insurer: number
  patient: number
  waiver: number
  /** Of the patient's part: paid already, so it goes back; the rest comes off what is due. */
  back: number
}
/** Who gets what of these pieces, in cents. */
export const previewOf = (pieces: readonly Piece[], { patient_balance }: Pick<Invoice, 'patient_balance'>): Preview => {
  const sum = (part: 'total' | 'insurer' | 'patient' | 'waiver') => pieces.reduce((all, piece) => all + piece[part], 0)
  const patient = sum('patient')
  return {
    total: sum('total'),
    insurer: sum('insurer'),
    patient,
    waiver: sum('waiver'),
    back: Math.min(patient, Math.max(0, patient - Math.max(0, cents(patient_balance)))),
  }
}
