import { Button, Checkbox, Kbd, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconCopyPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { countOrNone, DocumentForm, DocumentSum, priceOf } from '#features/stock/web/lines-field.tsx'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { today, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import type { OpenLine, Order } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { deliveryColumns } from './delivery-columns.ts'
import { isComing, remarksOf, type DeliveryLine } from './delivery-lines.ts'
import { OverNote } from './over-note.tsx'
import { notesOf } from './remark-words.ts'
import { useDelivery } from './use-delivery.ts'
import { fromCents, cents } from '#shared/money.ts'

const costOf = ({ quantity, price }: DeliveryLine) => (countOrNone(quantity) ?? 0) * cents(priceOf(price) ?? '0')

/** How far the delivery is, and what it costs without tax. */
const DeliverySum = ({ lines, hasOrder, isDonation }: { lines: readonly DeliveryLine[]; hasOrder: boolean; isDonation: boolean }) => {
  const coming = lines.filter(isComing)
  const ordered = new Set(lines.filter(({ order_item }) => order_item !== null).map(({ order_item }) => order_item))
  const here = new Set(coming.filter(({ order_item }) => order_item !== null).map(({ order_item }) => order_item))
  const total = coming.reduce((sum, line) => sum + costOf(line), 0)
  return (
    <DocumentSum>
      {hasOrder && (
        <span className="t2">{t('{{n}} of {{all}} lines of the order are here', { n: number(here.size), all: number(ordered.size) })}</span>
      )}
      {!isDonation && (
        <span>
          <span className="t2">{t('Without tax')}</span> <output>{money(fromCents(total), { withCurrency: true })}</output>
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
      toast.done(t('{{number}} is taken in.', { number }))
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
    if (key === undefined) toast.failed(t('Put the cursor into the line of the item first.'))
    else made.current = anotherLot(key)
  }
  useKeys([
    { keys: LOT, label: t('Another lot of the same item'), run: split },
    ...(hasOrder ? [{ keys: ALL, label: t('Everything came as ordered'), run: everything }] : []),
  ])
  return (
    <DocumentForm
      document={document}
      title={t('Delivery')}
      save={coming > 0 ? t('Take in {{n}} lines', { count: coming, n: coming }) : t('Take in')}
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
        label: t('What came'),
        columns,
        take,
        next,
        notes: (line) =>
          notesOf(line, { lines, today: day, hasOrder, isExpirySaid: Boolean(form.errors[`items.${places?.get(line.key)}.expires_on`]) }),
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
                {t('Everything came')}
              </Button>
            )}
            <Checkbox label={t('Free, damaged')} checked={isMore} onChange={(event) => setMore(event.currentTarget.checked)} />
          </>
        ),
        empty: <Empty title={t('Nothing yet')}>{t('Scan what came, or type the name of an item.')}</Empty>,
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
