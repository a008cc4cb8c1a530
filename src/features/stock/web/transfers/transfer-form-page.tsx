import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Id } from '#shared/paging.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { number, date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { randomId } from '#web/calls/random-id.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead } from '#web/ui/document.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { keepLastStore, lastStore } from '../last-store.ts'
import { DocumentForm } from '../lines/document-form.tsx'
import { cardQuery } from '../lines/find-item.ts'
import type { Found, LineColumn, Choice, LineBox } from '../lines/line-types.ts'
import { readCount } from '../lines/line-numbers.ts'
import { packBox, unitsWord } from '../lines/pack-box.ts'
import { takeByItem } from '../lines/take-line.ts'
import { textBox } from '../lines/text-box.ts'
import { useDocument } from '../lines/use-document.ts'
import { StoreField, useStores } from '../store-field.tsx'
import { useItem } from '../use-item.ts'
import { createTransfer } from './transfer-calls.ts'
import { ownStore } from './own-store.ts'
import { sendLine, sendRow, type SendLine } from './transfer-lines.ts'

interface Props {
  line: SendLine
  children: (choices: readonly Choice[]) => ReactNode
}

/** The batches of an item that a store can send; unless one is chosen, what expires first goes. */
const batchBox = (store: number | null): LineBox<SendLine> => ({
  value: ({ batch }) => (batch === null ? '' : String(batch)),
  write: (line, value) => ({ ...line, batch: value === '' ? null : Number(value) }),
  Choices: ({ line, children }: Props) => {
    const { data } = useQuery(cardQuery(line.item))
    const here = (data?.batches ?? []).flatMap(({ id, lot, expires_on, is_expired, is_recalled, places }) => {
      const quantity = places.find((place) => place.store === store && place.state === 'usable')?.quantity ?? 0
      return quantity === 0 || is_expired || is_recalled
        ? []
        : [{ value: String(id), label: [lot, date(expires_on), number(quantity)].filter(Boolean).join(' · ') }]
    })
    return children([{ value: '', label: t('First to expire') }, ...here])
  },
})

const state = { from: Id, to: Id, item: Id }
const ADDRESS = '/dashboard/inventory/transfers'

interface Values extends Record<string, unknown> {
  from_store: number | null
  to_store: number | null
  note: string
  lines: SendLine[]
}
interface Short {
  item: number
  name: string
  wanted: number
  left: number
}

const columns = (from: number | null): readonly LineColumn<SendLine>[] => [
  { key: 'pack', title: t('Pack'), width: 144, box: packBox<SendLine>() },
  { key: 'quantity', title: t('Quantity'), width: 96, align: 'end', box: textBox('quantity', { mode: 'numeric', maxLength: 9 }) },
  {
    key: 'units',
    title: t('Units'),
    width: 128,
    render: ({ pack, pack_units, quantity, unit }) => {
      const count = readCount(quantity)
      return pack !== null && count !== null ? <span className="t2 num clip">{unitsWord(count * pack_units, unit)}</span> : null
    },
  },
  { key: 'batch', title: t('Batch'), width: 232, box: batchBox(from) },
]
/** From the quantity to the next item: the batch is chosen only where somebody wants another one. */
const next = (_: SendLine, box: string) => (box === 'pack' ? 'quantity' : null)

const useTransfer = (onShort: (short: Short[]) => void) => {
  const go = useNavigate()
  const [url] = useUrlState(state)
  const stores = useStores() ?? []
  const main = stores.find(({ kind }) => kind === 'main')?.id ?? null
  const last = lastStore()
  const remembered = stores.find(({ id }) => id === last)?.id
  const fromHere = (values: Values) => values.from_store ?? url.from ?? remembered ?? ownStore() ?? main
  const endpointForm = useEndpointForm<typeof createTransfer, Values>(createTransfer, {
    initialValues: { from_store: null, to_store: url.to ?? null, note: '', lines: [] },
    draftKey: 'transfer-new',
    toBody: (values) => ({
      from_store: fromHere(values) ?? Number.NaN,
      to_store: values.to_store ?? Number.NaN,
      note: values.note,
      items: values.lines.map(sendRow),
    }),
    onSaved: ({ id, number: name, from_store, to_store_name }) => {
      keepLastStore(from_store)
      toast.done(t('{number} is in transit to {store}.', { number: name, store: to_store_name }))
      void go(`${ADDRESS}/${id}`)
    },
    onRefused: (error) => {
      if (error.code === 'not_enough_stock') onShort((error.body['short'] ?? []) as Short[])
      return error.code === 'not_enough_stock'
    },
  })
  const document = useDocument<SendLine, Values>(endpointForm, {
    labels: { from_store: t('From store'), to_store: t('To store'), note: t('Note') },
  })
  return { document, from: fromHere(document.values) }
}

/** Sends stock to another store: what to take, by name or by scan. */
export const TransferFormPage = () => {
  const go = useNavigate()
  const [short, setShort] = useState<Short[]>([])
  const { document, from } = useTransfer(setShort)
  const { box, change, lines, values } = document
  const boxes = useMemo(() => columns(from), [from])
  const take = useMemo(() => takeByItem<SendLine>((found: Found) => sendLine(found, randomId())), [])
  const [{ item: asked = 0 }] = useUrlState(state)
  const { data: card } = useItem(asked)
  // The item that somebody came from stands in the first line.
  const begin = useEffectEvent(() => {
    if (card) change((all) => take(all, { card, pack: null, lot: null, expires_on: null, quantity: null, isScanned: false }).lines)
  })
  const known = card?.id
  // Once: news of the item are no wish for it.
  useEffect(() => {
    if (known !== undefined) begin()
  }, [known])
  return (
    <div className="page-body">
      <DocumentHead title={t('Send stock')} back={{ to: ADDRESS, label: t('Transfers') }} />
      <DocumentForm
        document={document}
        title={t('Transfer')}
        save={
          lines.length > 0
            ? t('{count, plural, one {Send {n} line} other {Send {n} lines}}', { count: lines.length, n: lines.length })
            : t('Send')
        }
        onCancel={() => void go(ADDRESS)}
        fields={
          <>
            <StoreField required {...box('from_store')} value={from} />
            <StoreField required autoFocus={values.to_store === null} except={from} {...box('to_store')} />
            <TextInput maxLength={500} autoComplete="off" {...box('note')} />
          </>
        }
        note={
          short.length > 0 && (
            <Note tone="attention" alert>
              <b>{t('Not enough stock in this store.')}</b>
              <ul>
                {short.map(({ item, name, wanted, left }) => (
                  <li key={item}>
                    {t('{item}: {wanted} requested, {left} available.', { item: name, wanted: number(wanted), left: number(left) })}
                  </li>
                ))}
              </ul>
            </Note>
          )
        }
        lines={{
          label: t('Items to send'),
          columns: boxes,
          take,
          next,
          store: from ?? undefined,
          empty: <Empty title={t('No items yet')}>{t('Scan an item, or type its name. Batches that expire first are sent first.')}</Empty>,
        }}
      />
    </div>
  )
}
