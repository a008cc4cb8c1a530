import { useMemo } from 'react'
import { countOrNone, type Found, packedLineFromRow, useDocument } from '#features/stock/web/lines-field.tsx'
import { amountText } from '#web/text/amount-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { randomId } from '#web/calls/random-id.ts'
import { createGoodsReceipt, type Delivery, type OpenLine, type Order } from '../receiving-calls.ts'
import { isComing, missingPacks, nextBox, sentPlaces, takeFound, withAnotherLot, type Box, type DeliveryLine } from './delivery-lines.ts'
import { readExpiry } from './read-expiry.ts'

interface Values extends Record<string, unknown> {
  store: number | null
  supplier: number | null
  delivery_note: string
  note: string
  allow_over: boolean
  lines: DeliveryLine[]
}
interface Options {
  order: Order | null
  isDonation: boolean
  /** Where it is taken in unless somebody says otherwise. */
  store: number | null
  onSaved: (delivery: Delivery) => void
  onOver: (open: OpenLine[]) => void
}

/** What is still to come of an order, as lines to be filled in. */
export const linesOfOrder = ({ items }: Pick<Order, 'items'>): DeliveryLine[] =>
  items
    .filter(({ units, received_units }) => received_units < units)
    .map((row) => ({
      ...packedLineFromRow(row, `order-${row.id}`),
      needs_lot: row.needs_lot,
      needs_expiry: row.needs_expiry,
      order_item: row.id,
      open_units: row.units - row.received_units,
      ordered_price: row.unit_price,
      quantity: '',
      free: '',
      damaged: '',
      lot: '',
      expiry: '',
      price: row.unit_price,
      sale_price: '',
      scans: 0,
    }))

const sent = (text: string) => countOrNone(text) ?? Number.NaN
const rowOf = (line: DeliveryLine, isDonation: boolean) => ({
  ...(line.order_item === null ? { item: line.item } : { purchase_order_item: line.order_item }),
  pack: line.pack,
  quantity: sent(line.quantity),
  free_quantity: sent(line.free),
  damaged_units: sent(line.damaged),
  purchase_price: isDonation || line.price.trim() === '' ? null : amountText(line.price),
  sale_price: line.sale_price.trim() === '' ? null : amountText(line.sale_price),
  lot: line.lot.trim() || null,
  expires_on: line.expiry.trim() === '' ? null : (readExpiry(line.expiry) ?? line.expiry),
})

/** The form of a delivery: one request with all its lines, kept as a draft until it is taken in. */
export const useDelivery = ({ order, isDonation, store, onSaved, onOver }: Options) => {
  const endpointForm = useEndpointForm<typeof createGoodsReceipt, Values>(createGoodsReceipt, {
    initialValues: {
      store,
      supplier: order?.supplier ?? null,
      delivery_note: '',
      note: '',
      allow_over: false,
      lines: order ? linesOfOrder(order) : [],
    },
    draftKey: `delivery-${order?.id ?? (isDonation ? 'given' : 'new')}`,
    toBody: (values) => ({
      store: values.store ?? undefined,
      supplier: values.supplier,
      purchase_order: order?.id ?? null,
      is_donation: isDonation,
      delivery_note: values.delivery_note || null,
      note: values.note,
      allow_over: values.allow_over,
      items: values.lines.filter(isComing).map((line) => rowOf(line, isDonation)),
    }),
    onSaved,
    onRefused: (error) => {
      if (error.code === 'over_receipt') onOver((error.body['open'] ?? []) as OpenLine[])
      return error.code === 'over_receipt'
    },
  })
  const document = useDocument<DeliveryLine, Values>(endpointForm, {
    labels: {
      store: t('Receive into'),
      supplier: isDonation ? t('Donor') : t('Supplier'),
      delivery_note: t('Delivery note number'),
      note: t('Note'),
    },
    places: sentPlaces,
    entersLines: true,
  })
  const { change } = document
  // Somebody else may have taken in a part of the order while this was being typed, or since the draft was kept.
  const open = useMemo(
    () => new Map(order?.items.map(({ id, units, received_units }) => [id, Math.max(0, units - received_units)])),
    [order],
  )
  const withOpen = (line: DeliveryLine): DeliveryLine => {
    const open_units = line.order_item === null ? null : (open.get(line.order_item) ?? 0)
    return open_units === line.open_units ? line : { ...line, open_units }
  }
  const lines = document.lines.map(withOpen)
  const setLine = (key: string, by: (line: DeliveryLine) => DeliveryLine) =>
    change((now) => now.map((line) => (line.key === key ? by(line) : line)))
  return {
    document: { ...document, lines },
    take: (now: readonly DeliveryLine[], found: Found) => takeFound(now, found, randomId()),
    /** The box after this one; Enter in an empty quantity takes in all that is missing. */
    next: (line: DeliveryLine, box: string): Box | null => {
      if (box !== 'quantity' || line.quantity !== '' || line.open_units === null) return nextBox(line, box as Box)
      const filled = { ...line, quantity: String(missingPacks(lines, line)) }
      setLine(line.key, () => filled)
      return nextBox(filled, 'quantity')
    },
    everything: () =>
      change((now) =>
        now.map((line) =>
          line.quantity === '' && line.open_units !== null ? { ...line, quantity: String(missingPacks(now, line)) } : line,
        ),
      ),
    anotherLot: (key: string): string => {
      const made = randomId()
      change((now) =>
        withAnotherLot(
          now,
          now.findIndex((line) => line.key === key),
          made,
        ),
      )
      return made
    },
  }
}
