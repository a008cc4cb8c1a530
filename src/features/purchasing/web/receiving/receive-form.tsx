import { Button, Checkbox, Kbd, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconCopyPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { LineEditor, countOrNone, priceOf } from '#features/stock/web/lines-field.tsx'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { today, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import type { OpenLine, Order } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { deliveryColumns } from './delivery-columns.ts'
import { isComing, remarksOf, sentPlaces, type DeliveryLine } from './delivery-lines.ts'
import { OverNote } from './over-note.tsx'
import './receiving.css'
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
    <span className="receive-sum num" role="status">
      {hasOrder && (
        <span className="t2">{t('{{n}} of {{all}} lines of the order are here', { n: number(here.size), all: number(ordered.size) })}</span>
      )}
      {!isDonation && (
        <span>
          <span className="t2">{t('Without tax')}</span> <output>{money(fromCents(total), { withCurrency: true })}</output>
        </span>
      )}
    </span>
  )
}

const LOT = 'Alt+L'
const ALL = 'Alt+E'

/** The delivery is taken in on purpose only: Enter in a box above the lines never sends it. */
const stay = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
const toLines = (event: KeyboardEvent) => {
  stay(event)
  if (event.key === 'Enter') document.querySelector<HTMLInputElement>('.receive .line-search input')?.focus()
}

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
  const { of, lines, change, take, next, everything, anotherLot } = useDelivery({
    order,
    isDonation,
    store: order?.store ?? main,
    onSaved: ({ id, number }) => {
      toast.done(t('{{number}} is taken in.', { number }))
      void go(`/dashboard/inventory/incoming-items/${id}`)
    },
    onOver: setRefused,
  })
  const { form } = of
  const isMore = isAsked ?? isWide
  const mayPrice = allowed('prices.change')
  const only = new Set(lines.map((line) => line.unit))
  const unit = only.size === 1 ? (lines[0]?.unit ?? null) : null
  const columns = useMemo(
    () => deliveryColumns({ isMore, hasOrder, isDonation, mayPrice, unit }),
    [isMore, hasOrder, isDonation, mayPrice, unit],
  )
  const places = sentPlaces(lines)
  const day = today()
  const isOver = lines.some((line) => remarksOf(lines, line, day).some(({ kind }) => kind === 'over'))
  const coming = lines.filter(isComing).length
  const made = useRef<string | null>(null)
  // A line that was just made can be reached only after it has been drawn.
  useEffect(() => {
    if (made.current === null) return
    document.querySelector<HTMLElement>(`tr[data-line="${CSS.escape(made.current)}"] [data-box="quantity"]`)?.focus()
    made.current = null
  })
  const split = () => {
    const key = document.activeElement?.closest<HTMLElement>('tr[data-line]')?.dataset['line']
    if (key === undefined) toast.failed(t('Put the cursor into the line of the item first.'))
    else made.current = anotherLot(key)
  }
  useKeys([
    { keys: LOT, label: t('Another lot of the same item'), run: split },
    ...(hasOrder ? [{ keys: ALL, label: t('Everything came as ordered'), run: everything }] : []),
  ])
  return (
    <div className="receive">
      <EndpointForm
        of={of}
        save={coming > 0 ? t('Take in {{n}} lines', { count: coming, n: coming }) : t('Take in')}
        onCancel={() => void go('/dashboard/inventory/incoming-items')}
        extra={<DeliverySum lines={lines} hasOrder={hasOrder} isDonation={isDonation} />}
      >
        <section className="section" aria-label={t('Delivery')}>
          <div className="section-grid">
            <StoreField
              label={t('Taken into')}
              required
              data-path="store"
              onKeyDown={stay}
              value={form.getValues().store ?? order?.store ?? main}
              onChange={(store) => form.setFieldValue('store', store)}
              error={form.errors['store']}
            />
            {!hasOrder && (
              <SupplierField
                label={isDonation ? t('Given by') : t('Supplier')}
                required={!isDonation}
                data-path="supplier"
                onKeyDown={stay}
                value={form.getValues().supplier}
                onChange={(supplier) => form.setFieldValue('supplier', supplier)}
                error={form.errors['supplier']}
              />
            )}
            <TextInput
              label={t('Number of the delivery note')}
              autoComplete="off"
              onKeyDown={toLines}
              {...form.getInputProps('delivery_note')}
            />
            <TextInput label={t('Note')} maxLength={1000} autoComplete="off" onKeyDown={toLines} {...form.getInputProps('note')} />
          </div>
        </section>
        <LineEditor
          label={t('What came')}
          lines={lines}
          change={change}
          columns={columns}
          take={take}
          next={next}
          notes={(line) =>
            notesOf(line, { lines, today: day, hasOrder, isExpirySaid: Boolean(form.errors[`items.${places.get(line.key)}.expires_on`]) })
          }
          errors={form.errors}
          places={places}
          startsInSearch
          store={form.getValues().store ?? undefined}
          tools={
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
              <Checkbox
                className="receive-more"
                label={t('Free, damaged')}
                checked={isMore}
                onChange={(event) => setMore(event.currentTarget.checked)}
              />
            </>
          }
          empty={<Empty title={t('Nothing yet')}>{t('Scan what came, or type the name of an item.')}</Empty>}
        />
        {(isOver || refused.length > 0) && (
          <OverNote
            refused={refused}
            lines={lines}
            isAllowed={form.getValues().allow_over}
            onAllow={(allow) => form.setFieldValue('allow_over', allow)}
          />
        )}
      </EndpointForm>
    </div>
  )
}
