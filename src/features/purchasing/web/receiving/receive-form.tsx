import { Button, Checkbox, Kbd, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconCopyPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  countOrNone,
  DocumentForm,
  DocumentSum,
  priceOf,
  type Card,
  cardQuery,
  type LineBox,
  type LineColumn,
  packBox,
  packWord,
  textBox,
} from '#features/stock/web/lines-field.tsx'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { today, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import type { OpenLine, Order } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { isComing, remarksOf, type DeliveryLine, usualPrice } from './delivery-lines.ts'
import { OverNote } from './over-note.tsx'
import { notesOf } from './remark-labels.ts'
import { useDelivery } from './use-delivery.ts'
import { fromCents, cents } from '#shared/money.ts'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#web/calls/query-client.ts'
import { readExpiry, shownExpiry } from './read-expiry.ts'

type ChoicesProps = Parameters<NonNullable<LineBox<DeliveryLine>['Choices']>>[0]
/** What came without an order may be counted in any pack of its item; what was ordered is counted as it was ordered. */
const PackChoices = ({ line, children }: ChoicesProps) => {
  const { item, unit, order_item, pack, pack_name, pack_units } = line
  const { data } = useQuery({ ...cardQuery(item), enabled: order_item === null })
  const own = pack === null ? { value: '', label: unit } : { value: String(pack), label: packWord(pack_name ?? '', pack_units) }
  if (order_item !== null || !data) return children([own])
  const packs = data.packs.filter(({ is_active }) => is_active)
  return children([
    { value: '', label: unit },
    ...packs.map(({ id, name, units }) => ({ value: String(id), label: packWord(name, units) })),
  ])
}
/** A price that nobody typed follows the pack. */
const withPrice = (before: DeliveryLine, after: DeliveryLine): DeliveryLine => {
  const cost = queryClient.getQueryData<Card>(cardQuery(before.item).queryKey)?.last_cost ?? null
  return before.price === usualPrice(cost, before.pack_units) ? { ...after, price: usualPrice(cost, after.pack_units) } : after
}
const packs: LineBox<DeliveryLine> = { ...packBox<DeliveryLine>(withPrice), Choices: PackChoices }

/** So many units in packs of the line, with what is left over. */
const inPacks = (units: number, { pack_units }: DeliveryLine) => number(Math.round((units / pack_units) * 100) / 100)

interface Shown {
  /** Free goods, what is damaged, new sale prices. */
  isMore: boolean
  hasOrder: boolean
  isDonation: boolean
  mayPrice: boolean
  /** What every line is counted in; null where they differ. */
  unit: string | null
}

/** The boxes of a delivery's lines, in the order in which one types. */
const deliveryColumns = ({ isMore, hasOrder, isDonation, mayPrice, unit }: Shown): readonly LineColumn<DeliveryLine>[] => {
  const columns: (LineColumn<DeliveryLine> | false)[] = [
    { key: 'pack', title: t('Pack'), width: 120, box: packs },
    hasOrder && {
      key: 'open',
      title: t('Expected'),
      width: 80,
      align: 'end',
      render: (line) => (line.open_units === null ? '–' : inPacks(line.open_units, line)),
    },
    {
      key: 'quantity',
      title: t('Received'),
      width: 84,
      align: 'end',
      box: textBox('quantity', {
        mode: 'numeric',
        maxLength: 9,
        placeholder: (line) => (line.open_units === null ? '' : String(Math.floor(line.open_units / line.pack_units))),
      }),
    },
    {
      key: 'lot',
      title: t('Lot'),
      width: 112,
      box: textBox('lot', { maxLength: 40, settle: (line) => ({ ...line, lot: line.lot.trim().toUpperCase() }) }),
    },
    {
      key: 'expiry',
      title: t('Expires'),
      width: 104,
      box: textBox('expiry', {
        path: 'expires_on',
        placeholder: () => t('03/27'),
        settle: (line) => {
          const day = readExpiry(line.expiry)
          return day === null ? line : { ...line, expiry: shownExpiry(day) }
        },
      }),
    },
    !isDonation && {
      key: 'price',
      title: t('Price'),
      width: 100,
      align: 'end',
      box: textBox('price', { mode: 'decimal', path: 'purchase_price' }),
    },
    isMore && {
      key: 'free',
      title: t('Free goods'),
      width: 64,
      align: 'end',
      box: textBox('free', { mode: 'numeric', maxLength: 9, path: 'free_quantity' }),
    },
    isMore && {
      key: 'damaged',
      // Packs came, single units of them are damaged.
      title: unit === null ? t('Damaged, units') : t('Damaged, {unit}', { unit }),
      width: 124,
      align: 'end',
      box: textBox('damaged', { mode: 'numeric', maxLength: 9, path: 'damaged_units', placeholder: (line) => line.unit }),
    },
    isMore &&
      mayPrice && {
        key: 'sale_price',
        title: t('Sale price'),
        width: 88,
        align: 'end',
        box: textBox('sale_price', { mode: 'decimal' }),
      },
  ]
  return columns.filter((column) => column !== false)
}

const costOf = ({ quantity, price }: DeliveryLine) => (countOrNone(quantity) ?? 0) * cents(priceOf(price) ?? '0')

/** How far the delivery is, and what it costs without tax. */
const DeliverySum = ({ lines, hasOrder, isDonation }: { lines: readonly DeliveryLine[]; hasOrder: boolean; isDonation: boolean }) => {
  const coming = lines.filter(isComing)
  const ordered = new Set(lines.filter(({ order_item }) => order_item !== null).map(({ order_item }) => order_item))
  const here = new Set(coming.filter(({ order_item }) => order_item !== null).map(({ order_item }) => order_item))
  const total = coming.reduce((sum, line) => sum + costOf(line), 0)
  return (
    <DocumentSum>
      {hasOrder && <span className="t2">{t('{n} of {all} order lines entered', { n: number(here.size), all: number(ordered.size) })}</span>}
      {!isDonation && (
        <span>
          <span className="t2">{t('Excl. tax')}</span> <output>{money(fromCents(total), { withCurrency: true })}</output>
        </span>
      )}
    </DocumentSum>
  )
}

const LOT = 'Alt+L'
const ALL = 'Alt+E'

interface Props {
  order: Order | null
  isDonation: boolean
}

/** What came, line by line: made for a scanner. */
export const ReceiveForm = ({ order, isDonation }: Props) => {
  const go = useNavigate()
  const { allowed } = useRights()
  const isWide = useMediaQuery('(min-width: 1640px)') ?? false
  const stores = useStores() ?? []
  const [isAsked, setMore] = useState<boolean | null>(null)
  const [refused, setRefused] = useState<OpenLine[]>([])
  const hasOrder = order !== null
  const main = stores.find(({ kind }) => kind === 'main')?.id ?? null
  const { document, take, next, everything, anotherLot } = useDelivery({
    order,
    isDonation,
    store: order?.store ?? main,
    onSaved: ({ id, number }) => {
      toast.done(t('{number} received.', { number }))
      void go(`/dashboard/inventory/incoming-items/${id}`)
    },
    onOver: setRefused,
  })
  const { box, form, lines, places, values } = document
  const isMore = isAsked ?? isWide
  const mayPrice = allowed('prices.change')
  const only = new Set(lines.map((line) => line.unit))
  const unit = only.size === 1 ? (lines[0]?.unit ?? null) : null
  const columns = useMemo(
    () => deliveryColumns({ isMore, hasOrder, isDonation, mayPrice, unit }),
    [isMore, hasOrder, isDonation, mayPrice, unit],
  )
  const day = today()
  const isOver = lines.some((line) => remarksOf(lines, line, day).some(({ kind }) => kind === 'over'))
  const coming = lines.filter(isComing).length
  const made = useRef<string | null>(null)
  // A line that was just made can be reached only after it has been drawn.
  useEffect(() => {
    if (made.current === null) return
    window.document.querySelector<HTMLElement>(`tr[data-line="${CSS.escape(made.current)}"] [data-box="quantity"]`)?.focus()
    made.current = null
  })
  const split = () => {
    const key = window.document.activeElement?.closest<HTMLElement>('tr[data-line]')?.dataset['line']
    if (key === undefined) toast.failed(t('First place the cursor in the line of the item.'))
    else made.current = anotherLot(key)
  }
  useKeys([
    { keys: LOT, label: t('Another lot of the same item'), run: split },
    ...(hasOrder ? [{ keys: ALL, label: t('All received as ordered'), run: everything }] : []),
  ])
  return (
    <DocumentForm
      document={document}
      title={t('Delivery')}
      save={
        coming > 0 ? t('{count, plural, one {Receive {n} line} other {Receive {n} lines}}', { count: coming, n: coming }) : t('Receive')
      }
      onCancel={() => void go('/dashboard/inventory/incoming-items')}
      extra={<DeliverySum lines={lines} hasOrder={hasOrder} isDonation={isDonation} />}
      fields={
        <>
          <StoreField required {...box('store')} value={values.store ?? order?.store ?? main} />
          {!hasOrder && <SupplierField required={!isDonation} {...box('supplier')} />}
          <TextInput autoComplete="off" {...box('delivery_note')} />
          <TextInput maxLength={1000} autoComplete="off" {...box('note')} />
        </>
      }
      lines={{
        label: t('Items received'),
        columns,
        take,
        next,
        notes: (line) =>
          notesOf(line, { lines, today: day, hasOrder, isExpiryStated: Boolean(form.errors[`items.${places?.get(line.key)}.expires_on`]) }),
        startsInSearch: true,
        store: values.store ?? undefined,
        tools: (
          <>
            <Button
              leftSection={<IconCopyPlus size={16} aria-hidden />}
              rightSection={<Kbd className="not-phone">{keyLabel(LOT)}</Kbd>}
              // The line keeps the cursor, so that it is known which one is meant.
              onMouseDown={(event) => event.preventDefault()}
              onClick={split}
            >
              {t('Another lot')}
            </Button>
            {hasOrder && (
              <Button
                leftSection={<IconChecks size={16} aria-hidden />}
                rightSection={<Kbd className="not-phone">{keyLabel(ALL)}</Kbd>}
                onClick={everything}
              >
                {t('All received')}
              </Button>
            )}
            <Checkbox label={t('Free, damaged')} checked={isMore} onChange={(event) => setMore(event.currentTarget.checked)} />
          </>
        ),
        empty: <Empty title={t('No items yet')}>{t('Scan an item, or type its name.')}</Empty>,
      }}
    >
      {(isOver || refused.length > 0) && (
        <OverNote
          refused={refused}
          lines={lines}
          isAllowed={values.allow_over}
          onAllow={(allow) => form.setFieldValue('allow_over', allow)}
        />
      )}
    </DocumentForm>
  )
}
