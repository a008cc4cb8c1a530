/** What a movement stands on, as the ledger names it. */
type Document = 'stock note' | 'transfer' | 'stock count' | 'goods receipt' | 'supplier return'

type Underscored<T extends string> = T extends `${infer A} ${infer B}` ? `${A}_${B}` : T

const addresses: Record<Document, (id: number) => string> = {
  'stock note': (id) => `/dashboard/inventory/notes/${id}`,
  transfer: (id) => `/dashboard/inventory/transfers/${id}`,
  'stock count': (id) => `/dashboard/inventory/counts/${id}`,
  'goods receipt': (id) => `/dashboard/inventory/incoming-items/${id}`,
  'supplier return': (id) => `/dashboard/inventory/supplier-returns/${id}`,
}
/** Where the paper behind a movement is read; its kind is written with spaces or with underscores. */
export const documentAddress = (document: Document | Underscored<Document>, id: number): string =>
  addresses[document.replaceAll('_', ' ') as Document](id)
