/** What a movement stands on, as the ledger names it. */
type Document = 'stock note' | 'transfer' | 'stock count' | 'goods receipt' | 'supplier return' | 'dispense' | 'patient return'

type Underscored<T extends string> = T extends `${infer A} ${infer B}` ? `${A}_${B}` : T

const ofDispense = (id: number) => `/dashboard/pharmacy/dispenses/${id}`
const addresses: Record<Document, (id: number) => string> = {
  'stock note': (id) => `/dashboard/inventory/notes/${id}`,
  transfer: (id) => `/dashboard/inventory/transfers/${id}`,
  'stock count': (id) => `/dashboard/inventory/counts/${id}`,
  'goods receipt': (id) => `/dashboard/inventory/incoming-items/${id}`,
  'supplier return': (id) => `/dashboard/inventory/supplier-returns/${id}`,
  dispense: ofDispense,
  // What came back stands beneath what was handed out.
  'patient return': ofDispense,
}
interface Named {
  document: Document | Underscored<Document>
  document_id: number
  /** Null for who may not see it. */
  dispense: number | null
}
/**
 * Where the paper behind a movement is read; its kind is written with spaces or with underscores. Null where the person may not read it.
 */
export const documentAddress = ({ document, document_id, dispense }: Named): string | null => {
  const kind = document.replaceAll('_', ' ') as Document
  const id = kind === 'dispense' || kind === 'patient return' ? dispense : document_id
  return id === null ? null : addresses[kind](id)
}
